import CMosquitto
import Glibc
import MessageBroker

/// What TLS found out about a broker during one attempt. Only the engine's thread touches it: OpenSSL calls back during calls
/// to it.
final class TLSVerdict {
    /// The name asked for by the handshake's server name indication; `nil` for an address in numbers, which must not be one
    /// (RFC 6066 §3).
    var serverName: String?
    /// Why the certificate was not accepted, as OpenSSL numbers it; `nil` where it was.
    var failure: Int32?
    /// The certificate that failed, or the broker's own.
    var certificate: CertificateFacts?
    /// What both ends agreed on; `nil` as long as they have not.
    var agreed: TLSFacts?
    /// All that is known of the protection.
    var learnt: TLSFacts? {
        agreed ?? certificate.map { TLSFacts(version: "", cipher: "", certificate: $0) }
    }
    /// The alert that the broker sent, where it was a fatal one (RFC 8446 §6.2).
    var alert: Int32?
    /// Whether the broker asked for a certificate of this end.
    var asksForCertificate = false
    /// Whether this end has one to show.
    var hasCertificate = false

    /// The one that belongs to a connection of OpenSSL's.
    static func of(_ connection: OpaquePointer?) -> TLSVerdict? {
        guard let connection, let context = SSL_get_SSL_CTX(connection) else { return nil }
        return SSL_CTX_get_ex_data(context, 0).map { Unmanaged<TLSVerdict>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Forgets the attempt before.
    func reset(serverName: String?) {
        self.serverName = serverName
        failure = nil
        certificate = nil
        agreed = nil
        alert = nil
        asksForCertificate = false
    }

    /// Has `context` tell what it finds. The verdict has to outlive the context.
    func attach(to context: OpaquePointer) {
        SSL_CTX_set_ex_data(context, 0, Unmanaged.passUnretained(self).toOpaque())
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER) { isAccepted, store in
            let index = SSL_get_ex_data_X509_STORE_CTX_idx()
            let connection = X509_STORE_CTX_get_ex_data(store, index).map { OpaquePointer($0) }
            TLSVerdict.of(connection)?.checked(store, isAccepted: isAccepted == 1)
            return isAccepted
        }
        SSL_CTX_set_cert_cb(
            context,
            { connection, _ in
                TLSVerdict.of(connection)?.asksForCertificate = true
                return 1
            }, nil)
        SSL_CTX_set_info_callback(context) { connection, place, value in
            TLSVerdict.of(connection)?.noted(connection, place, value)
        }
    }

    private func checked(_ store: OpaquePointer?, isAccepted: Bool) {
        guard failure == nil else { return }
        if !isAccepted { failure = X509_STORE_CTX_get_error(store) }
        if let current = X509_STORE_CTX_get_current_cert(store) { certificate = CertificateFacts(current) }
    }

    private func noted(_ connection: OpaquePointer?, _ place: Int32, _ value: Int32) {
        if place & SSL_CB_HANDSHAKE_START != 0, let connection {
            // The library names the host it was given, which is one in numbers.
            serverName.withPointer { name in
                _ = SSL_ctrl(connection, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name), name)
            }
        }
        // Now, since the broker may refuse the log-in in the same read, and the library then lets go of the connection.
        if place & SSL_CB_HANDSHAKE_DONE != 0, let connection { agreed = TLSFacts(connection, certificate) }
        // The upper byte is the level: 2 is fatal. In TLS 1.3 level 1 is only used for the end of the connection.
        if place & (SSL_CB_READ | SSL_CB_ALERT) == SSL_CB_READ | SSL_CB_ALERT, value >> 8 == 2 { alert = value & 0xFF }
    }
}

extension Optional where Wrapped == String {
    /// Lends the text, with a zero behind it, to `body`.
    fileprivate func withPointer(_ body: (UnsafeMutableRawPointer?) -> Void) {
        guard let self else { return body(nil) }
        self.withCString { body(UnsafeMutableRawPointer(mutating: $0)) }
    }
}

extension TLSFacts {
    /// What the ends of an OpenSSL connection agreed on.
    fileprivate init(_ connection: OpaquePointer, _ certificate: CertificateFacts?) {
        let cipher = SSL_get_current_cipher(connection).flatMap { SSL_CIPHER_get_name($0) }
        self.init(
            version: String(cString: SSL_get_version(connection)), cipher: cipher.map { String(cString: $0) } ?? "",
            certificate: certificate)
    }
}

extension CertificateFacts {
    /// The facts of an OpenSSL certificate.
    init(_ certificate: OpaquePointer) {
        self.init(
            subject: Self.text(of: X509_get_subject_name(certificate)),
            issuer: Self.text(of: X509_get_issuer_name(certificate)),
            validFrom: Self.seconds(of: X509_get0_notBefore(certificate)),
            validUntil: Self.seconds(of: X509_get0_notAfter(certificate)))
    }

    private static func text(of name: OpaquePointer?) -> String {
        var text = [CChar](repeating: 0, count: 256)
        X509_NAME_oneline(name, &text, Int32(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func seconds(of time: UnsafePointer<ASN1_TIME>?) -> Int64 {
        var parts = tm()
        return ASN1_TIME_to_tm(time, &parts) == 1 ? Int64(timegm(&parts)) : 0
    }
}
