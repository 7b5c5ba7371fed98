import MessageBroker
import ProvisioningProtocols
import Runtime

/// The messages that the program gave and that the broker has not taken yet.
struct Publishing {
    /// How many may be under way where the broker names no number: what mosquitto takes before it ends the connection.
    static let defaultWindow: UInt16 = 20

    /// One of them.
    struct Call {
        let message: Message
        let deadline: Instant
        let timer: Timer
        let continuation: CheckedContinuation<BrokerError?, Never>
        /// What the library calls it, once it has it.
        var identifier: Int32?
        /// When it got it.
        var handedOver: Instant?
    }

    var window = Int(Self.defaultWindow)
    var calls: [UInt64: Call] = [:]
    var lastNumber: UInt64 = 0
    /// Those that the library has, by its identifier.
    var numbers: [Int32: UInt64] = [:]
    /// Those that it does not have yet, in order, from `head` on.
    var waiting: [UInt64] = []
    var head = 0
    /// What the library still has of messages that nobody waits for any more.
    var abandoned: Set<Int32> = []

    mutating func nextWaiting() -> UInt64? {
        while head < waiting.count {
            let number = waiting[head]
            head += 1
            if calls[number] != nil { return number }
        }
        waiting.removeAll(keepingCapacity: true)
        head = 0
        return nil
    }

    /// Puts numbers in front of those that wait.
    mutating func putBack(_ numbers: [UInt64]) {
        waiting = numbers + waiting[head...]
        head = 0
    }
}
