import CMosquitto
import MessageBroker

extension BrokerError {
    /// Why TLS failed, where it says so: OpenSSL's verdict on the certificate, or the broker's on ours.
    static func tls(
        _ verdict: TLSVerdict, notes: [String], address: BrokerAddress, now: Int64
    ) -> BrokerError? {
        if let failure = verdict.failure {
            return certificate(failure, verdict.certificate, address: address, now: now)
        }
        if let alert = verdict.alert { return refusedByBroker(alert, address) }
        guard let note = notes.last else { return nil }
        // `OpenSSL Error[0]: error:0A00010B:SSL routines::wrong version number`
        let reason = note.split(separator: ":").last.map(String.init) ?? note
        let isNoTLS = ["wrong version number", "packet length too long", "http request"].contains(reason)
        return tlsFailed(isNoTLS ? "\(address) does not speak TLS" : reason)
    }

    private static func certificate(
        _ failure: Int32, _ facts: CertificateFacts?, address: BrokerAddress, now: Int64
    ) -> BrokerError {
        switch failure {
        case X509_V_ERR_CERT_HAS_EXPIRED: expired(facts, address, now)
        case X509_V_ERR_CERT_NOT_YET_VALID: notYetValid(facts, address, now)
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: wrongHost(facts, address)
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_CERT_SIGNATURE_FAILURE, X509_V_ERR_CERT_UNTRUSTED:
            unknownAuthority(facts, address)
        default:
            tlsFailed(
                "the certificate of \(address) was not accepted: "
                    + String(cString: X509_verify_cert_error_string(Int(failure))))
        }
    }

    private static func expired(_ facts: CertificateFacts?, _ address: BrokerAddress, _ now: Int64) -> BrokerError {
        let until = facts.map { "held until \(dateText($0.validUntil)) UTC" } ?? "has expired"
        return BrokerError(
            .certificateExpired, fault: isClockFarOff(now) ? .system : .broker,
            summary: "The certificate of \(address) \(until), and this machine's clock says \(dateText(now)).",
            state: untouched, advice: isClockFarOff(now) ? setClock : "Have the broker's certificate renewed.")
    }

    private static func notYetValid(_ facts: CertificateFacts?, _ address: BrokerAddress, _ now: Int64) -> BrokerError {
        let from = facts.map { "holds from \(dateText($0.validFrom)) UTC on" } ?? "does not hold yet"
        return BrokerError(
            .certificateNotYetValid, fault: isClockFarOff(now) ? .system : .broker,
            summary: "The certificate of \(address) \(from), and this machine's clock says \(dateText(now)).",
            state: untouched,
            advice: isClockFarOff(now) ? setClock : "Check this machine's clock, or have another certificate made.")
    }

    private static func wrongHost(_ facts: CertificateFacts?, _ address: BrokerAddress) -> BrokerError {
        let whose = facts.map { " (it is that of \($0.subject))" } ?? ""
        return BrokerError(
            .wrongHost, fault: .broker, summary: "The certificate is not for the host \(address.host)\(whose).",
            state: untouched, advice: "Use the name that the certificate is for, or have one made for this host.")
    }

    private static func unknownAuthority(_ facts: CertificateFacts?, _ address: BrokerAddress) -> BrokerError {
        let who = facts.map { ", \($0.issuer)," } ?? ""
        return BrokerError(
            .unknownAuthority, fault: .broker,
            summary: "The certificate of \(address) is vouched for by an authority\(who) that is not trusted here.",
            state: untouched, advice: "Give the file of the broker's own authority, or have that one trusted.")
    }

    /// What a connection that was lost before the broker's answer most likely died of, where the broker asked for a certificate.
    /// In TLS 1.3 its alert comes when the client takes itself for connected, and what the client writes then may meet a closed
    /// socket before the alert is read.
    static func lostOverCertificate(_ verdict: TLSVerdict, _ address: BrokerAddress) -> BrokerError? {
        guard verdict.asksForCertificate else { return nil }
        return refusedByBroker(verdict.hasCertificate ? SSL_AD_BAD_CERTIFICATE : certificateRequired, address)
    }

    /// RFC 8446 §6: the alert for a certificate that is missing.
    private static let certificateRequired: Int32 = 116

    private static func refusedByBroker(_ alert: Int32, _ address: BrokerAddress) -> BrokerError {
        let isOfCertificate = (42...49).contains(alert) || alert == certificateRequired
        guard isOfCertificate else {
            let text = SSL_alert_desc_string_long(alert).map { String(cString: $0) } ?? "alert \(alert)"
            return tlsFailed("\(address) ended it with \"\(text)\"")
        }
        let isMissing = alert == certificateRequired
        return BrokerError(
            .clientCertificateRefused, fault: .caller,
            summary: isMissing
                ? "\(address) asks for a client's certificate."
                : "\(address) does not accept the client's certificate.",
            state: untouched, advice: "Give a certificate that the broker's authority made out.")
    }

    private static let untouched = "Nothing was sent, no password either; the next attempt comes by itself."
    private static let setClock = "Set this machine's clock."

    /// Whether a clock shows a time at which this program cannot run: before 2026, or after 2100.
    private static func isClockFarOff(_ now: Int64) -> Bool { now < 1_767_225_600 || now > 4_102_444_800 }
}
