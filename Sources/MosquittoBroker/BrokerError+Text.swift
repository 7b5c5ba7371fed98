import Runtime
import Glibc
import MessageBroker

/// A moment as a person reads it, in UTC: `2026-11-30 08:15`.
func dateText(_ seconds: Int64) -> String {
    var parts = tm()
    var moment = time_t(seconds)
    guard gmtime_r(&moment, &parts) != nil else { return "\(seconds)" }
    let two = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min))"
}

extension BrokerError {
    private static let waits = "There is no connection; the next attempt comes by itself."

    static func system(_ what: String, _ number: Int32) -> BrokerError {
        BrokerError(
            .failed, fault: .system, summary: "This machine could not \(what): \(systemText(number)).", state: waits,
            advice: "Close other programs, or allow this one more.")
    }

    static func libraryMissing(_ why: String) -> BrokerError {
        BrokerError(
            .libraryMissing, fault: .system, summary: "libmosquitto cannot be loaded: \(why).",
            state: "No connection was tried.", advice: "Install it; on Debian: apt-get install libmosquitto1")
    }

    static func hostNotFound(_ host: String, _ why: String) -> BrokerError {
        BrokerError(
            .hostNotFound, fault: .network, summary: "The host \(host) was not found: \(why).", state: waits,
            advice: "Check the name, and whether this machine has a network.")
    }

    static func unreachable(_ address: BrokerAddress, _ number: Int32) -> BrokerError {
        switch number {
        case ECONNREFUSED:
            BrokerError(
                .connectionRefused, fault: .broker, summary: "Nothing listens at \(address).", state: waits,
                advice: "Check the port, and whether the broker runs.")
        default:
            BrokerError(
                .unreachable, fault: .network, summary: "\(address) cannot be reached: \(systemText(number)).",
                state: waits, advice: "Check the network.")
        }
    }

    static func attemptTimedOut(_ address: BrokerAddress, _ step: ConnectionStep) -> BrokerError {
        let summary =
            switch step {
            case .resolving: "Looking up \(address.host) took too long."
            case .reaching: "\(address) does not answer."
            case .securing: "\(address) answers, and agrees on no protection in time."
            case .loggingIn: "\(address) answers, and does not say whether it lets this program in."
            }
        return BrokerError(
            .timedOut, fault: step == .resolving ? .network : .broker, summary: summary, state: waits,
            advice: "Check the address and the network.")
    }

    static func connectionLost(_ address: BrokerAddress) -> BrokerError {
        BrokerError(
            .connectionLost, fault: .network, summary: "The connection to \(address) was lost.", state: waits,
            advice: "Wait, or check the network.")
    }

    /// A connection that was ended before the broker's consent. Some end it without a word over an edition that they do not know.
    static func closedAtOnce(_ address: BrokerAddress, _ version: BrokerSettings.Version) -> BrokerError {
        BrokerError(
            .connectionLost, fault: .network, summary: "\(address) took the connection and closed it at once.",
            state: waits,
            advice: "Check whether that is a broker, and whether it wants TLS at this port"
                + (version == .v5 ? ", and whether it speaks MQTT 5." : "."))
    }

    static func unanswered(_ address: BrokerAddress) -> BrokerError {
        BrokerError(
            .unanswered, fault: .network, summary: "\(address) does not answer any more.", state: waits,
            advice: "Wait, or check the network.")
    }

    static func protocolViolation(_ address: BrokerAddress) -> BrokerError {
        BrokerError(
            .protocolViolation, fault: .broker, summary: "\(address) sent what MQTT does not allow.", state: waits,
            advice: "Check whether that is a broker, and its version.")
    }

    static func tlsFailed(_ why: String) -> BrokerError {
        BrokerError(
            .tlsFailed, fault: .broker, summary: "The connection could not be protected: \(why).", state: waits,
            advice: "Check whether the broker speaks TLS at this port.")
    }

    static func authoritiesUnreadable(_ path: String, _ why: String) -> BrokerError {
        BrokerError(
            .authoritiesUnreadable, fault: .caller,
            summary: "The file of authorities, \(path), cannot be used: \(why).",
            state: waits, advice: "Give a readable file of certificates (PEM).")
    }

    static func clientCertificateUnreadable(_ path: String, _ why: String) -> BrokerError {
        BrokerError(
            .clientCertificateUnreadable, fault: .caller,
            summary: "The client's certificate or key, \(path), cannot be used: \(why).", state: waits,
            advice: "Give a readable certificate and its key (PEM).")
    }
}
