import Runtime
import CMosquitto
import Glibc
import MessageBroker

/// OpenSSL's context of one connection of the library's: who vouches for the broker, what name it has to have, and what this
/// end shows of itself. The library's own says of a failure only that there was one.
final class TLSContext {
    let verdict = TLSVerdict()
    /// OpenSSL's; the library takes a reference of its own.
    let context: OpaquePointer
    private let settings: TLSSettings

    init(_ settings: TLSSettings) throws(BrokerError) {
        guard let context = SSL_CTX_new(TLS_client_method()) else {
            throw .tlsFailed("OpenSSL gives no context")
        }
        self.context = context
        self.settings = settings
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        // A key under a passphrase would be asked for at the terminal.
        SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in 0 }
        verdict.hasCertificate = settings.clientCertificate != nil
        verdict.attach(to: context)
    }

    // The library's reference may go later than this one, when nothing calls back any more.
    deinit { SSL_CTX_free(context) }

    /// Makes ready for an attempt to reach `host`, as it was given; `now` is in seconds since 1970. The files are read anew.
    func prepare(for host: String, now: Int64) throws(BrokerError) {
        ERR_clear_error()
        try loadAuthorities()
        if let own = settings.clientCertificate { try load(own) }
        let parameters = SSL_CTX_get0_param(context)
        X509_VERIFY_PARAM_set_time(parameters, time_t(now))
        X509_VERIFY_PARAM_set_hostflags(parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        let isNumeric = X509_VERIFY_PARAM_set1_ip_asc(parameters, host) == 1
        if isNumeric {
            X509_VERIFY_PARAM_set1_host(parameters, nil, 0)
        } else {
            ERR_clear_error()
            X509_VERIFY_PARAM_set1_ip(parameters, nil, 0)
            guard X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count) == 1 else {
                throw .invalidSettings("\"\(host)\" is no name of a host")
            }
        }
        verdict.reset(serverName: isNumeric ? nil : host)
    }

    private func loadAuthorities() throws(BrokerError) {
        guard let store = X509_STORE_new() else { throw .tlsFailed("OpenSSL gives no store") }
        switch settings.authorities {
        case .system: X509_STORE_set_default_paths(store)
        case .file(let path):
            guard X509_STORE_load_file(store, path) == 1 else {
                X509_STORE_free(store)
                throw .authoritiesUnreadable(path, Self.whyUnreadable(path) ?? "it holds no certificate")
            }
        }
        SSL_CTX_set_cert_store(context, store)  // which owns it now
    }

    private func load(_ own: TLSSettings.ClientCertificate) throws(BrokerError) {
        guard SSL_CTX_use_certificate_chain_file(context, own.certificate) == 1 else {
            throw .clientCertificateUnreadable(
                own.certificate, Self.whyUnreadable(own.certificate) ?? "it holds no certificate")
        }
        guard SSL_CTX_use_PrivateKey_file(context, own.key, SSL_FILETYPE_PEM) == 1 else {
            throw .clientCertificateUnreadable(
                own.key,
                Self.whyUnreadable(own.key) ?? "it is no key of that certificate that can be read without a passphrase")
        }
        guard SSL_CTX_check_private_key(context) == 1 else {
            throw .clientCertificateUnreadable(own.key, "it is not the key of that certificate")
        }
    }

    /// What the system says against reading the file; `nil` where it says nothing.
    private static func whyUnreadable(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return systemText(errno) }
        var byte: UInt8 = 0
        let count = read(descriptor, &byte, 1)
        let reason = count < 0 ? systemText(errno) : nil
        close(descriptor)
        return reason
    }
}
