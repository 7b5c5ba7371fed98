import CSystemd
import ProvisioningProtocols
import Runtime

/// A method call to a peer.
public struct MethodInvocation: Sendable {
    /// The name that is called, well-known or unique.
    public var destination: String
    /// The object.
    public var path: String
    /// The interface.
    public var interface: String
    /// The method.
    public var member: String
    /// The arguments.
    public var arguments: [DBusValue]
    /// Whether the bus may start the peer for it.
    public var startsService = true

    /// A call of `member`.
    public init(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = [],
        startsService: Bool = true
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
        self.startsService = startsService
    }
}

/// A call that waits for its reply.
struct PendingCall {
    let slot: OpaquePointer
    let timer: Timer?
    let continuation: CheckedContinuation<Result<[DBusValue], DBusError>, Never>
}

extension Bus {
    /// The limit of calls that name none: what D-Bus libraries usually take.
    public static let defaultLimit: UInt32 = 25_000

    /// Calls a method and waits for its reply, `limit` milliseconds at most.
    /// - Throws: the peer's error, ``DBusError/timedOut``, ``DBusError/cancelled`` as soon as the task is cancelled, or
    ///   ``DBusError/disconnected``. The peer is not told of the last three.
    public func call(
        _ invocation: MethodInvocation, limit: UInt32 = Bus.defaultLimit
    ) async throws(DBusError) -> [DBusValue] {
        if Task.isCancelled { throw .cancelled }
        let id = nextID()
        let deadline = time.now + limit
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                do throws(DBusError) {
                    try start(invocation, id, deadline, continuation)
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            later { $0.finish(id, .failure(.cancelled)) }
        }
        return try outcome.get()
    }

    /// Sends a call without waiting for its reply.
    public func send(_ invocation: MethodInvocation) throws(DBusError) {
        let handle = try connection()
        let message = try newMessage(invocation, on: handle)
        defer { sd_bus_message_unref(message) }
        try check(sd_bus_message_set_expect_reply(message, 0))
        try check(sd_bus_send(handle, message, nil))
        rearm()
    }

    private func start(
        _ invocation: MethodInvocation, _ id: UInt64, _ deadline: Instant,
        _ continuation: CheckedContinuation<Result<[DBusValue], DBusError>, Never>
    ) throws(DBusError) {
        let handle = try connection()
        let message = try newMessage(invocation, on: handle)
        defer { sd_bus_message_unref(message) }
        let box = Unmanaged.passRetained(CallBox(bus: self, id: id))
        var slot: OpaquePointer?
        let status = sd_bus_call_async(handle, &slot, message, replied, box.toOpaque(), .max)
        guard status >= 0, let slot else {
            box.release()
            throw DBusError(status: status)
        }
        sd_bus_slot_set_destroy_callback(slot, releaseCallBox)
        let timer = time.schedule(at: deadline) { [weak self] in
            self?.later { $0.finish(id, .failure(.timedOut)) }
        }
        pending[id] = PendingCall(slot: slot, timer: timer, continuation: continuation)
        rearm()
    }

    private func newMessage(
        _ invocation: MethodInvocation, on handle: OpaquePointer
    ) throws(DBusError) -> OpaquePointer {
        var made: OpaquePointer?
        try check(
            sd_bus_message_new_method_call(
                handle, &made, invocation.destination, invocation.path, invocation.interface, invocation.member))
        guard let message = made else { throw .disconnected }
        do throws(DBusError) {
            try check(sd_bus_message_set_auto_start(message, invocation.startsService ? 1 : 0))
            try MessageWriter(message).append(arguments: invocation.arguments)
        } catch {
            sd_bus_message_unref(message)
            throw error
        }
        return message
    }

    /// Ends call `id`, if it still waits.
    func finish(_ id: UInt64, _ outcome: Result<[DBusValue], DBusError>) {
        guard let call = pending.removeValue(forKey: id) else { return }
        if let timer = call.timer { time.cancel(timer) }
        sd_bus_slot_unref(call.slot)
        call.continuation.resume(returning: outcome)
    }
}

/// What sd-bus keeps for a call.
private final class CallBox {
    weak var bus: Bus?
    let id: UInt64

    init(bus: Bus, id: UInt64) {
        self.bus = bus
        self.id = id
    }
}

private func releaseCallBox(_ pointer: UnsafeMutableRawPointer?) {
    if let pointer { Unmanaged<CallBox>.fromOpaque(pointer).release() }
}

private func replied(
    _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message, let userdata else { return 0 }
    let box = Unmanaged<CallBox>.fromOpaque(userdata).takeUnretainedValue()
    let outcome = replyOutcome(message)
    let id = box.id
    box.bus?.assumeIsolated { $0.finish(id, outcome) }
    return 1
}

/// What a reply says.
func replyOutcome(_ message: OpaquePointer) -> Result<[DBusValue], DBusError> {
    if sd_bus_message_is_method_error(message, nil) > 0 {
        let error = sd_bus_message_get_error(message).map { DBusError($0.pointee) }
        return .failure(error ?? DBusError("org.freedesktop.DBus.Error.Failed"))
    }
    do throws(DBusError) {
        return .success(try MessageReader(message).values())
    } catch {
        return .failure(error)
    }
}
