import DefaultControl
import MessageBroker

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder of a broker of one's own: its configuration, accounts, rules and messages, and how clients reach it.
struct BrokerFolder {
    let path: String
    let port: UInt16

    /// The accounts, each with a password of its own.
    static let (controller, device) = ("gangway", "device")

    var configuration: String { path + "/mosquitto.conf" }
    private var accounts: String { path + "/accounts" }
    private var rules: String { path + "/rules" }
    private var messages: String { path + "/messages" }
    /// How those who steer reach the broker.
    var brokerFile: String { path + "/broker.json" }
    /// How devices reach it.
    var deviceBrokerFile: String { path + "/device-broker.json" }

    private func passwordFile(_ account: String) -> String { path + "/\(account).password" }

    /// Where the broker is reached from this machine, and from others.
    func addresses(_ machine: MachineNames, name: String?) -> (own: [BrokerAddress], others: [BrokerAddress]) {
        func all(_ hosts: [String]) -> [BrokerAddress] { hosts.map { BrokerAddress(host: $0, port: port) } }
        if let name { return (all([name]), all([name])) }
        let others = machine.addresses.isEmpty ? ["localhost"] : machine.addresses
        return (all(["localhost"]), all(others))
    }

    /// Writes what the broker and its clients read. Passwords and rules that are there stay.
    func prepare(
        _ certificates: BrokerCertificates, own: [BrokerAddress], others: [BrokerAddress], hasher: String
    ) async throws(CommandFailure) {
        if mkdir(messages, 0o700) != 0, errno != EEXIST {
            throw CommandFailure(
                .failed, "unwritable", fault: .caller, "\(messages) cannot be made: \(systemErrorText(errno)).")
        }
        try await writeAccounts(hasher)
        if access(rules, F_OK) != 0 { try write(Self.rules, rules) }
        try write(configurationText(certificates), configuration)
        let clients = [(brokerFile, Self.controller, own), (deviceBrokerFile, Self.device, others)]
        for (file, account, addresses) in clients {
            let contents = way(for: account, addresses, certificates)
            do throws(ControlFileError) { try contents.write(to: file) } catch { throw CommandFailure(error) }
        }
    }

    /// Lets devices be steered over this broker, unless another one was chosen. Whether they are.
    func use(
        in home: ControlHome, _ certificates: BrokerCertificates, own: [BrokerAddress]
    ) throws(CommandFailure) -> Bool {
        let contents = way(for: Self.controller, own, certificates)
        do throws(ControlFileError) {
            if access(home.brokerFile, F_OK) == 0 { return try BrokerFile(path: home.brokerFile) == contents }
            try contents.write(to: home.brokerFile)
            return true
        } catch {
            throw CommandFailure(error)
        }
    }

    /// How an account reaches the broker.
    private func way(
        for account: String, _ addresses: [BrokerAddress], _ certificates: BrokerCertificates
    ) -> BrokerFile {
        BrokerFile(
            addresses: addresses, tls: TLSSettings(authorities: .file(certificates.authority)), user: account,
            passwordFile: passwordFile(account))
    }

    /// Makes the accounts of the passwords, which are made where they are missing. The program that hashes them takes them from
    /// the file, and not as arguments, which others could read.
    private func writeAccounts(_ hasher: String) async throws(CommandFailure) {
        var lines: [UInt8] = []
        for account in [Self.controller, Self.device] {
            do throws(ControlFileError) {
                var password = try DefaultControl.readPassword(passwordFile(account))
                if password == nil {
                    let new = Self.newPassword()
                    try DefaultControl.writePrivate(Array((new + "\n").utf8), to: passwordFile(account))
                    password = BrokerPassword(new)
                }
                lines += Array("\(account):".utf8)
                password?.withBytes { bytes in for index in bytes.indices { lines.append(bytes[index]) } }
                lines.append(0x0A)
            } catch {
                throw CommandFailure(error)
            }
        }
        do throws(ControlFileError) { try DefaultControl.writePrivate(lines, to: accounts + ".new") } catch {
            throw CommandFailure(error)
        }
        let (text, status) = try await ChildProgram.run(hasher, ["-U", accounts + ".new"])
        guard status == 0, rename(accounts + ".new", accounts) == 0 else {
            unlink(accounts + ".new")
            throw CommandFailure(
                .failed, "accounts", fault: .system,
                "mosquitto_passwd did not make the accounts: "
                    + safeText(text.split(separator: "\n").last.map(String.init) ?? ""))
        }
    }

    private func write(_ text: String, _ path: String) throws(CommandFailure) {
        do throws(ControlFileError) { try DefaultControl.writePrivate(Array(text.utf8), to: path) } catch {
            throw CommandFailure(error)
        }
    }

    /// 24 letters and digits: 142 bits.
    private static func newPassword() -> String {
        let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return String((0..<24).compactMap { _ in letters.randomElement() })
    }

    private static let rules = """
        # Who may write and read what. This file is made once; change it as you like.
        user \(controller)
        topic readwrite #
        topic read $SYS/#

        user \(device)
        topic readwrite #

        """

    private func configurationText(_ certificates: BrokerCertificates) -> String {
        // Started as root, mosquitto would change to a user who may not read these files.
        let user = geteuid() == 0 ? "user root\n" : ""
        return user + """
            listener \(port)
            certfile \(certificates.certificate)
            keyfile \(certificates.key)
            tls_version tlsv1.2
            allow_anonymous false
            password_file \(accounts)
            acl_file \(rules)
            persistence true
            persistence_location \(messages)/
            autosave_interval 60
            persistent_client_expiration 30d
            log_dest stderr
            log_type error
            log_type warning
            log_type notice
            log_type information

            """
    }
}
