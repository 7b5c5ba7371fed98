import DefaultControl
import MessageBroker
import ProvisioningProtocols
import Runtime

/// The steps of `gangway broker test` at one address, one after the other, up to the first that fails.
struct BrokerTrial {
    let context: CommandContext
    let settings: BrokerSettings
    let address: BrokerAddress
    /// A topic that nobody else uses.
    let topic: String
    /// Tells of a step that is through.
    let tell: (BrokerStep) -> Void

    /// How long the broker has to agree to a subscription, and to bring back a message, in milliseconds.
    private static let patience: UInt32 = 5_000

    /// Whether every step went well.
    /// - Throws: `interrupted`, or `timedOut` where the limit of `--timeout` passed.
    func run() async throws(CommandFailure) -> Bool {
        var settings = settings
        settings.addresses = [address]
        let broker: any Broker
        do throws(BrokerError) { broker = try DefaultControl.broker(settings) } catch {
            throw CommandFailure(error)
        }
        let result: Result<Bool, CommandFailure>
        do throws(CommandFailure) { result = .success(try await steps(broker)) } catch { result = .failure(error) }
        await broker.close()
        return try result.get()
    }

    private func steps(_ broker: any Broker) async throws(CommandFailure) -> Bool {
        let messages = broker.messages()
        guard try await connect(broker) else { return false }
        do throws(BrokerError) {
            try await broker.subscribe([Subscription(topic)], deadline: limit)
        } catch {
            return try failed(.subscribe, error)
        }
        tell(.subscribe, "The broker lets this account hear of \(topic).")
        return try await echo(broker, messages)
    }

    private var limit: Instant { context.deadline.map { min($0, own) } ?? own }
    private var own: Instant { context.time.now + Self.patience }

    private func tell(_ kind: BrokerStep.Kind, _ text: String, tls: TLSFacts? = nil) {
        tell(BrokerStep(address: address, kind: kind, text: text, tls: tls))
    }

    /// Tells of a step that failed.
    /// - Throws: `interrupted` or `timedOut` where that is why.
    private func failed(_ kind: BrokerStep.Kind, _ error: BrokerError) throws(CommandFailure) -> Bool {
        if error.code == .cancelled { throw .interrupted }
        if context.hasExpired { throw late(at: kind) }
        let failure = CommandFailure(
            .failed, error.code.rawValue, fault: CommandFailure.Fault(error.fault), error.summary,
            advice: error.commandAdvice)
        tell(
            BrokerStep(address: address, kind: kind, text: "", failure: failure, tls: kind == .tls ? error.tls : nil))
        return false
    }

    /// Tells at which step the limit passed; that it did.
    private func late(at kind: BrokerStep.Kind) -> CommandFailure {
        let failure = CommandFailure(
            .timedOut, "timedOut", fault: .link,
            "The limit passed at the step \(kind.rawValue): \(safeText(address.description)) has not answered.",
            advice: kind == .tls
                ? "See whether that port speaks TLS, or give it longer with --timeout."
                : "See whether a broker is there, or give it longer with --timeout.")
        tell(BrokerStep(address: address, kind: kind, text: "", failure: failure))
        return failure
    }

    /// Follows one attempt to connect, from step to step.
    private func connect(_ broker: any Broker) async throws(CommandFailure) -> Bool {
        let events = broker.events()
        broker.connect()
        var (step, reached) = (BrokerStep.Kind.name, ConnectionStep.resolving)
        while true {
            switch await events.next(until: context.deadline, on: context.time) {
            case .event(.state(.connecting(_, let now))):
                reached = now
                // What TLS found is told when the attempt is through.
                if now != .resolving, step == .name { step = passed(.name) }
                if now == .securing || now == .loggingIn, step == .connection { step = passed(.connection) }
            case .event(.state(.connected(let connection))):
                _ = passed(.tls, connection.tls)
                tell(.login, "The broker lets \(settings.login.map { "\"\($0.user)\"" } ?? "everybody") in.")
                return true
            case .event(.state(.waiting(let error, _))):
                let end = end(of: error, at: reached)
                if step == .name, end != .name { step = passed(.name) }
                if step == .connection, end != .connection, !error.isOfOwnFiles { step = passed(.connection) }
                if end == .login { _ = passed(.tls, error.tls) }
                return try failed(end, error)
            case .event: continue
            case .timedOut:
                let end = end(at: reached)
                if step == .name, end != .name { step = passed(.name) }
                if step == .connection, end != .connection { step = passed(.connection) }
                if end == .login { _ = passed(.tls) }
                throw late(at: end)
            case .cancelled, .ended: throw .interrupted
            }
        }
    }

    /// The step at which an attempt failed that was known to have come as far as `reached`. On a quick way it may have come
    /// further in one go.
    private func end(of error: BrokerError, at reached: ConnectionStep) -> BrokerStep.Kind {
        if error.isOfOwnFiles || error.isOfTLS { return .tls }
        return if reached == .reaching, error.code == .connectionLost { end(at: .securing) } else { end(at: reached) }
    }

    private func end(at reached: ConnectionStep) -> BrokerStep.Kind {
        switch reached {
        case .resolving: .name
        case .reaching: .connection
        case .securing: settings.tls == nil ? .login : .tls
        case .loggingIn: .login
        }
    }

    /// Tells of a step of the attempt that went well; the next one.
    private func passed(_ kind: BrokerStep.Kind, _ tls: TLSFacts? = nil) -> BrokerStep.Kind {
        switch kind {
        case .name:
            tell(.name, "The host \(address.host) is known.")
            return .connection
        case .connection:
            tell(.connection, "Something listens at \(address).")
            return .tls
        default:
            let isOpen = settings.tls == nil
            tell(
                .tls, isOpen ? "The connection is not protected, as the settings say." : "The connection is protected.",
                tls: tls)
            return .login
        }
    }

    /// Sends a message, and waits until it comes back.
    private func echo(_ broker: any Broker, _ messages: MessageBroker.MessageStream) async throws(CommandFailure)
        -> Bool
    {
        let text = String((0..<16).compactMap { _ in "0123456789abcdef".randomElement() })
        let (began, limit) = (context.time.now, limit)
        do throws(BrokerError) {
            try await broker.publish(Message(topic: topic, text: text), deadline: limit)
        } catch {
            return try failed(.echo, error)
        }
        while true {
            switch await messages.next(until: limit, on: context.time) {
            case .event(let batch):
                guard batch.contains(where: { $0.topic == topic && $0.body == Array(text.utf8) }) else { continue }
                tell(.echo, "A message came back after \(context.time.now.milliseconds(since: began)) ms.")
                return true
            case .timedOut: return try failed(.echo, noEcho)
            case .cancelled, .ended: throw .interrupted
            }
        }
    }

    private var noEcho: BrokerError {
        BrokerError(
            BrokerError.Code(rawValue: "noEcho"), fault: .broker,
            summary: "The broker took a message to \(topic) and did not bring it back.", state: "",
            advice:
                "Its access rules most likely do not let this account write or read there: name a topic that they allow "
                + "with --topic, or have them changed.")
    }
}

extension BrokerError {
    /// Whether a file of this machine is why nothing was tried.
    fileprivate var isOfOwnFiles: Bool { [.authoritiesUnreadable, .clientCertificateUnreadable].contains(code) }

    /// Whether the two ends did not agree on how to protect the connection.
    fileprivate var isOfTLS: Bool {
        [
            .certificateExpired, .certificateNotYetValid, .wrongHost, .unknownAuthority, .clientCertificateRefused,
            .tlsFailed,
        ].contains(code)
    }
}
