import BluetoothLE
import DeviceDirectory
public import Observation
import Onboarding
import Provisioning
import ProvisioningProtocols
import Runtime

/// Setting devices up, from the list of those in range to the result, as one person does it.
///
/// Every call that starts something returns at once, and what happens shows in the state; ``cancel()`` stops it at every stage.
/// The passphrase goes in and never comes out: it is no observed value and in no description.
@MainActor @Observable
public final class ConnectModel {
    /// How long after a search that failed the radio is looked at again, in milliseconds.
    static let radioPause: UInt32 = 500

    /// What the person opened it for.
    public let purpose: ConnectPurpose
    /// The screen that the person is at.
    public internal(set) var stage = ConnectStage.devices
    /// The devices in range, in the order in which they were found.
    public internal(set) var candidates: [Candidate] = []
    /// Whether devices are looked for now.
    public internal(set) var isScanning = false
    /// The devices that were chosen to be set up together.
    public internal(set) var selected: [Candidate.ID] = []
    /// The device that a link was made to; `nil` for none.
    public internal(set) var device: LinkedDevice?
    /// The networks that it sees.
    public internal(set) var networks = NetworkListState()
    /// The network that was chosen; `nil` for none yet.
    public internal(set) var choice: NetworkChoice?
    /// Through which part of the network the device is to join; anything but *any* where
    /// ``ProvisioningCapabilities/choosesAccessPoint``.
    public var particular = Particular.any
    /// Whether the device keeps the credentials after a restart; *no* where ``ProvisioningCapabilities/carriesVolatile``.
    public var keepsAfterRestart = true
    /// Whether the passphrase is to be kept in the vault once it has worked.
    public var remembersPassphrase = false
    /// Whether the vault has a passphrase of the chosen network, so that none needs to be typed.
    public internal(set) var hasRememberedPassphrase = false
    /// Whether a passphrase was typed and is kept for another try.
    public internal(set) var hasTypedPassphrase = false
    /// The topic under which the device is steered, where ``ProvisioningCapabilities/carriesControlAddress``.
    public var topic = ""
    /// The steps of what is under way or ended, in their order.
    public internal(set) var steps: [SetUpStep] = []
    /// What is wrong at this stage and can be put right here: the radio, a link that failed, a wrong passphrase; `nil` for nothing.
    public internal(set) var problem: Problem?
    /// How it ended; `nil` before the end, and where several devices were set up.
    public internal(set) var result: SetUpResult?
    /// Where each of several devices stands; empty where it is one.
    public internal(set) var results: [BatchEntry] = []

    @ObservationIgnored let home: HomeModel
    @ObservationIgnored let router: Router
    @ObservationIgnored var found: [Candidate.ID: FoundDevice] = [:]
    @ObservationIgnored var session: ProvisioningSession?
    /// How often the radio had gone away when that link was taken.
    @ObservationIgnored var radioLosses: UInt64 = 0
    /// The end of the last link: a device takes another only after it.
    @ObservationIgnored var dropping: Task<Void, Never>?
    @ObservationIgnored var passphrase = SecretBytes()
    @ObservationIgnored var scanTask: Task<Void, Never>?
    @ObservationIgnored var listTask: Task<Void, Never>?
    @ObservationIgnored var factsTask: Task<Void, Never>?
    @ObservationIgnored var work: Task<Void, Never>?
    /// Whether the device that it is about is chosen when it is found: until the person goes back to the list.
    @ObservationIgnored var choosesByItself = true
    /// Whether nobody looks now, so that nothing is searched or linked.
    @ObservationIgnored var isResting = false
    /// Whether the credentials of the try under way may have reached the device.
    @ObservationIgnored var wasSent = false
    /// The device that is on its network and could not be listed.
    @ObservationIgnored var unlisted: Device?
    /// Where each device was told to be steered; another try tells it the same.
    @ObservationIgnored var assignments: [PeripheralID: Assignment] = [:]

    init(_ purpose: ConnectPurpose, home: HomeModel, router: Router) {
        self.purpose = purpose
        self.home = home
        self.router = router
        switch purpose {
        case .add(let topic): self.topic = topic ?? ""
        case .again(let id), .forget(let id): topic = home.device(id)?.facts.topic ?? ""
        }
        scan()
    }

    /// A set-up by itself, without the rest of the app. Who makes one ends it, by ``end()``.
    public convenience init(_ purpose: ConnectPurpose = .add(topic: nil), home: HomeModel) {
        self.init(purpose, home: home, router: Router())
    }

    /// The device of the list that it is about; `nil` where one is added.
    public var subject: DeviceModel? {
        switch purpose {
        case .add: nil
        case .again(let id), .forget(let id): home.device(id)
        }
    }

    /// Whether something is under way that ``cancel()`` stops.
    public var isWorking: Bool { stage == .connecting || stage == .joining || stage == .forgetting }

