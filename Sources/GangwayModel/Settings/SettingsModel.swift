import CredentialVault
public import MessageBroker
public import Observation
import ProvisioningProtocols
import Runtime

/// The settings: the broker, with a test, and the networks whose passphrases are kept.
@MainActor @Observable
public final class SettingsModel {
    /// Where the test of the broker stands.
    public enum Test: Hashable, Sendable {
        /// None was made with what is typed.
        case untried
        /// It is under way.
        case running(ConnectionStep?)
        /// There was a connection.
        case succeeded(BrokerConnection)
        /// There was none, for this reason.
        case failed(Problem)
    }

    /// How long the test may take, in milliseconds.
    public static let testLimit: UInt32 = 30_000

    /// The broker's settings as they are typed.
    public var draft = BrokerDraft() {
        didSet { if draft != oldValue, !isTesting { test = .untried } }
    }
    /// Whether a broker was set up before.
    public private(set) var hasBroker = false
    /// Where the test stands.
    public private(set) var test = Test.untried
    /// Whether the settings are being kept.
    public private(set) var isSaving = false
    /// What is wrong with what was asked for last; `nil` for nothing.
    public private(set) var problem: Problem?
    /// The names of the networks whose passphrases the vault keeps, in the order of their names.
    public private(set) var networks: [String] = []
    /// Why the vault cannot be read; `nil` for nothing.
    public private(set) var vaultProblem: Problem?

    @ObservationIgnored private let home: HomeModel
    @ObservationIgnored private var testing: Task<Void, Never>?

    init(_ home: HomeModel) { self.home = home }

    /// Whether a test is under way.
    public var isTesting: Bool { if case .running = test { true } else { false } }

    /// How the home stands with the broker that is in use.
    public var broker: BrokerStatus { home.broker }

    /// Reads what is set, in the place of what is typed.
    public func load() async {
        do throws(Problem) {
            let plan = try await home.services.store.brokerPlan()
            hasBroker = plan != nil
            draft = plan.map { BrokerDraft($0) } ?? BrokerDraft()
            problem = nil
        } catch {
            problem = error
        }
        await loadNetworks()
    }

    // MARK: The broker

    /// Keeps what is typed, and the password where one is given, and connects the home with it.
    public func save(password: BrokerPassword? = nil) async {
        isSaving = true
        defer { isSaving = false }
        do throws(Problem) {
            let plan = try draft.plan()
            try await home.services.store.keep(plan, password: password)
            problem = nil
            hasBroker = true
            home.note("activity.settingsChanged")
            await home.reopenBroker()
        } catch {
            problem = error
        }
    }

    /// Tries to connect with what is typed, beside the home's own connection; without a password, with the one that is kept.
    /// ``cancelTest()`` ends it early.
    public func tryBroker(password: BrokerPassword? = nil) {
        testing?.cancel()
        test = .running(nil)
        testing = Task { [weak self] in await self?.runTest(password) }
    }

    /// Ends the test.
    public func cancelTest() {
        testing?.cancel()
        if isTesting { test = .untried }
    }

    private func runTest(_ password: BrokerPassword?) async {
        let broker: any Broker
        do throws(Problem) {
            broker = try await home.services.store.broker(try draft.plan(), password: password)
        } catch {
            return finish(.failed(error))
        }
        let events = broker.events()
        broker.connect()
        finish(await outcome(of: events))
        await broker.close()
    }

    private func finish(_ outcome: Test) { if !Task.isCancelled { test = outcome } }

    private func outcome(of events: EventStream<BrokerEvent, Never>) async -> Test {
        let time = home.services.time
        let limit = time.now + Self.testLimit
        while true {
            switch await events.next(until: limit, on: time) {
            case .event(.state(.connected(let connection))): return .succeeded(connection)
            case .event(.state(.waiting(let error, _))): return .failed(Problem(error))
            case .event(.state(.connecting(_, let step))): finish(.running(step))
            case .event: continue
            case .timedOut: return .failed(Problem("broker", "timedOut", nil, .openSettings))
            case .cancelled, .ended: return .untried
            }
        }
    }

    // MARK: Remembered networks

    /// Reads the names of the networks that the vault keeps a passphrase of.
    public func loadNetworks() async {
        do throws(VaultError) {
            let names = try await home.services.store.vault().names()
            networks = names.filter { $0.kind == .network }.map(\.label).sorted()
            vaultProblem = nil
        } catch {
            vaultProblem = Problem(error)
        }
    }

    /// Has the vault forget the passphrase of a network, one of ``networks``.
    public func forgetNetwork(_ label: String) async {
        guard let name = SecretName(.network, label) else { return }
        do throws(VaultError) {
            try await home.services.store.vault().forget(name)
            home.note(Sentence("activity.forgotNetwork", label))
        } catch {
            vaultProblem = Problem(error)
            return
        }
        await loadNetworks()
    }

    func end() { testing?.cancel() }
}
