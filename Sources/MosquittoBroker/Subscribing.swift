import MessageBroker
import ProvisioningProtocols
import Runtime

/// What the program wants to hear of, and how far the broker has agreed.
struct Subscribing {
    /// A request to the broker that was not answered yet.
    struct Request {
        let filters: [String]
        let isForMore: Bool
    }

    /// A call of the program that waits.
    struct Call {
        var filters: Set<String>
        var refused: [String] = []
        let isForMore: Bool
        let timer: Timer
        let continuation: CheckedContinuation<BrokerError?, Never>
    }

    /// All that is wanted, in the order in which it was asked for.
    var wanted: [Subscription] = []
    /// What this session has at the broker.
    var granted: Set<String> = []
    /// By the library's identifier.
    var requests: [Int32: Request] = [:]
    var calls: [UInt64: Call] = [:]
    var lastNumber: UInt64 = 0

    /// The most filters in one request: some brokers take no more.
    static let filtersInRequest = 8

    mutating func want(_ subscriptions: [Subscription]) {
        for subscription in subscriptions {
            if let place = wanted.firstIndex(where: { $0.filter == subscription.filter }) {
                wanted[place] = subscription
            } else {
                wanted.append(subscription)
            }
        }
    }
}