    /// Whether a device is linked now, which then serves nobody else.
    public var hasLink: Bool { session != nil }

    /// Whether several devices are set up.
    public var isBatch: Bool { selected.count > 1 }

    // MARK: Looking for devices

    /// Looks for devices, from now on, as long as the person is at the list. Those that were found stay.
    public func scan() {
        scanTask?.cancel()
        problem = nil
        isScanning = true
        scanTask = Task { [weak self, services = home.services] in
            while !Task.isCancelled {
                let devices = services.provisioner.discover()
                do throws(ProvisioningError) {
                    while let device = try await devices.next() { self?.take(device) }
                    return
                } catch {
                    guard self?.scanFailed(error) ?? false else { return }
                }
                // It goes on by itself when the radio is back.
                await services.time.sleep(until: services.time.now + Self.radioPause)
                let states = services.provisioner.states()
                while let state = await states.next(), state != .ready {}
                self?.scanGoesOn()
            }
        }
    }

    private func take(_ device: FoundDevice) {
        guard isScanning else { return }
        let candidate = Candidate(device)
        found[candidate.id] = device
        if let place = candidates.firstIndex(where: { $0.id == candidate.id }) {
            if candidates[place] != candidate { candidates[place] = candidate }
        } else {
            candidates.append(candidate)
        }
        // A listed device that the radio knows need not be looked for by eye.
        if choosesByItself, subject?.facts.provisioning?.peripheral == candidate.id { choose(candidate.id) }
    }

    /// Whether it is to go on when the radio is back.
    private func scanFailed(_ error: ProvisioningError) -> Bool {
        guard !Task.isCancelled, isScanning else { return false }
        isScanning = false
        problem = Problem(error)
        return error.fault == .system
    }

    private func scanGoesOn() {
        guard !Task.isCancelled, stage == .devices else { return }
        isScanning = true
        problem = nil
    }

    func stopScanning() {
        scanTask?.cancel()
        scanTask = nil
        isScanning = false
    }

    /// Puts a device among those that are set up together, or takes it out.
    public func toggle(_ id: Candidate.ID) {
        guard stage == .devices, found[id] != nil else { return }
        if let place = selected.firstIndex(of: id) { selected.remove(at: place) } else { selected.append(id) }
    }

    // MARK: Going on and back

    /// Chooses one device, and makes a link to it.
    public func choose(_ id: Candidate.ID) {
        guard stage == .devices, found[id] != nil else { return }
        selected = [id]
        connectFirst()
    }

    /// Goes on with the devices that ``toggle(_:)`` put together: the first is linked, and asked for the networks of all.
    public func setUpSelected() {
        guard stage == .devices, !selected.isEmpty else { return }
        connectFirst()
    }

    /// Stops what is under way, and goes back to where the person was before it: while the device joins, to the passphrase;
    /// while it is connected, to the list. What is sent stays sent.
    public func cancel() {
        work?.cancel()
        work = nil
        switch stage {
        case .connecting: startOver()
        case .joining where isBatch: endBatch()
        case .joining, .forgetting:
            settle(.cancelled(isSent: wasSent))
        case .devices, .networks, .credentials, .result: break
        }
    }

    /// Goes back by one screen: from the passphrase to the networks, from there to the devices, from those out of the set-up.
    public func back() {
        switch stage {
        case .credentials:
            problem = nil
            stage = .networks
        case .devices: router.pop()
        case .networks, .result: startOver()
        case .connecting, .joining, .forgetting: cancel()
        }
    }

    /// Sets another device up, with the same network and passphrase still filled in.
    public func setUpAnother() {
        guard !isWorking else { return }
        startOver()
    }

    /// Ends it, and goes back to the main screen; where there is none, to the list of devices.
    public func finish() {
        if router.path.isEmpty, !isWorking { return startOver() }
        router.popToRoot()
    }

    /// Back to the list of devices; the link is let go.
    func startOver() {
        letGo()
        choosesByItself = false
        (selected, results, steps, result, problem) = ([], [], [], nil, nil)
        assignments = [:]
        unlisted = nil
        stage = .devices
        scan()
    }

    /// Ends whatever goes on, when the screen is left.
    public func end() {
        stopScanning()
        letGo()
        passphrase = SecretBytes()
        hasTypedPassphrase = false
    }

    /// Ends the link and all that goes on over it.
    func letGo() {
        work?.cancel()
        work = nil
        stopAsking()
        device = nil
        drop()
    }

    /// Asks the device nothing more.
    func stopAsking() {
        listTask?.cancel()
        factsTask?.cancel()
        (listTask, factsTask) = (nil, nil)
        networks.isLoading = false
    }

    /// Ends the link alone: the next try makes another.
    func drop() {
        guard let session else { return }
        self.session = nil
        let before = dropping
        dropping = Task {
            await before?.value
            await session.disconnect()
        }
    }
}
