public import ProvisioningProtocols
public import Runtime

/// One connection to an MQTT broker, for the whole program: it is made when it is asked for, and again, by itself, whenever
/// it is lost, until it is closed.
///
/// Attempts go from address to address in turn. When all have failed, or a connection was lost, the next attempt waits 1 s,
/// then twice as long each time, 60 s at most, with a part left to chance; after a refused login or client id at least
/// 60 s. A connection that ends soon after it was made counts as a failed attempt.
public protocol Broker: Sendable {
    /// Where it stands now.
    var state: BrokerState { get }

    /// What happens, now and from now on: the present state comes first. Any number may listen.
    func events() -> EventStream<BrokerEvent, Never>

    /// All messages that arrive from now on, in the order of their arrival, in batches. Any number may listen, each gets all.
    /// What arrives while nobody listens is lost: a program listens first and connects then.
    ///
    /// A listener that does not keep up makes the connection wait, and in the end the broker; it loses nothing.
    func messages() -> MessageStream

    /// Connects, and stays connected as far as it can. While it waits for the next attempt, that is made at once.
    func connect()

    /// Asks for messages, at this connection and every later one. Returns when the broker has agreed.
    ///
    /// What is not answered by `deadline`, because there is no connection or for another reason, is still asked for later.
    /// A filter that is asked for again takes the new quality of service.
    /// - Throws: `subscriptionRefused`, which names the filters that were refused and are dropped, while the others stand;
    ///   `invalidTopic`, and then none is asked for; `timedOut`, `cancelled`, `closed`.
    func subscribe(_ subscriptions: [Subscription], deadline: Instant) async throws(BrokerError)

    /// Asks for the messages of these filters no more. Returns when the broker has heard of it, or at once where there is no
    /// connection.
    /// - Throws: `timedOut`, `cancelled`, `closed`.
    func unsubscribe(_ filters: [String], deadline: Instant) async throws(BrokerError)

    /// Sends a message, and returns when the broker has it (QoS 1 and 2) or when it is on its way (QoS 0).
    ///
    /// Without a connection it fails at once. When the connection is lost under way, it is sent again on the next one, if
    /// that comes before `deadline`; after `deadline` or a cancellation it is never sent again. So it may arrive twice with
    /// QoS 1.
    /// - Throws: `notConnected`, `invalidTopic`, `tooLarge`, `publishRefused`: it was not sent, or not taken.
    ///   `timedOut`, `interrupted`, `cancelled`, `closed`: the broker may have it or not.
    func publish(_ message: Message, deadline: Instant) async throws(BrokerError)

    /// Says good-bye, so that the last will is not published, and ends for good. Calls that wait end with `closed`.
    func close() async
}
