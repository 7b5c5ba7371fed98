import DeviceDirectory
import MessageBroker

/// One step of `gangway broker test` at one address, and how it went.
struct BrokerStep {
    /// The steps, in their order.
    enum Kind: String, CaseIterable {
        /// The host's name is looked up.
        case name
        /// The host is called at its port.
        case connection
        /// The connection is protected, and the broker proves who it is.
        case tls
        /// The broker lets this account in.
        case login
        /// It lets the account hear of a topic.
        case subscribe
        /// A message to that topic comes back.
        case echo
    }

    let address: BrokerAddress
    let kind: Kind
    /// What was found, for a person, where it went well.
    let text: String
    /// Why it failed; `nil` where it went well.
    var failure: CommandFailure?
    /// How the connection is protected, where that is what was looked at.
    var tls: TLSFacts?

    /// The object that `broker test --json` prints.
    var json: JSONObject {
        [
            "event": .string("step"), "address": .string(address.description), "step": .string(kind.rawValue),
            "passed": .boolean(failure == nil), "message": .string(failure?.message ?? text),
            "code": .optional(failure?.code), "fault": .optional(failure?.fault.rawValue),
            "advice": .optional(failure.flatMap { $0.advice.isEmpty ? nil : $0.advice }),
            "tls": tls.map { .object($0.json) } ?? .null,
        ]
    }

    /// The lines for a person.
    var lines: [String] {
        let name = kind.rawValue.padded(to: 10)
        guard let failure else {
            return ["ok    \(name)  \(safeText(text))"] + (tls.map { $0.lines } ?? [])
        }
        return ["FAIL  \(name)  \(safeText(failure.message))"] + (tls.map { $0.lines } ?? [])
            + (failure.advice.isEmpty ? [] : [Self.indent + "try: " + safeText(failure.advice)])
    }

    fileprivate static let indent = "                  "
}

extension TLSFacts {
    /// The facts, for `--json`.
    var json: JSONObject {
        [
            "version": .optional(version.isEmpty ? nil : version), "cipher": .optional(cipher.isEmpty ? nil : cipher),
            "subject": .optional(certificate?.subject), "issuer": .optional(certificate?.issuer),
            "validFrom": .optional(certificate.map { timeText($0.validFrom) }),
            "validUntil": .optional(certificate.map { timeText($0.validUntil) }),
        ]
    }

    /// The facts, for a person.
    fileprivate var lines: [String] {
        var facts: [String] = []
        if !version.isEmpty { facts.append("\(version), \(cipher)") }
        if let certificate {
            facts += [
                "certificate of \(certificate.subject), by \(certificate.issuer)",
                "valid from \(timeText(certificate.validFrom)) until \(timeText(certificate.validUntil))",
            ]
        }
        return facts.map { BrokerStep.indent + safeText($0) }
    }
}

/// A moment in seconds since 1970 as RFC 3339, in UTC.
private func timeText(_ seconds: Int64) -> String { WallTime(milliseconds: seconds * 1000).description }

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
