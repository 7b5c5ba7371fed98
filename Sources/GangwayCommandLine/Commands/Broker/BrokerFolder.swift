import ChildPrograms
import DefaultControl
import MessageBroker

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder of a broker of one's own: its configuration, accounts, rules and messages, and how clients reach it.
///
/// Its configuration names files relative to it, and mosquitto is started in it: a user of its own need not be let through the
/// folders above.
struct BrokerFolder {
    let path: String
    let port: UInt16
    /// Who mosquitto runs as, where that is not who runs this.
    let account: ServiceAccount?

    /// The accounts, each with a password of its own.
    static let (controller, device) = ("gangway", "device")

    /// The name of the configuration, in the folder.
    static let configuration = "mosquitto.conf"
    private var configuration: String { path + "/" + Self.configuration }
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

    /// Writes what the broker and its clients read. Passwords stay that are there, and rules unless they are an earlier
    /// program's, as that made them. What the rules were.
    @discardableResult
    func prepare(
        _ certificates: BrokerCertificates, own: [BrokerAddress], others: [BrokerAddress], hasher: String
    ) async throws(CommandFailure) -> BrokerRules.State {
        if mkdir(messages, 0o700) != 0, errno != EEXIST {
            throw .unwritable("\(messages) cannot be made", errno)
        }
        try await writeAccounts(hasher)
        let state = try writeRules()
        try write(configurationText, configuration)
        if let account {
            let files = [certificates.certificate, certificates.key, accounts, rules, configuration]
            try account.own(files, messages, in: path)
        }
        let clients = [(brokerFile, Self.controller, own), (deviceBrokerFile, Self.device, others)]
        for (file, account, addresses) in clients {
            let contents = way(for: account, addresses, certificates)
            do throws(ControlFileError) { try contents.write(to: file) } catch { throw CommandFailure(error) }
        }
        return state
    }

    private func writeRules() throws(CommandFailure) -> BrokerRules.State {
        var state = BrokerRules.State.current
        if access(rules, F_OK) == 0 {
            state = BrokerRules.state(textOfFile(rules) ?? "", controller: Self.controller, device: Self.device)
            if state != .earlier { return state }
        }
        try write(BrokerRules.text(controller: Self.controller, device: Self.device), rules)
        return state
    }

    /// What is to be said of rules that an earlier program made; `nil` for nothing.
    func notice(_ state: BrokerRules.State) -> (code: String, text: String)? {
        let what = "a device writes under its own address alone, and its client id has to be its id"
        return switch state {
        case .current: nil
        case .earlier: ("rulesRenewed", "The rules of an earlier gangway were made anew: \(what)")
        case .earlierChanged:
            (
                "rulesOutdated",
                "The rules in \(rules) were changed by hand and come from an earlier gangway: devices may write in each "
                    + "other's place. Move that file away to have it made anew: \(what)"
            )
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
            passwordFile: passwordFile(account), clientID: account == Self.device ? BrokerFile.clientIDOfDevice : nil)
    }

    /// Makes the accounts of the passwords, which are made where they are missing. The program that hashes them takes them from
    /// the file, and not as arguments, which others could read.
    private func writeAccounts(_ hasher: String) async throws(CommandFailure) {
        var lines: [UInt8] = []
        for account in [Self.controller, Self.device] {
            let password = try password(of: account)
            lines += Array("\(account):".utf8)
            password.withBytes { bytes in for index in bytes.indices { lines.append(bytes[index]) } }
            lines.append(0x0A)
        }
        do throws(ControlFileError) { try DefaultControl.writePrivate(lines, to: accounts + ".new") } catch {
            throw CommandFailure(error)
        }
        let (text, status) = try await ChildProgram.run(hasher, ["-U", accounts + ".new"])
        let hashes = textOfFile(accounts + ".new") ?? ""
        guard status == 0, hashes.split(separator: "\n").count == 2, rename(accounts + ".new", accounts) == 0 else {
            let failure = CommandFailure.notMade(accounts, by: "mosquitto_passwd", text, "accounts")
            unlink(accounts + ".new")
            throw failure
        }
    }

    /// The account's password, which is made where it is missing.
    private func password(of account: String) throws(CommandFailure) -> BrokerPassword {
        let file = passwordFile(account)
        do throws(ControlFileError) {
            guard let password = try DefaultControl.readPassword(file) else {
                let new = Self.newPassword()
                try DefaultControl.writePrivate(Array((new + "\n").utf8), to: file)
                return BrokerPassword(new)
            }
            if password.count > 0 { return password }
        } catch {
            throw CommandFailure(error)
        }
        throw CommandFailure(
            .failed, "invalidPassword", fault: .caller,
            "The file of the password of \(account), \(safeText(file)), begins with an empty line.",
            advice: "Write the password into its first line, or remove the file for a new password.")
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

    private var configurationText: String {
        let user = account.map { "user \($0.name)\n" } ?? ""
        return user + """
            listener \(port)
            certfile \(BrokerCertificates.certificateName)
            keyfile \(BrokerCertificates.keyName)
            tls_version tlsv1.2
            allow_anonymous false
            password_file accounts
            acl_file rules
            persistence true
            persistence_location messages/
            autosave_interval 60
            persistent_client_expiration 30d
            log_dest stderr
            log_type error
            log_type warning
            log_type notice
            log_type information
            log_type debug

            """
    }
}
