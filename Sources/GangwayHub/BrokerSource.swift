import GangwayCommandLine
import GangwayModel
import MessageBroker

/// What `--broker` names.
enum BrokerSource: Hashable, Sendable {
    /// A broker at an address.
    case plan(BrokerPlan)
    /// What the file at this path says.
    case file(String)

    /// What `text` names: an address where it is written as one, otherwise a file.
    /// - Throws: what an address lacks. It is not quoted, as a password may be in it.
    init(_ text: String) throws(HubFailure) {
        if let plan = BrokerPlan(url: text) {
            self = .plan(plan)
            return
        }
        guard !text.contains("://") else {
            throw .usage(
                "--broker takes mqtts://[USER@]HOST[:PORT], mqtt:// for one without TLS, or a file; a password is never an "
                    + "argument, the page's settings take it")
        }
        self = .file(text)
    }
}

extension BrokerPlan {
    /// The plan that `mqtts://[USER@]HOST[:PORT]` is, or `mqtt://` without TLS; `nil` for any other text.
    init?(url: String) {
        let isProtected = url.hasPrefix("mqtts://")
        guard isProtected || url.hasPrefix("mqtt://") else { return nil }
        var rest = url.drop { $0 != "/" }.dropFirst(2)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        var user: String?
        if let at = rest.lastIndex(of: "@") {
            // A password has no place in an argument, which others can read.
            guard at > rest.startIndex, !rest[..<at].contains(":") else { return nil }
            user = String(rest[..<at])
            rest = rest[rest.index(after: at)...]
        }
        guard let address = BrokerAddress(String(rest), isSecure: isProtected) else { return nil }
        self.init(addresses: [address], tls: isProtected ? TLSSettings() : nil, user: user)
    }
}
