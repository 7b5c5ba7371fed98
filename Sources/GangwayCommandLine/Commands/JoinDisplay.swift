import DeviceDirectory
import Onboarding
import Provisioning
import ProvisioningProtocols

/// How a join is shown: a line that is rewritten on a terminal, plain lines otherwise, objects for a program.
struct JoinDisplay {
    let console: Console
    let ssid: SSID
    /// Whether the credentials may have reached the device.
    private(set) var isSent = false
    /// Whether the device was waited for, without a link to it.
    private(set) var hasWaited = false
    private var hasOpenLine = false

    init(console: Console, ssid: SSID) {
        self.console = console
        self.ssid = ssid
    }

    /// Shows a step of the flow.
    mutating func show(_ step: OnboardingStep) {
        switch step {
        case .joining(let step): progress(step)
        case .joinEnded(let outcome): end(outcome)
        case .listening: line("listening", "Listening to the broker")
        case .waiting:
            hasWaited = true
            line("waiting", "Waiting until the device is heard from over the broker")
        case .heard: line("heard", "The device is heard from")
        case .found, .connected, .listed: break
        }
    }

    /// Shows a step of the join.
    private mutating func progress(_ step: JoinProgress) {
        if step >= .writing { isSent = true }
        line(step.description, Self.text(step))
    }

    private mutating func line(_ step: String, _ text: String) {
        console.emit(Self.json(step: step))
        if console.isLive {
            console.put("\r\u{1B}[K\(text)...")
            hasOpenLine = true
        } else {
            console.say(text)
        }
    }

    /// Ends the line that is being rewritten.
    mutating func close() {
        if hasOpenLine { console.put("\r\u{1B}[K") }
        hasOpenLine = false
    }

    /// Shows how the join ended.
    private mutating func end(_ outcome: JoinOutcome) {
        close()
        console.emit(Self.json(outcome, ssid))
        console.say(sentence(outcome))
    }

    /// Shows how it all ended, beyond the join.
    mutating func end(_ outcome: OnboardingOutcome) {
        close()
        switch outcome {
        case .joinEnded: break
        case .listed(let device, let isNew):
            console.emit(Self.json(device, isNew: isNew))
            let place = device.category.map { " in \(safeText($0))" } ?? ""
            let again = isNew ? "" : " as before"
            console.say("Listed\(again) as \(safeText(device.name).debugDescription)\(place).")
        case .notHeard(let why):
            console.emit(Self.json(why))
            console.say(safeText(why.summary))
            console.say(safeText(why.advice))
        }
    }

    /// The object that `join --json` prints for a step that is reached.
    static func json(step: String) -> JSONObject { ["event": .string("progress"), "step": .string(step)] }

    /// The object that `join --json` prints for a device that is listed now.
    static func json(_ device: Device, isNew: Bool) -> JSONObject {
        [
            "event": .string("listed"), "id": .string(device.id.description), "name": .string(device.name),
            "topic": .string(device.topic), "kind": .optional(device.kind), "category": .optional(device.category),
            "new": .boolean(isNew),
        ]
    }

    /// The object that `join --json` prints for a device that was not heard from.
    static func json(_ why: NotHeard) -> JSONObject {
        [
            "event": .string("notHeard"), "id": .string(why.address.id.description),
            "topic": .string(why.address.topic.text), "reason": .string(why.reason.name),
            "text": .string(why.summary), "advice": .string(why.advice),
        ]
    }

    /// The object that `join --json` prints at the end.
    static func json(_ outcome: JoinOutcome, _ ssid: SSID) -> JSONObject {
        var address: IPv4Address?
        var signal: SignalStrength?
        if case .connected(let itsAddress, let itsSignal) = outcome { (address, signal) = (itsAddress, itsSignal) }
        return [
            "event": .string("outcome"), "outcome": .string(outcome.name), "ssid": .string(ssid.description),
            "ssidHex": .string(hexText(ssid.bytes)), "address": .optional(address?.description),
            "rssi": .optional(signal.map { Int($0.rawValue) }), "reason": .optional(outcome.reason),
            "text": .optional(outcome.text), "advice": .optional(outcome.advice),
        ]
    }

    private func sentence(_ outcome: JoinOutcome) -> String {
        switch outcome {
        case .connected(let address, let signal):
            let facts = [address.map { "address \($0)" }, signal.map { "signal \($0)" }]
            return "Connected to \(quoted(ssid))" + facts.compactMap(\.self).map { ", " + $0 }.joined() + "."
        case .accepted:
            return "The device took the credentials for \(quoted(ssid)); it shows itself when it is on the network."
        case .failed(let failure, let message):
            let said = message.isEmpty ? "" : " The device says: " + safeText(message)
            return "Not connected to \(quoted(ssid)): \(failure).\(said)" + (outcome.advice.map { " " + $0 } ?? "")
        case .unknown(let why):
            return "Unknown whether the device joined \(quoted(ssid)). \(why) `gangway status` asks it."
        }
    }

    private static func text(_ step: JoinProgress) -> String {
        switch step {
        case .writing: "Sending the credentials"
        case .written: "Sent; waiting for the device's answer"
        case .acknowledged: "The device has stored them"
        case .connecting: "The device is connecting"
        case .authenticating: "The device proves the passphrase"
        case .associating: "The device associates with the access point"
        case .obtainingAddress: "The device waits for an address"
        case .reconnecting: "The link was lost; connecting again to learn the outcome"
        default: "Step \(step.rawValue)"
        }
    }
}

extension JoinOutcome {
    /// The outcome's name in JSON.
    var name: String {
        switch self {
        case .connected: "connected"
        case .accepted: "accepted"
        case .failed: "failed"
        case .unknown: "unknown"
        }
    }

    /// Why, by its name in JSON.
    var reason: String? {
        switch self {
        case .connected, .accepted: nil
        case .failed(let failure, _): failure.name
        case .unknown(let why): why.name
        }
    }

    /// Why, in the device's own words where it gave any.
    var text: String? {
        switch self {
        case .connected, .accepted: nil
        case .failed(let failure, let message): message.isEmpty ? failure.description : message
        case .unknown(let why): why.description
        }
    }

    /// What to do now, where that does not go without saying.
    var advice: String? {
        guard case .failed(.replaced, _) = self else { return nil }
        return
            "Ask the device with `gangway status` which network it is on, and join again where it is to be on this one."
    }
}

extension NotHeard.Reason {
    /// The reason's name in JSON.
    fileprivate var name: String {
        switch self {
        case .silent: "silent"
        case .onlyKept: "onlyKept"
        case .onlyAsBefore: "onlyAsBefore"
        case .onlyBack: "onlyBack"
        case .noBroker: "noBroker"
        }
    }
}
