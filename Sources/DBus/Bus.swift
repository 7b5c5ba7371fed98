import CSystemd
import Dispatch
import Glibc
public import Runtime

/// Which bus to connect to.
public enum BusAddress: Hashable, Sendable {
    /// The system bus; `DBUS_SYSTEM_BUS_ADDRESS` names another one, as for every D-Bus program.
    case system
    /// The bus at this address, such as `unix:path=/run/user/0/bus`.
    case address(String)
}

/// A connection to a D-Bus message bus.
///
/// Everything happens on its ``executor``: signal handlers and method handlers are called there, in the order in which
/// the bus delivered, before any reply that came after them resumes its caller. Actors may share the executor.
///
/// When the connection ends, calls that wait fail with ``DBusError/disconnected``, streams fail with it, and so does
/// every later call. A `Bus` never reconnects: its owner opens a new one (``open(_:executor:time:deadline:)``) and makes
/// its subscriptions and exports anew, since the peers know nothing of the old ones.
public actor Bus {
    /// Where everything of this bus happens.
    public nonisolated let executor: QueueExecutor
    /// The clock of the calls' limits.
    public nonisolated let time: any TimeSource
    /// Makes the actor run on ``executor``.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// What the connection holds, in one value, so that the `deinit` can let it go.
    private var resources = BusResources()
    private var lastID: UInt64 = 0

    /// Connects; what is asked of the bus before the handshake has ended waits for it.
    /// - Throws: why there is no bus at `address`.
    public init(
        _ address: BusAddress = .system, executor: QueueExecutor = QueueExecutor(label: "gangway.dbus"),
        time: any TimeSource = SystemTime.shared
    ) throws(DBusError) {
        self.executor = executor
        self.time = time
        resources.handle = try Self.start(address)
        resources.watched = try FileDescriptor(duplicating: sd_bus_get_fd(resources.handle))
        later { $0.listen() }
    }

    // Not isolated: other rooms hold a bus, and Swift 6.3's optimizer ends in a "circular reference" over an isolated
    // deinit of another module. Nobody else can reach the bus any more, so that nothing runs beside this.
    deinit { resources.close(time) }

    private static func start(_ address: BusAddress) throws(DBusError) -> OpaquePointer? {
        var handle: OpaquePointer?
        switch address {
        case .system: try check(sd_bus_open_system(&handle))
        case .address(let text):
            try check(sd_bus_new(&handle))
            var status = sd_bus_set_address(handle, text)
            if status >= 0 { status = sd_bus_set_bus_client(handle, 1) }
            if status >= 0 { status = sd_bus_negotiate_fds(handle, 1) }
            if status >= 0 { status = sd_bus_start(handle) }
            if status < 0 {
                sd_bus_unref(handle)
                throw DBusError(status: status)
            }
        }
        return handle
    }

    /// Whether the connection has not ended.
    public var isConnected: Bool { handle != nil }

    /// Calls `handler` once on the ``executor`` when the connection ends, at once when it has.
    public func onClose(_ handler: @escaping @Sendable () -> Void) {
        if handle == nil { handler() } else { resources.closeHandlers.append(handler) }
    }

    /// Ends the connection.
    public func close() {
        var ending = resources
        resources = BusResources()  // handlers may ask the bus: it has ended by then
        ending.close(time)
    }

    /// Runs `action` on the executor after what is queued there, unless the bus is gone by then.
    nonisolated func later(_ action: @escaping @Sendable (isolated Bus) -> Void) {
        executor.perform { [weak self] in self?.assumeIsolated(action) }
    }

    func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    func connection() throws(DBusError) -> OpaquePointer {
        guard let handle else { throw .disconnected }
        return handle
    }

    private func listen() {
        guard handle != nil, let watched = resources.watched else { return }
        let source = executor.readSource(watched.rawValue)
        activate(source, on: watched)
        resources.readSource = source
        pump()
    }

    private func activate(_ source: any DispatchSourceProtocol, on watched: FileDescriptor) {
        source.setEventHandler { [weak self] in self?.assumeIsolated { $0.pump() } }
        // The descriptor must outlive the source's last look at it.
        source.setCancelHandler { withExtendedLifetime(watched) {} }
        source.activate()
    }

    /// Handles all that has arrived, and sends what waits.
    private func pump() {
        while let handle {
            let status = sd_bus_process(handle, nil)
            // Not from within sd-bus: it keeps what a handler takes away until the handler has returned.
            resources.handling.take()?()
            if status < 0 {
                close()
                return
            }
            if status == 0 { break }
        }
        rearm()
    }

    /// Watches for room to write only while something waits for it. sd-bus keeps no deadline of ours: the limits of
    /// calls are kept on `time`.
    func rearm() {
        guard let handle, let watched = resources.watched else { return }
        let events = sd_bus_get_events(handle)
        guard events >= 0, events & Int32(POLLOUT) != 0 else {
            resources.writeSource?.cancel()
            resources.writeSource = nil
            return
        }
        guard resources.writeSource == nil else { return }
        let source = DispatchSource.makeWriteSource(fileDescriptor: watched.rawValue, queue: executor.queue)
        activate(source, on: watched)
        resources.writeSource = source
    }
}

extension Bus {
    /// sd-bus's connection; `nil` once it has ended.
    var handle: OpaquePointer? { resources.handle }
    var pending: [UInt64: PendingCall] {
        get { resources.pending }
        _modify { yield &resources.pending }
    }
    var subscriptions: [UInt64: SignalSubscription] {
        get { resources.subscriptions }
        _modify { yield &resources.subscriptions }
    }
    var exports: [String: Export] {
        get { resources.exports }
        _modify { yield &resources.exports }
    }
    var managers: [String: OpaquePointer] {
        get { resources.managers }
        _modify { yield &resources.managers }
    }
    var openCalls: [UInt64: OpenCall] {
        get { resources.openCalls }
        _modify { yield &resources.openCalls }
    }
    var handling: (() -> Void)? {
        get { resources.handling }
        set { resources.handling = newValue }
    }
}
