import Provisioning
import ProvisioningProtocols
import Runtime

/// Finds out from the device how a network that was named is secured, before a passphrase is asked for.
struct NetworkLookup {
    let context: CommandContext
    /// Whether one line of the terminal is this device's alone.
    var isAlone = true

    /// How long the device's list is waited for; the network is taken as it was typed in afterwards.
    private static let patience: UInt32 = 10_000

    /// The choice with the security that the device sees.
    /// - Throws: where the network is one that cannot be joined as it was asked for, before anything was sent.
    func settle(
        _ choice: NetworkChoice, _ session: ProvisioningSession
    ) async throws(CommandFailure) -> NetworkChoice {
        guard !choice.isHidden, session.capabilities.listsNetworks else { return choice }
        return try choice.settled(by: try await look(for: choice, session))
    }

    /// How the access points of that name are secured. The rest of the list is not waited for once the answer is clear.
    private func look(
        for choice: NetworkChoice, _ session: ProvisioningSession
    ) async throws(CommandFailure) -> [Security] {
        let now = context.time.now
        var limit = now + Self.patience
        // What is left of the limit is for the join.
        if let deadline = context.deadline {
            limit = min(
                limit, now + (deadline > now ? UInt32(clamping: deadline.milliseconds - now.milliseconds) / 2 : 0))
        }
        let isLive = context.console.isLive && isAlone
        if isLive { context.console.put("\r\u{1B}[KLooking for \(quoted(choice.ssid))...") }
        defer { if isLive { context.console.put("\r\u{1B}[K") } }
        let events = session.networkEvents()
        var seen: [Security] = []
        while true {
            switch await events.next(until: limit, on: context.time) {
            case .event(.found(let point)) where point.ssid == choice.ssid:
                seen.append(point.security)
                if choice.accepts(point.security) { return seen }
            case .event(.found), .event(.restarted): continue
            case .event(.ended(let list)):
                if seen.isEmpty, list.isComplete, isAlone { tell(choice, isNotIn: list, of: session.device) }
                return seen
            case .ended, .timedOut: return seen
            case .cancelled: throw .interrupted
            case .failed(let error):
                // A device that sends no list may join all the same; one that is gone cannot.
                if error.code == .disconnected { throw CommandFailure(error, of: session) }
                return seen
            }
        }
    }
}

extension NetworkLookup {
    /// How many other networks are named at most.
    private static let named = 5

    /// Says that the device does not see the network, before a passphrase goes out: its name may be mistyped.
    private func tell(_ choice: NetworkChoice, isNotIn list: NetworkList, of device: FoundDevice) {
        let text = Self.text(choice.ssid, isNotIn: list)
        context.console.emit([
            "event": .string("notice"), "id": .string(device.identifier), "code": .string("networkNotSeen"),
            "text": .string(text),
        ])
        if context.console.isLive { context.console.put("\r\u{1B}[K") }
        context.console.say("Note: \(text)")
    }

    /// That `ssid` is not in a device's list, and which names are: those that differ in capitals alone, or else the strongest.
    static func text(_ ssid: SSID, isNotIn list: NetworkList) -> String {
        var names: [String] = []
        for network in list.merged where !network.isHidden && !names.contains(network.ssid.description) {
            names.append(network.ssid.description)
        }
        let alike = names.filter { $0.lowercased() == ssid.description.lowercased() }
        if !alike.isEmpty { names = alike }
        let others = names.prefix(named).map { "\"" + $0 + "\"" }.joined(separator: ", ")
        let more = names.count > named ? " and \(names.count - named) more" : ""
        return "the device does not see \(quoted(ssid)); "
            + (names.isEmpty ? "it sees no network." : "it sees \(others)\(more). Names count to the letter.")
    }
}

extension CommandFailure {
    /// There is a passphrase, and the device sees no network of that name but an open one: not the one that is meant.
    static func passphraseNotTaken(_ ssid: SSID) -> CommandFailure {
        CommandFailure(
            .failed, "passphraseNotTaken", fault: .caller,
            "\(quoted(ssid)) is open where the device is, and takes no passphrase. Nothing was sent.",
            advice: "Is it the network that is meant? If so, leave the passphrase out and say --open.")
    }
}

extension NetworkChoice {
    /// Finds out that a passphrase cannot be the network's, by its length.
    /// - Throws: `invalidPassphrase`, before anything was sent.
    func check(_ passphrase: borrowing Passphrase) throws(CommandFailure) {
        let limits = CredentialLimits(carriesHexKeys: true, carriesEnterprise: false)
        do throws(CredentialFault) { try limits.check(ssid: ssid, passphrase: passphrase, security: security) } catch {
            switch error {
            case .passphraseTooShort, .passphraseTooLong, .malformedWEPKey:
                throw CommandFailure(
                    .failed, "invalidPassphrase", fault: .caller, "The credentials were not sent: \(error).",
                    advice: "Check the passphrase.")
            default: return  // what else is wrong is told by who would send it
            }
        }
    }

    /// Whether an access point of this security settles the choice. An open one does not where none was asked for: there
    /// may be a secured one of the same name, which is then meant.
    func accepts(_ other: Security) -> Bool {
        security == .open ? other == .open : other.needsPassphrase && other != .wpa2Enterprise
    }

    /// The choice with one of the securities that the device sees for its name; as it was typed in where it sees none.
    func settled(by seen: [Security]) throws(CommandFailure) -> NetworkChoice {
        guard !seen.isEmpty else { return self }
        if let fitting = seen.first(where: accepts) {
            return NetworkChoice(ssid: ssid, security: fitting, isHidden: isHidden)
        }
        if seen.contains(.open), security != .open {
            return NetworkChoice(ssid: ssid, security: .open, isHidden: isHidden)
        }
        if seen.contains(.wpa2Enterprise) {
            throw CommandFailure(
                .failed, "unsupportedSecurity", fault: .caller,
                "\(quoted(ssid)) wants a user's own credentials (wpa2-enterprise), which cannot be given. Nothing was sent.",
                advice: "Choose a network with a passphrase.")
        }
        throw CommandFailure(
            .failed, "passphraseNeeded", fault: .caller,
            "\(quoted(ssid)) needs a passphrase: the device sees it as \(seen.map(\.description).joined(separator: ", ")). Nothing was sent.",
            advice: "Leave --open out.")
    }
}
