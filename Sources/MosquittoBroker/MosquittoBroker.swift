import CMosquitto
import Glibc
public import MessageBroker
public import ProvisioningProtocols
public import Runtime

/// A connection to an MQTT broker over libmosquitto, MQTT 3.1.1 and 5, with TLS by OpenSSL.
///
/// It has one thread, on which the library works. Back-off and limits follow the time source that it is given; the library
/// itself counts the keep-alive, by the machine's monotonic clock. A broker that goes without ``close()`` ends its connection
/// as a crash would: its last will is published.
///
/// Bodies are taken as they come. A broker may send bodies of up to 256 MiB, which the library keeps in memory whole.
public final class MosquittoBroker: Broker {
    private let engine: Engine

    /// A connection that is to be made with `settings`; nothing happens before ``connect()``.
    /// - Parameters:
    ///   - settings: what the connection is made from.
    ///   - time: the clock of limits and waits.
    ///   - wallClock: seconds since 1970, by which certificates hold or not.
    ///   - chance: 0 to 1, for the part of waits that is left to chance.
    /// - Throws: `invalidSettings`, `libraryMissing` where libmosquitto cannot be loaded, which is done at the first one, or
    ///   `failed` where the system gives no thread.
    public init(
        _ settings: BrokerSettings, time: any TimeSource = SystemTime.shared,
        wallClock: @escaping @Sendable () -> Int64 = MosquittoBroker.now,
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) throws(BrokerError) {
        try settings.check()
        try Self.loadLibrary()
        guard let executor = PollExecutor() else { throw .system("open a pipe", errno) }
        let surroundings = Engine.Surroundings(time: time, wallClock: wallClock, chance: chance)
        engine = Engine(settings: settings, surroundings: surroundings, executor: executor)
        guard executor.start(engine) else { throw .system("start a thread", EAGAIN) }
    }

    /// Loads libmosquitto and its OpenSSL, unless they are; the first broker does it by itself.
    /// - Throws: `libraryMissing`.
    public static func loadLibrary() throws(BrokerError) {
        if let why = gangway_open_mosquitto() { throw .libraryMissing(String(cString: why)) }
    }

    /// What the machine's clock says, in seconds since 1970.
    @Sendable public static func now() -> Int64 { Int64(Glibc.time(nil)) }

    /// Where it stands now.
    public var state: BrokerState { engine.listeners.present }

    /// What happens, now and from now on: the present state comes first.
    public func events() -> EventStream<BrokerEvent, Never> { engine.listeners.events() }

    /// All messages that arrive from now on, in batches.
    public func messages() -> MessageStream {
        // An empty job wakes the thread, which then looks again whom it has to wait for.
        engine.listeners.messages { [weak engine] in engine?.enter { _ in } }
    }

    /// Connects, and stays connected as far as it can.
    public func connect() { engine.enter { $0.connect() } }

    /// Asks for messages, at this connection and every later one.
    public func subscribe(_ subscriptions: [Subscription], deadline: Instant) async throws(BrokerError) {
        try await engine.subscribe(subscriptions, deadline: deadline)
    }

    /// Asks for the messages of these filters no more.
    public func unsubscribe(_ filters: [String], deadline: Instant) async throws(BrokerError) {
        try await engine.unsubscribe(filters, deadline: deadline)
    }

    /// Sends a message, and returns when the broker has it (QoS 1 and 2) or when it is on its way (QoS 0).
    public func publish(_ message: Message, deadline: Instant) async throws(BrokerError) {
        try await engine.publish(message, deadline: deadline)
    }

    /// Says good-bye and ends for good.
    public func close() async { await engine.close() }
}

extension BrokerSettings {
    /// Refuses what no connection can be made from.
    func check() throws(BrokerError) {
        if addresses.isEmpty { throw .invalidSettings("there is no address") }
        for address in addresses where address.host.isEmpty || address.host.utf8.contains(0) {
            throw .invalidSettings("an address has no host")
        }
        for address in addresses where address.port == 0 { throw .invalidSettings("\(address) has no port") }
        if let clientID, clientID.isEmpty || clientID.utf8.count > 65_535 || clientID.utf8.contains(0) {
            throw .invalidSettings("the client id is empty, too long, or has a zero character")
        }
        if keepAlive < 5 { throw .invalidSettings("a keep-alive is at least 5 s") }
        if let login {
            let hasNull = login.user.utf8.contains(0) || login.password?.withBytes { $0.hasNull } ?? false
            if hasNull { throw .invalidSettings("the user's name or password has a zero character") }
        }
        if let lastWill, let fault = TopicFault.ofTopic(lastWill.topic) { throw .invalidTopic(lastWill.topic, fault) }
    }
}

extension Span<UInt8> {
    fileprivate var hasNull: Bool {
        for index in indices where self[index] == 0 { return true }
        return false
    }
}
