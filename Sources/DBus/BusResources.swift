import CSystemd
import Dispatch
import Glibc
import Runtime

/// What a connection holds.
// Unchecked: it is touched on the bus's executor alone, and by the bus's deinit when nobody is left.
struct BusResources: @unchecked Sendable {
    /// sd-bus's connection; `nil` once it has ended.
    var handle: OpaquePointer?
    var pending: [UInt64: PendingCall] = [:]
    var subscriptions: [UInt64: SignalSubscription] = [:]
    var exports: [String: Export] = [:]
    var managers: [String: OpaquePointer] = [:]
    var openCalls: [UInt64: OpenCall] = [:]
    /// The handler of the call that is being processed: it runs when sd-bus is done with it.
    var handling: (() -> Void)?
    var closeHandlers: [@Sendable () -> Void] = []
    /// What the sources watch: a descriptor of their own for the connection's socket. It is closed when both have ended,
    /// which takes until after ``close(_:)``. Were it sd-bus's own, another connection could get its number before, and
    /// hear nothing: Dispatch would take that for a descriptor that it watches already.
    var watched: FileDescriptor?
    var readSource: (any DispatchSourceRead)?
    var writeSource: (any DispatchSourceWrite)?

    /// Ends the connection and all that hangs on it; `time` keeps the limits of its calls.
    mutating func close(_ time: any TimeSource) {
        guard let handle else { return }
        self.handle = nil
        readSource?.cancel()
        writeSource?.cancel()
        readSource = nil
        writeSource = nil
        endAll(time)
        sd_bus_flush_close_unref(handle)
        if let watched { shutdown(watched.rawValue, Int32(SHUT_RDWR)) }  // for the peer it ends here
        watched = nil
        let handlers = closeHandlers
        closeHandlers = []
        for handler in handlers { handler() }
    }

    private mutating func endAll(_ time: any TimeSource) {
        for call in pending.values {
            if let timer = call.timer { time.cancel(timer) }
            sd_bus_slot_unref(call.slot)
            call.continuation.resume(returning: .failure(.disconnected))
        }
        pending = [:]
        for subscription in subscriptions.values {
            sd_bus_slot_unref(subscription.slot)
            subscription.ended(.disconnected)
            subscription.installing?.resume(returning: .disconnected)
        }
        subscriptions = [:]
        for call in openCalls.values { sd_bus_message_unref(call.message) }
        openCalls = [:]
        for export in exports.values { export.remove() }
        exports = [:]
        for slot in managers.values { sd_bus_slot_unref(slot) }
        managers = [:]
    }
}
