import Onboarding
import Provisioning
import ProvisioningProtocols
import Runtime

/// A passphrase that several joins at the same time share. It is wiped when the last of them lets it go.
final class SharedPassphrase: Sendable {
    private let passphrase: Passphrase

    /// Takes `passphrase` over.
    init(_ passphrase: consuming Passphrase) { self.passphrase = passphrase }

    /// A copy for one join.
    func copy() -> Passphrase { passphrase.copy() }
}

/// Sets up one device of `join --each`.
struct EachJob: Sendable {
    let context: CommandContext
    let provisioner: Provisioner
    let options: EachOptions
    let secret: SharedPassphrase
    let control: ControlWish
    let journal: JoinJournal?

    /// How long a device may go on with a join that an earlier run began, in milliseconds: what a join may take.
    private static let joinLimit: UInt32 = 45_000

    /// Connects to the device, sees whether it has a network, and gives it its credentials where it has none.
    func run(_ device: FoundDevice) async -> EachReport {
        do throws(CommandFailure) {
            let needs = try context.arguments.needsOfJoin()
            let end = try await context.withSession(on: device, of: provisioner, needing: needs) {
                session throws(CommandFailure) in
                try await setUp(session)
            }
            return EachReport(device: device, end: end)
        } catch {
            return EachReport(device: device, end: .broken(timely(error), isSent: false))
        }
    }

    private func setUp(_ session: ProvisioningSession) async throws(CommandFailure) -> EachReport.End {
        let id = session.device.identifier
        if let end = try await look(at: session, id) { return end }
        let address = try control.assignment(for: session)?.address
        let choice = try await NetworkLookup(context: context, isAlone: false).settle(options.choice, session)
        if choice.security == .open, options.choice.security != .open { throw .passphraseNotTaken(choice.ssid) }
        try choice.check(secret.copy())
        session.tellRecipient(on: context.console)
        address?.tell(on: context.console)
        try await journal?.begin(id)
        let end = try await join(choice, address, session)
        if case .joined(let outcome) = end { try await journal?.end(id, outcome) }
        return end
    }

    /// Asks a device whether it has a network, where that is not known; the end where it has. One that the journal leaves
    /// open may have joined since, or may be about to, or may have to be given its credentials again.
    private func look(
        at session: ProvisioningSession, _ id: String
    ) async throws(CommandFailure) -> EachReport.End? {
        let isOpen = await journal?.isOpen(id) ?? false
        guard isOpen || session.device.advertised == nil, session.capabilities.reportsStatus else { return nil }
        let status = isOpen ? try await settledStatus(of: session) : try await Self.status(of: session)
        switch status.state {
        case .connected where isOpen && status.ssid == options.choice.ssid:
            let outcome = JoinOutcome.connected(address: status.address, signal: status.signal)
            try await journal?.end(id, outcome)
            return .joined(outcome)
        case .notConfigured, .failed: return nil
        case .connected: return .provisioned
        case .disconnected, .associating, .authenticating, .obtainingAddress: return isOpen ? nil : .provisioned
        }
    }

    private static func status(of session: ProvisioningSession) async throws(CommandFailure) -> DeviceStatus {
        do throws(ProvisioningError) { return try await session.status() } catch { throw CommandFailure(error) }
    }

    /// Where a device stands that was given its credentials before. While it joins with them it is waited for, as long as a
    /// join may take: it needs nothing more.
    private func settledStatus(of session: ProvisioningSession) async throws(CommandFailure) -> DeviceStatus {
        let end = context.time.now + Self.joinLimit
        let limit = context.deadline.map { min($0, end) } ?? end
        var status = try await Self.status(of: session)
        guard isJoining(status) else { return status }
        let events = session.statusEvents()
        while isJoining(status) {
            switch await events.next(until: limit, on: context.time) {
            case .event(let news): status = news
            case .timedOut where !context.hasExpired: return status
            case .timedOut, .cancelled, .ended: throw timely(.interrupted)
            case .failed(let error): throw CommandFailure(error)
            }
        }
        return try await Self.status(of: session)  // an event may lack the address
    }

    private func isJoining(_ status: DeviceStatus) -> Bool {
        switch status.state {
        case .associating, .authenticating, .obtainingAddress: status.ssid == options.choice.ssid
        default: false
        }
    }

    private func join(
        _ choice: NetworkChoice, _ address: ControlAddress?, _ session: ProvisioningSession
    ) async throws(CommandFailure) -> EachReport.End {
        let credentials = try context.arguments.credentials(for: choice, secret.copy())
        let events = session.joinEvents(credentials, steeredAt: address, deadline: context.deadline)
        var isSent = false
        while true {
            switch await events.next(until: nil, on: context.time) {
            case .event(.progress(let step)):
                if step >= .writing { isSent = true }
                context.console.detail("\(session.device.label): \(step)")
            case .event(.ended(let outcome)): return .joined(outcome)
            case .timedOut, .cancelled, .ended:
                return .broken(timely(isSent ? .interruptedAfterSending : .interrupted), isSent: isSent)
            case .failed(let error): return .broken(CommandFailure(error), isSent: isSent)
            }
        }
    }

    /// What interrupted a device is the limit, where that has passed.
    private func timely(_ failure: CommandFailure) -> CommandFailure {
        guard failure.status == .interrupted, context.hasExpired else { return failure }
        return CommandFailure(.timedOut, "timedOut", fault: .link, "The limit passed before it was done.")
    }
}
