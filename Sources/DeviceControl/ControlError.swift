public import DeviceDirectory
public import MessageBroker
import ProvisioningProtocols
public import Runtime

/// Why a device could not be steered, for a program to decide on and for a person to read.
public struct ControlError: ExplainedError {
    /// The kinds of failure. An open set.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, stable.
        public let rawValue: String

        /// The kind of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no connection to the broker.
        public static var noBroker: Code { Code(rawValue: "noBroker") }
        /// The device is not there.
        public static var deviceOffline: Code { Code(rawValue: "deviceOffline") }
        /// A later command to the same device took this one's place before it was sent.
        public static var replaced: Code { Code(rawValue: "replaced") }
        /// The command was sent, and the device did not report what was asked of it in time.
        public static var unconfirmed: Code { Code(rawValue: "unconfirmed") }
        /// The device answered the command with another state than was asked for.
        public static var notObeyed: Code { Code(rawValue: "notObeyed") }
        /// The broker did not take the command, or may not have.
        public static var notSent: Code { Code(rawValue: "notSent") }
        /// The broker does not let the device be heard.
        public static var notHeard: Code { Code(rawValue: "notHeard") }
        /// The topic cannot be used.
        public static var invalidTopic: Code { Code(rawValue: "invalidTopic") }
        /// The calling task was cancelled.
        public static var cancelled: Code { Code(rawValue: "cancelled") }
        /// The control was ended.
        public static var closed: Code { Code(rawValue: "closed") }
    }

    /// Whose fault a failure is.
    public enum Fault: String, Hashable, Sendable {
        /// What was asked for.
        case caller
        /// The device.
        case device
        /// The broker, or the way to it.
        case broker
    }

    /// What kind of failure it is.
    public let code: Code
    /// Whose fault it is.
    public let fault: Fault
    /// What failed, a whole sentence.
    public let summary: String
    /// What the state is now, a whole sentence.
    public let state: String
    /// What to do next, a whole sentence.
    public let advice: String
    /// What the broker's connection said, where it is the cause.
    public let brokerError: BrokerError?
    /// What the device reported instead, where that is the failure.
    public let reported: DeviceState?

    /// A failure of these facts.
    public init(
        _ code: Code, fault: Fault, summary: String, state: String, advice: String, brokerError: BrokerError? = nil,
        reported: DeviceState? = nil
    ) {
        self.code = code
        self.fault = fault
        self.summary = summary
        self.state = state
        self.advice = advice
        self.brokerError = brokerError
        self.reported = reported
    }
}

extension ControlError {
    private static let unsent = "The command was not sent, and will not be."

    static func invalidTopic(_ topic: String, _ fault: String) -> ControlError {
        let shown = topic.prefix(40).unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
        return ControlError(
            .invalidTopic, fault: .caller, summary: "The topic \"\(shown)\" \(fault).", state: "Nothing was sent.",
            advice: "Give the device another topic.")
    }

    static func noBroker(_ state: BrokerState) -> ControlError {
        var reason: BrokerError?
        if case .waiting(let error, _) = state { reason = error }
        return ControlError(
            .noBroker, fault: .broker,
            summary: "There is no connection to the broker." + (reason.map { " \($0.summary)" } ?? ""), state: unsent,
            advice: reason?.advice ?? "Connect, and try again.", brokerError: reason)
    }

    static func deviceOffline(_ address: ControlAddress, hasWaited: Bool = false) -> ControlError {
        ControlError(
            .deviceOffline, fault: .device,
            summary: "The device \(address.id) is offline\(hasWaited ? " and did not come back in time" : "").",
            state: unsent,
            advice: "See whether it has power and its network"
                + (hasWaited ? ", and try again." : ", or let the command wait for it."))
    }

    static func replaced(_ address: ControlAddress) -> ControlError {
        ControlError(
            .replaced, fault: .caller,
            summary: "A later command to the device \(address.id) took the place of this one.", state: unsent,
            advice: "")
    }

    /// The device answered with `other`, and reported nothing else for `limit` milliseconds, or until the end.
    static func notObeyed(
        _ address: ControlAddress, _ other: DeviceState, within limit: UInt32
    ) -> ControlError {
        let mode = other.mode.map { ", mode \($0)" } ?? ""
        return ControlError(
            .notObeyed, fault: .device, summary: "The device \(address.id) did not do what was asked of it.",
            state:
                "It reported \(other.isOn ? "on" : "off")\(mode), and nothing else within \((limit + 999) / 1000) s; whether it "
                + "obeys later is not known.",
            advice:
                "It may not have that mode, may not have been able to switch, or may be slow; its own log tells more.",
            reported: other)
    }

    /// The device did not report in time. Without a connection it cannot have been heard, which says nothing of the device.
    static func unconfirmed(_ address: ControlAddress, _ broker: BrokerState) -> ControlError {
        guard case .connected = broker else { return unheard(address, broker) }
        return ControlError(
            .unconfirmed, fault: .device,
            summary: "The device \(address.id) did not report what was asked of it in time.",
            state: "The broker has the command; whether the device obeyed is not known.",
            advice: "See whether it is there, and try again.")
    }

    private static func unheard(_ address: ControlAddress, _ broker: BrokerState) -> ControlError {
        var reason: BrokerError?
        if case .waiting(let error, _) = broker { reason = error }
        return ControlError(
            .unconfirmed, fault: .broker,
            summary: "The connection to the broker was lost before the device \(address.id) reported."
                + (reason.map { " \($0.summary)" } ?? ""),
            state: "The command was sent; whether the device obeyed is not known.",
            advice: reason?.advice ?? "See whether the broker runs, and try again.", brokerError: reason)
    }

    static func notSent(_ error: BrokerError) -> ControlError {
        let code: Code = error.code == .cancelled ? .cancelled : error.code == .closed ? .closed : .notSent
        return ControlError(
            code, fault: .broker, summary: error.summary, state: error.state, advice: error.advice, brokerError: error)
    }

    /// Why devices cannot be listened to.
    static func notListening(_ error: BrokerError, _ state: BrokerState) -> ControlError {
        func make(_ code: Code, _ fault: Fault, _ cause: BrokerError, _ state: String) -> ControlError {
            ControlError(
                code, fault: fault, summary: cause.summary, state: state, advice: cause.advice, brokerError: cause)
        }
        let nothing = "Devices are not listened to."
        switch error.code {
        case .cancelled: return make(.cancelled, .caller, error, nothing)
        case .closed: return make(.closed, .caller, error, nothing)
        case .subscriptionRefused: return make(.notHeard, .broker, error, nothing)
        default:
            // Why there is no connection says more than that no answer came.
            if case .waiting(let reason, _) = state { return make(.noBroker, .broker, reason, nothing) }
            return make(.noBroker, .broker, error, nothing)
        }
    }

    static func cancelled(isSent: Bool = false) -> ControlError {
        ControlError(
            .cancelled, fault: .caller, summary: "The command was cancelled.",
            state: isSent ? "It was sent before: the device may still obey." : unsent, advice: "")
    }

    static func closed() -> ControlError {
        ControlError(.closed, fault: .caller, summary: "The control was ended.", state: unsent, advice: "")
    }
}
