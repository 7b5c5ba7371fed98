import ProvisioningProtocols
import Runtime

/// How long a device may take to end a scan before its link is ended anyway, in milliseconds.
private let endScanLimit: UInt32 = 2_000

extension MachineDriver where Machine: ~Copyable {
    nonisolated func networks(_ options: ScanOptions) -> EventStream<NetworkEvent, ProvisioningError> {
        let (stream, source) = EventStream<NetworkEvent, ProvisioningError>.make(capacity: 4096)
        let can = Machine.capabilities
        if !can.listsNetworks {
            source.finish(throwing: .unsupported("list networks"))
        } else if !options.isPlain, !can.takesScanOptions {
            source.finish(throwing: .unsupported("be told how to scan"))
        } else {
            post(.networks(options, source))
        }
        return stream
    }

    nonisolated func stopScan() -> EventStream<Void, ProvisioningError> {
        request("be told to stop its scan", Machine.capabilities.stopsScan) { .stopScan($0) }
    }

    /// Stops the scan whose list still comes, and waits a moment for it.
    func endScan() async {
        guard Machine.capabilities.stopsScan, waiters.awaitNetworks, connection != nil, !isClosed else { return }
        let (stopped, source) = EventStream<Void, ProvisioningError>.make()
        take(.stopScan(source))
        _ = await stopped.next(until: now + endScanLimit, on: context.time)
    }

    nonisolated func version() -> EventStream<UInt32, ProvisioningError> {
        request("tell its version", Machine.capabilities.tellsVersion) { .version($0) }
    }

    nonisolated func forget() -> EventStream<Void, ProvisioningError> {
        request("be told to forget its network", Machine.capabilities.forgets) { .forget($0) }
    }

    /// Asks for something that has one answer, where the protocol can do it.
    private nonisolated func request<Answer: Sendable>(
        _ what: String, _ isSupported: Bool,
        _ make: (EventSource<Answer, ProvisioningError>) -> SessionRequest
    ) -> EventStream<Answer, ProvisioningError> {
        let (stream, source) = EventStream<Answer, ProvisioningError>.make()
        if isSupported { post(make(source)) } else { source.finish(throwing: .unsupported(what)) }
        return stream
    }

    nonisolated func join(
        _ credentials: consuming Credentials, steeredAt address: ControlAddress?, before deadline: Instant?
    ) -> EventStream<JoinEvent, ProvisioningError> {
        let (stream, source) = EventStream<JoinEvent, ProvisioningError>.make()
        if let missing = Machine.capabilities.missing(for: credentials, steeredAt: address) {
            source.finish(throwing: .unsupported(missing))
            return stream
        }
        do throws(CredentialFault) {
            try Machine.check(credentials, steeredAt: address)
            post(.join(CredentialBox(credentials, steeredAt: address), before: deadline, source))
        } catch {
            source.finish(throwing: ProvisioningError(error))
        }
        return stream
    }

    nonisolated func status(once: Bool) -> EventStream<DeviceStatus, ProvisioningError> {
        let (stream, source) = EventStream<DeviceStatus, ProvisioningError>.make()
        guard Machine.capabilities.reportsStatus else {
            source.finish(throwing: .unsupported("report its status"))
            return stream
        }
        post(.status(source, once: once))
        return stream
    }

    nonisolated func diagnostics() -> EventStream<ProvisioningDiagnostic, Never> {
        let (stream, source) = EventStream<ProvisioningDiagnostic, Never>.make()
        post(.diagnostics(source))
        return stream
    }

    private nonisolated func post(_ request: SessionRequest) {
        inbox.withLock { $0.append(request) }
        Task { await takeRequests() }
    }

    private func takeRequests() {
        let requests = inbox.withLock { inbox in
            defer { inbox = [] }
            return inbox
        }
        for request in requests { take(request) }
    }

    private func take(_ request: SessionRequest) {
        guard !isClosed else { return waiters.refuse(request, closure) }
        switch request {
        case .networks(let options, let source):
            waiters.addNetworks(source)
            advance { $0.networksRequested(options, at: $1, &$2) }
        case .stopScan(let source):
            waiters.stops.append(source)
            advance { $0.stopRequested(at: $1, &$2) }
        case .version(let source):
            waiters.versions.append(source)
            advance { $0.versionRequested(at: $1, &$2) }
        case .forget(let source):
            waiters.forgets.append(source)
            advance { $0.forgetRequested(at: $1, &$2) }
        case .join(let box, let deadline, let source):
            waiters.replaceJoin(source)
            secrets.add(box)
            advance {
                $0.steer(at: box.address)
                let action = $0.joinRequested(box.credentials.copy(), at: $1, &$2)
                if let deadline { $0.limitJoin(to: deadline) }
                return action
            }
        case .status(let source, let once):
            waiters.addStatus(source, once: once)
            advance { $0.statusRequested(at: $1, &$2) }
        case .diagnostics(let source): waiters.diagnostics.append(source)
        }
    }

    /// Hands a fact of the machine to those who wait for it.
    func tell(_ action: ProvisionerAction) {
        switch action {
        case .networkFound: waiters.found(machine.network)
        case .listRestarted: waiters.listRestarted()
        case .listEnded: waiters.listEnded(machine.list, machine.refusal)
        case .statusReported: waiters.reported(DeviceStatus(machine.status))
        case .statusFailed: waiters.statusFailed(isLinkLost: connection == nil, machine.refusal)
        case .versionTold: waiters.versionTold(machine.version)
        case .versionFailed: waiters.versionTold(nil)
        case .forgetEnded: waiters.forgetEnded(machine.forgetResult, machine.refusal)
        case .joinProgressed: waiters.join?.yield(.progress(machine.progress))
        case .joinEnded:
            let text = machine.withDeviceText { text in secrets.masked(text) }
            waiters.joinEnded(machine.joinResult, String(decoding: text, as: UTF8.self))
        case .diagnosed: waiters.diagnosed(machine.diagnostic)
        default: break
        }
    }
}

extension DeviceStatus {
    init(_ status: ProvisionerStatus) {
        self.init(
            state: status.state, ssid: status.ssid.count == 0 ? nil : status.ssid, signal: status.signal,
            security: status.security, bssid: status.bssid, channel: status.channel, band: status.band,
            wireSecurity: status.wireSecurity)
    }
}

extension ProvisioningCapabilities {
    /// What `credentials` ask for and the protocol cannot carry, to be said before anything is sent.
    func missing(for credentials: borrowing Credentials, steeredAt address: ControlAddress?) -> String? {
        if credentials.isVolatile, !carriesVolatile { return "keep credentials only until the device restarts" }
        let isParticular = credentials.bssid != nil || credentials.channel != .unknown || credentials.band != .any
        if isParticular, !choosesAccessPoint { return "choose an access point, a channel or a band" }
        if address != nil, !carriesControlAddress { return "be told where it is to be steered" }
        return nil
    }
}
