import BluetoothLE
import DeviceCatalogue
import Provisioning
import ProvisioningProtocols
import Runtime

extension ConnectModel {
    /// Makes a link to the first of the chosen devices.
    func connectFirst() {
        guard let id = selected.first, let device = found[id] else { return }
        stopScanning()
        problem = nil
        stage = .connecting
        work?.cancel()
        work = Task { [weak self, dropping, provisioner = home.services.provisioner] in
            await dropping?.value
            do throws(ProvisioningError) {
                let session = try await provisioner.connect(to: device)
                guard let self, !Task.isCancelled else { return await session.disconnect() }
                self.linked(session)
            } catch {
                guard !Task.isCancelled else { return }
                self?.linkFailed(error)
            }
        }
    }

    private func linkFailed(_ error: ProvisioningError) {
        startOver()
        problem = Problem(error)
    }

    private func linked(_ session: ProvisioningSession) {
        adopt(session)
        stage = .networks
        if session.capabilities.listsNetworks { listNetworks() }
        learnFacts()
        if case .forget = purpose, !session.capabilities.forgets {
            problem = Problem("connect", "cannotForget", nil, .chooseDevice)
        }
    }

    /// Takes a link as the one to work with.
    func adopt(_ session: ProvisioningSession) {
        self.session = session
        radioLosses = home.radioLosses
        let candidate = Candidate(session.device)
        let before = device.flatMap { $0.candidate.id == candidate.id ? $0 : nil }
        device = LinkedDevice(
            candidate: candidate, protocolID: session.protocolID, capabilities: session.capabilities,
            version: before?.version, standing: before?.standing)
        if topic.isEmpty, session.capabilities.carriesControlAddress {
            topic = session.device.kind?.topic.text ?? Self.topic(for: candidate.name)
        }
    }

    /// Lets a link go whose radio went away and is back: the next step makes another one, and the person need not do that.
    func dropLostLink() {
        if radioLosses != home.radioLosses, home.radio == .ready { drop() }
    }

    /// A topic to begin with for a device of this name: its letters and digits below `home`.
    static func topic(for name: String?) -> String {
        let words = (name ?? "").lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.isEmpty ? "home/device" : "home/" + words.joined(separator: "-")
    }

    // MARK: What the device tells

    /// Asks the device for its networks, again where it was asked before; over a new link where the last one was lost. Those that
    /// are shown stay until others come.
    public func listNetworks() {
        dropLostLink()
        guard let session else {
            if stage == .networks { connectFirst() }
            return
        }
        guard session.capabilities.listsNetworks else { return }
        listTask?.cancel()
        networks.isLoading = true
        networks.problem = nil
        let events = session.networkEvents()
        listTask = Task { [weak self] in
            var list = NetworkList()
            do throws(ProvisioningError) {
                while let event = try await events.next() {
                    switch event {
                    case .found(let point): list.accessPoints.append(point)
                    case .restarted: list = NetworkList()
                    case .ended(let whole): list = whole
                    }
                    guard !Task.isCancelled else { return }
                    self?.show(list)
                }
                self?.listEnded(list, nil)
            } catch {
                guard !Task.isCancelled else { return }
                self?.listEnded(error.networks ?? list, error)
            }
        }
    }

    private func show(_ list: NetworkList) {
        let entries = NetworkEntry.entries(list)
        if !entries.isEmpty { networks.entries = entries }
    }

    private func listEnded(_ list: NetworkList, _ error: ProvisioningError?) {
        // What is shown stays where nothing else came.
        if error == nil || !list.accessPoints.isEmpty { networks.entries = NetworkEntry.entries(list) }
        networks.isLoading = false
        networks.isComplete = error == nil && list.isComplete
        if let error {
            networks.problem = Problem(error)
        } else if list.scanFailed {
            networks.problem = Problem("networks", "scanFailed", nil, .tryAgain)
        }
    }

    /// Asks for the version and the status, where there are any; what does not come is left out.
    private func learnFacts() {
        guard let session else { return }
        factsTask?.cancel()
        factsTask = Task { [weak self] in
            if session.capabilities.tellsVersion, let version = try? await session.version() {
                self?.device?.version = version
            }
            guard session.capabilities.reportsStatus, !Task.isCancelled else { return }
            let events = session.statusEvents()
            do throws(ProvisioningError) {
                while let status = try await events.next(), !Task.isCancelled {
                    self?.device?.standing = DeviceStanding(status)
                }
            } catch {
                return
            }
        }
    }
}
