public import BluetoothLE
import Provisioning
import ProvisioningProtocols
import Runtime

/// Looks for devices that speak Nordic's Wi-Fi provisioning; others are not reported.
///
///     let scanner = Scanner(delegate: self)
///     scanner.startScan()
///
/// A device comes again whenever something about it changed: ``ScanResult/id`` tells whether it is the same.
open class Scanner {
    private let engine: ScannerEngine

    /// Who is told, on the main queue; held weakly.
    open var delegate: (any ScannerDelegate)? {
        get { engine.delegate.object }
        set { engine.delegate.object = newValue }
    }

    /// A scanner that does not scan yet. It looks with this machine's adapter, or with the radio that the environment's
    /// `GANGWAY_RADIO` names.
    public convenience init(delegate: (any ScannerDelegate)? = nil) {
        self.init(delegate: delegate, radio: .standard)
    }

    /// A scanner on a radio of the caller's own, such as the virtual one.
    public convenience init(delegate: (any ScannerDelegate)? = nil, central: any Central) {
        self.init(delegate: delegate, radio: Radio(central))
    }

    private init(delegate: (any ScannerDelegate)?, radio: Radio) {
        engine = ScannerEngine(radio)
        engine.delegate.object = delegate
        engine.followState()
    }

    deinit { engine.end() }

    /// Why Bluetooth cannot be used, in the platform's words, where the state is neither `poweredOn` nor `unknown`; `nil`
    /// otherwise. It is there before the delegate is told of the state.
    public var unavailability: BluetoothError? { engine.unavailability }

    /// Begins to look, as soon as Bluetooth is ready. Once more while it looks changes nothing.
    open func startScan() { engine.start() }

    /// Ends it; no device is reported afterwards.
    open func stopScan() { engine.stop() }
}

/// What a scanner does, apart from the object that its user may subclass.
final class ScannerEngine: Sendable {
    let delegate = DelegateSlot<any ScannerDelegate>()
    private let radio: Radio
    private let problem = Lock<BluetoothError?>(nil)
    private let tasks = Lock<(scan: Task<Void, Never>?, states: Task<Void, Never>?)>((nil, nil))
    /// Counts the scans, so that what one that was stopped had found is not reported.
    private let scans = Lock(0)
    private let told = Lock<RadioState?>(nil)

    init(_ radio: Radio) { self.radio = radio }

    var unavailability: BluetoothError? { problem.withLock { $0 } }

    func followState() {
        problem.withLock { $0 = radio.failure }
        let task = Task { [weak self, radio] in
            guard let states = radio.provisioner?.states() else {
                self?.delegate.call { $0.scannerDidUpdateState(.unsupported) }
                return
            }
            while let state = await states.next() {
                guard let self else { return }
                problem.withLock { problem in
                    if case .unavailable(let error) = state { problem = error } else { problem = nil }
                }
                tell(state)
            }
        }
        tasks.withLock { $0.states = task }
    }

    /// Tells a state that is new, in the order of the calls.
    private func tell(_ state: RadioState) {
        told.withLock { told in
            guard told != state else { return }
            told = state
            delegate.call { $0.scannerDidUpdateState(Scanner.State(state)) }
        }
    }

    func start() {
        tasks.withLock { tasks in
            guard tasks.scan == nil else { return }
            let number = scans.withLock { $0 }
            tasks.scan = Task { [weak self] in await self?.scan(number) }
        }
    }

    func stop() {
        let scan = tasks.withLock { tasks in
            defer { tasks.scan = nil }
            return tasks.scan
        }
        guard let scan else { return }
        scan.cancel()
        scans.withLock { $0 += 1 }
        delegate.call { $0.scannerStoppedScanning() }
    }

    func end() {
        let (scan, states) = tasks.withLock { $0 }
        scan?.cancel()
        states?.cancel()
    }

    /// Looks until it is stopped. A radio that is not ready is waited for, as the state that is reported says.
    private func scan(_ number: Int) async {
        guard let provisioner = radio.provisioner else { return }
        var hasStarted = false
        while !Task.isCancelled {
            let states = provisioner.states()
            while let state = await states.next(), state != .ready {}
            guard !Task.isCancelled else { return }
            // Whoever follows the state may not have come to it yet, and a scan starts on a radio that is said to be there.
            tell(.ready)
            if !hasStarted { delegate.call { $0.scannerStartedScanning() } }
            hasStarted = true
            do throws(ProvisioningError) {
                let found = provisioner.discover()
                while let device = try await found.next() {
                    guard !Task.isCancelled, device.protocols.contains(.nordic) else { continue }
                    report(ScanResult(device), of: number)
                }
            } catch {
                await radio.pause()
            }
        }
    }

    private func report(_ result: ScanResult, of number: Int) {
        delegate.call { [weak self] delegate in
            if self?.scans.withLock({ $0 }) == number { delegate.scannerDidDiscover(result) }
        }
    }
}
