public import Foundation
import VirtualRadio

/// documentation/corebluetooth/cbmanagerstate
public enum CBManagerState: Int, Sendable {
    case unknown = 0
    case resetting = 1
    case unsupported = 2
    case unauthorized = 3
    case poweredOff = 4
    case poweredOn = 5
}

/// documentation/corebluetooth/cbmanager
open class CBManager: NSObject {
    /// Changed on the manager's queue.
    final var current = CBManagerState.unknown
    final let queue: DispatchQueue
    final let adapter: Adapter

    init(queue: DispatchQueue?) {
        self.queue = queue ?? .main
        adapter = Adapter.current ?? Adapter(air: .init(), state: .unsupported)
    }

    /// documentation/corebluetooth/cbmanager/state
    open var state: CBManagerState { current }

    /// Whether a command is taken: elsewhere it has no effect, as Apple's has, which writes `API MISUSE` into the log. Unlike
    /// Apple's it has to come on the manager's queue, so that this also finds what is shared between queues.
    final var takesCommands: Bool {
        dispatchPrecondition(condition: .onQueue(queue))
        return current == .poweredOn
    }
}

@available(*, unavailable) extension CBManager: @unchecked Sendable {}
