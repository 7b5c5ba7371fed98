import ChildPrograms
import DefaultControl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The authority of a broker of one's own, and the broker's certificate, in the folder `folder`, by the program `openssl`.
/// The authority is made once: clients trust it. The certificate is made anew when the machine's names have changed or it
/// soon expires.
struct BrokerCertificates {
    let folder: String
    let openssl: String

    /// For how long they hold, in days: the authority ten years; the certificate as long as any client takes one.
    private static let (authorityDays, certificateDays) = (3650, 825)
    /// How long before its end a certificate is made anew, in seconds.
    private static let margin = 30 * 86_400

    var authority: String { folder + "/ca.pem" }
    static let (certificateName, keyName) = ("server.pem", "server.key")
    var certificate: String { folder + "/" + Self.certificateName }
    var key: String { folder + "/" + Self.keyName }
    private var authorityKey: String { folder + "/ca.key" }
    private var settings: String { folder + "/openssl.cnf" }

    /// Makes what is missing.
    func prepare(for machine: MachineNames) async throws(CommandFailure) {
        let isCurrent = try await isCurrent(machine)
        try write(Self.text(machine), settings)
        if !exists(authority) {
            try await makeKey(authorityKey)
            try await make(
                authority, "req", "-x509", "-new", "-key", authorityKey, "-config", settings, "-extensions",
                "authority",
                "-days", "\(Self.authorityDays)", "-subj", "/CN=Gangway broker's authority")
        } else if isCurrent {
            return
        }
        guard exists(authorityKey) else {
            throw CommandFailure(
                .failed, "authorityKeyMissing", fault: .caller,
                "The broker needs another certificate, and the key of its authority, \(authorityKey), is gone.",
                advice: "Put it back, or remove ca.pem for a new authority, which clients then have to be given.")
        }
        if !exists(key) { try await makeKey(key) }
        let request = folder + "/server.csr"
        try await make(request, "req", "-new", "-key", key, "-config", settings)
        try await make(
            certificate, "x509", "-req", "-in", request, "-CA", authority, "-CAkey", authorityKey, "-CAserial",
            folder + "/ca.srl", "-CAcreateserial", "-days", "\(Self.certificateDays)", "-extfile", settings,
            "-extensions", "server")
        unlink(request)
    }

    /// Whether the certificate is for this machine as it is now, and holds for a while.
    private func isCurrent(_ machine: MachineNames) async throws(CommandFailure) -> Bool {
        guard exists(certificate), exists(key), textOfFile(settings) == Self.text(machine) else { return false }
        let (_, status) = try await ChildProgram.run(
            openssl, ["x509", "-in", certificate, "-noout", "-checkend", "\(Self.margin)"])
        return status == 0
    }

    private func makeKey(_ path: String) async throws(CommandFailure) {
        try await make(path, "ecparam", "-name", "prime256v1", "-genkey", "-noout")
    }

    /// Has `openssl` write the file at `path`, which is there whole or not at all.
    private func make(_ path: String, _ arguments: String...) async throws(CommandFailure) {
        let new = path + ".new"
        let (text, status) = try await ChildProgram.run(openssl, arguments + ["-out", new])
        // On a full disk it ends with status 0 all the same, and a file of which a part is missing.
        let isWhole = textOfFile(new)?.contains("\n-----END ") ?? false
        guard status == 0, isWhole, rename(new, path) == 0 else {
            let failure = CommandFailure.notMade(path, by: "openssl", text, "certificate")
            unlink(new)
            throw failure
        }
    }

    /// Whether the file is there; an empty one is the trace of a full disk.
    private func exists(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_size > 0
    }

    private func write(_ text: String, _ path: String) throws(CommandFailure) {
        do throws(ControlFileError) { try DefaultControl.writePrivate(Array(text.utf8), to: path) } catch {
            throw CommandFailure(error)
        }
    }

    private static func text(_ machine: MachineNames) -> String {
        """
        [req]
        distinguished_name = name
        prompt = no
        string_mask = utf8only
        [name]
        CN = Gangway broker
        [authority]
        basicConstraints = critical, CA:TRUE, pathlen:0
        keyUsage = critical, keyCertSign, cRLSign
        subjectKeyIdentifier = hash
        [server]
        basicConstraints = critical, CA:FALSE
        keyUsage = critical, digitalSignature
        extendedKeyUsage = serverAuth
        authorityKeyIdentifier = keyid
        subjectAltName = \(machine.alternativeNames)

        """
    }
}
