import CMosquitto
import Glibc
import MessageBroker
import ProvisioningProtocols
import Runtime

/// Keeps one connection to a broker. Its executor is a thread that also waits for the connection's socket, so that what
/// arrives is handled without a change of threads.
///
/// Connecting is in `Engine+Connecting`, what the socket brings in `Engine+Socket`, and the calls of the program in
/// `Engine+Publishing`, `Engine+Subscribing` and `Engine+Closing`.
actor Engine {
    /// Where the connection stands.
    enum Phase {
        case idle
        /// For the next attempt.
        case waiting(Timer)
        /// For the addresses of a name; the number tells late answers from this one's.
        case resolving(BrokerAddress, number: Int, Timer)
        case connecting(Attempt)
        case connected(BrokerConnection, since: Instant)
        /// For the good-bye to be written.
        case closing(Timer)
        case closed
    }

    /// One attempt to connect to one address in numbers.
    struct Attempt {
        let target: Target
        let timer: Timer
        var step: ConnectionStep
    }

    /// An address as it was given, and one of those in numbers that it stands for.
    struct Target {
        let address: BrokerAddress
        let numericHost: String
    }

    /// What the engine takes from outside: clocks and chance, so that tests own them.
    struct Surroundings: Sendable {
        var time: any TimeSource
        /// Seconds since 1970, for certificates.
        var wallClock: @Sendable () -> Int64
        /// 0 to 1.
        var chance: @Sendable () -> Double
    }

    nonisolated let executor: PollExecutor
    nonisolated let listeners = Listeners()
    nonisolated let settings: BrokerSettings
    nonisolated let surroundings: Surroundings
    nonisolated var time: any TimeSource { surroundings.time }

    var phase = Phase.idle
    var library: LibraryClient?
    /// The name of the connection.
    var clientID: String
    var backoff = Backoff()
    /// Where the next round of attempts begins.
    var firstAddress = 0
    /// Those of this round that were not tried yet.
    var addressesLeft: [BrokerAddress] = []
    var targetsLeft: [Target] = []
    var lookups = 0
    /// Why there is no connection.
    var lastError: BrokerError?
    /// The most telling failure of this round.
    var roundError: BrokerError?
    /// When the broker was last heard.
    var lastHeard = Instant(milliseconds: 0)
    /// What the library told that is being handled, so that a call within does not begin anew.
    var isHandling = false

    var publishing = Publishing()
    var subscribing = Subscribing()
    var closers: [CheckedContinuation<Void, Never>] = []

    init(settings: BrokerSettings, surroundings: Surroundings, executor: PollExecutor) {
        self.settings = settings
        clientID = settings.clientID ?? BrokerSettings.uniqueClientID()
        self.surroundings = surroundings
        self.executor = executor
    }

    deinit { executor.stop() }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Calls `action` on the engine's thread when the clock reaches `deadline`, unless the engine is gone by then.
    func schedule(at deadline: Instant, _ action: @escaping @Sendable (isolated Engine) -> Void) -> Timer {
        time.schedule(at: deadline) { [weak self] in self?.enter(action) }
    }

    /// Runs `action` on the engine's thread, soon.
    nonisolated func enter(_ action: @escaping @Sendable (isolated Engine) -> Void) {
        executor.perform { [weak self] in self?.assumeIsolated { action($0) } }
    }
}
