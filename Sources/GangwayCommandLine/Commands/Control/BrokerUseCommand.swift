import CredentialVault
import DefaultControl
import MessageBroker

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `gangway broker use`.
struct BrokerUseCommand {
    let context: CommandContext

    /// How much of a PEM file is read: the bundles of systems are a fifth of that.
    private static let maximumPEMLength = 1_048_576

    private var arguments: ParsedArguments { context.arguments }

    /// Writes `broker.json`, after the password was sealed in the vault.
    func run() async throws(CommandFailure) -> ExitStatus {
        let file = try brokerFile()
        let passwords = try file.user.map { user throws(CommandFailure) in try PasswordSource(context, user: user) }
        let home = try context.home()
        if let passwords { try await keep(try await passwords.password(), for: file, home) }
        do throws(ControlFileError) { try file.write(to: home.brokerFile) } catch { throw CommandFailure(error) }
        context.console.emit(Self.json(file, home))
        let addresses = file.addresses.map { safeText($0.description) }.joined(separator: ", ")
        let protection = file.tls == nil ? "not encrypted: others can listen" : "with TLS"
        context.console.say("Devices are steered over \(addresses), \(protection).")
        return .done
    }

    /// The object that `broker use --json` prints.
    static func json(_ file: BrokerFile, _ home: ControlHome) -> JSONObject {
        [
            "event": .string("using"), "file": .string(home.brokerFile),
            "addresses": .array(file.addresses.map { .string($0.description) }), "tls": .boolean(file.tls != nil),
            "user": .optional(file.user), "vault": .string(file.vault.rawValue),
        ]
    }

    private func brokerFile() throws(CommandFailure) -> BrokerFile {
        let tls = try tls()
        var addresses: [BrokerAddress] = []
        for text in arguments.operands {
            guard let address = BrokerAddress(text, isSecure: tls != nil) else {
                throw usage("ADDRESS is host or host:port, an IPv6 address in brackets, such as [fe80::1]:8883")
            }
            addresses.append(address)
        }
        var file = BrokerFile(addresses: addresses, tls: tls, user: arguments.values["user"])
        if arguments.values["password-file"] != nil, file.user == nil { throw usage("--password-file needs --user") }
        if let user = file.user, file.secretName(at: addresses[0]) == nil || user.utf8.contains(0) {
            throw usage("--user is empty or too long")
        }
        switch arguments.values["mqtt"] {
        case nil, "3.1.1": break
        case "5": file.version = .v5
        default: throw usage("--mqtt takes 3.1.1 or 5")
        }
        if let text = arguments.values["vault"] {
            guard let vault = BrokerFile.Vault(rawValue: text) else {
                throw usage("--vault takes file or secret-service")
            }
            file.vault = vault
        }
        if let text = arguments.values["listen"] {
            guard let scope = BrokerFile.Listening(rawValue: text) else {
                throw usage("--listen takes topics or everything")
            }
            file.listening = scope
        }
        return file
    }

    private func tls() throws(CommandFailure) -> TLSSettings? {
        let files = ["ca", "certificate", "key"]
        if arguments.switches.contains("no-tls") {
            if files.contains(where: { arguments.values[$0] != nil }) { throw usage("--no-tls excludes certificates") }
            return nil
        }
        var tls = TLSSettings()
        if let path = try readable("ca", holding: ["CERTIFICATE", "TRUSTED CERTIFICATE"]) {
            tls.authorities = .file(path)
        }
        let certificate = try readable("certificate", holding: ["CERTIFICATE"])
        switch (certificate, try readable("key", holding: Self.keys)) {
        case (let certificate?, let key?):
            tls.clientCertificate = TLSSettings.ClientCertificate(certificate: certificate, key: key)
        case (nil, nil): break
        default: throw usage("--certificate and --key are given together")
        }
        return tls
    }

    /// What PEM files of keys begin their block with.
    private static let keys = ["PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY"]

    /// The absolute path of a file that is there and has a PEM block of one of `kinds`; `nil` where the option is not.
    private func readable(_ option: String, holding kinds: [String]) throws(CommandFailure) -> String? {
        guard let path = arguments.values[option] else { return nil }
        let bytes: [UInt8]?
        do throws(FileFailure) {
            bytes = try OwnedDescriptor(reading: path).readAll(limit: Self.maximumPEMLength)
        } catch {
            throw CommandFailure(
                .failed, "unreadable", fault: .caller,
                "The file of --\(option) cannot be read: \(error.text). Nothing was changed.")
        }
        let lines = (bytes ?? []).split { $0 == 0x0A || $0 == 0x0D }
        guard lines.contains(where: { line in kinds.contains { line.starts(with: "-----BEGIN \($0)-----".utf8) } })
        else {
            throw CommandFailure(
                .failed, "notPEM", fault: .caller,
                "The file of --\(option) holds no \(option == "key" ? "key" : "certificate") in PEM form. "
                    + "Nothing was changed.",
                advice:
                    "Its block begins with -----BEGIN \(kinds.first ?? "")-----; `openssl` makes one of other forms.")
        }
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private func keep(
        _ password: borrowing Secret, for file: BrokerFile, _ home: ControlHome
    ) async throws(CommandFailure) {
        let vault: any CredentialVault
        do throws(VaultError) { vault = try DefaultControl.vault(home, file.vault) } catch {
            throw CommandFailure(error)
        }
        for address in file.addresses {
            let copy = password.withBytes { bytes in
                Secret(capacity: bytes.count) { memory in
                    memory.copyMemory(from: bytes)
                    return bytes.count
                }
            }
            guard let name = file.secretName(at: address) else {
                throw CommandFailure(
                    .failed, "tooLarge", fault: .caller, "The password cannot be kept. Nothing was changed.")
            }
            do throws(VaultError) { try await vault.keep(copy, as: name) } catch { throw CommandFailure(error) }
        }
    }

    private func usage(_ message: String) -> CommandFailure { .usage(message, command: "broker use") }
}
