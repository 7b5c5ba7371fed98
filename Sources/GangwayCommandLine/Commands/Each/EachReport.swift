import Provisioning
import ProvisioningProtocols

/// What became of one device of `join --each`.
struct EachReport: Sendable {
    /// How it ended.
    enum End: Sendable {
        /// It was given the credentials, now or, as the journal and the device say, before.
        case joined(JoinOutcome)
        /// It has a network already, as it says itself: it was left alone.
        case provisioned
        /// The journal says that it was set up before: it was left alone.
        case doneBefore
        /// It could not be tried, or the trial broke off; the credentials may have reached it where `isSent`.
        case broken(CommandFailure, isSent: Bool)
    }

    let device: FoundDevice
    let end: End

    /// The status that `join` ends with for such a device.
    var status: ExitStatus {
        switch end {
        case .joined(let outcome): outcome.status
        case .provisioned, .doneBefore: .done
        case .broken(let failure, let isSent):
            isSent && failure.status != .interrupted ? .unknownOutcome : failure.status
        }
    }

    /// The result's name in JSON.
    var name: String {
        switch end {
        case .joined(let outcome): outcome.name
        case .provisioned: "provisioned"
        case .doneBefore: "doneBefore"
        case .broken(_, let isSent): isSent ? "unknown" : "error"
        }
    }

    /// The object that `join --each --json` prints.
    var json: JSONObject {
        var address: IPv4Address?
        var signal: SignalStrength?
        var reason: String?
        var text: String?
        var advice: String?
        switch end {
        case .joined(.connected(let itsAddress, let itsSignal)): (address, signal) = (itsAddress, itsSignal)
        case .joined(let outcome): (reason, text, advice) = (outcome.reason, outcome.text, outcome.advice)
        case .broken(let failure, _):
            (reason, text) = (failure.code, failure.message)
            if !failure.advice.isEmpty { advice = failure.advice }
        case .provisioned, .doneBefore: break
        }
        return [
            "event": .string("result"), "id": .string(device.identifier), "name": .optional(device.name),
            "result": .string(name), "status": .integer(Int(status.rawValue)),
            "address": .optional(address?.description), "rssi": .optional(signal.map { Int($0.rawValue) }),
            "reason": .optional(reason), "text": .optional(text), "advice": .optional(advice),
        ]
    }

    /// The line for a person.
    var line: String {
        let said: String
        switch end {
        case .joined(let outcome): said = safeText(outcome.description)
        case .provisioned: said = "left alone: it has a network already"
        case .doneBefore: said = "left alone: the journal says that it is done"
        case .broken(let failure, let isSent):
            let texts = [isSent ? "unknown." : "not set up.", failure.message, failure.advice]
            said = texts.filter { !$0.isEmpty }.joined(separator: " ")
        }
        return device.label + ": " + said
    }
}

/// What became of all of them.
struct EachTally: Sendable {
    /// The reports by the names of their results, in the order in which they are told.
    private(set) var counts: [(name: String, count: Int)] = [
        "connected", "accepted", "provisioned", "doneBefore", "failed", "unknown", "error",
    ].map { ($0, 0) }
    private var statuses: Set<ExitStatus> = []
    /// How many were heard and not begun with.
    var waiting = 0
    /// Why it ended before all were tried: a failure's code; `nil` where it did not.
    var stopped: String?

    /// Takes a report.
    mutating func note(_ report: EachReport) {
        if let place = counts.firstIndex(where: { $0.name == report.name }) { counts[place].count += 1 }
        if report.status != .done { statuses.insert(report.status) }
    }

    /// How many took the credentials.
    var joined: Int { counts.reduce(0) { ["connected", "accepted"].contains($1.name) ? $0 + $1.count : $0 } }

    /// How many there were.
    var devices: Int { counts.reduce(waiting) { $0 + $1.count } }

    /// Done where all are, their status where those that are not share one, otherwise failed.
    var status: ExitStatus {
        var all = statuses
        if stopped == "timedOut" {
            if waiting > 0 { all.insert(.timedOut) }
        } else if stopped != nil {
            return .failed
        }
        guard let first = all.first else { return .done }
        return all.count == 1 ? first : .failed
    }

    /// The object that ends the output.
    var json: JSONObject {
        var object: JSONObject = ["event": .string("summary"), "devices": .integer(devices)]
        for (name, count) in counts { object.append(name, .integer(count)) }
        object.append("waiting", .integer(waiting))
        object.append("stopped", .optional(stopped))
        return object
    }

    /// The line for a person that ends the output.
    var line: String {
        let words = ["doneBefore": "done before", "provisioned": "had a network", "error": "not set up"]
        let told = (counts + [("waiting", waiting)]).filter { $0.1 > 0 }.map { "\($0.1) \(words[$0.0] ?? $0.0)" }
        return "\(devices) device\(devices == 1 ? "" : "s"): " + told.joined(separator: ", ") + "."
    }
}
