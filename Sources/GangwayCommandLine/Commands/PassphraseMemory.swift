import CredentialVault
import DefaultControl
import ProvisioningProtocols

/// The vault as a place of passphrases, by networks: it keeps one with `join --remember`, and gives one with `join --from-vault`.
struct PassphraseMemory: Sendable {
    private let vault: any CredentialVault
    private let console: Console

    /// The vault of this machine.
    init(_ context: CommandContext) throws(CommandFailure) {
        vault = try context.vault(try context.home())
        console = context.console
    }

    /// The vault where `--remember` asks for it.
    static func wanted(_ context: CommandContext) throws(CommandFailure) -> PassphraseMemory? {
        guard context.arguments.switches.contains("remember") else { return nil }
        for name in ["open", "from-vault"] where context.arguments.switches.contains(name) {
            throw .usage("--remember and --\(name) exclude each other", command: "join")
        }
        return try PassphraseMemory(context)
    }

    /// Under which name the vault keeps the passphrase of a network: the network's name, or its bytes where it is no text.
    static func name(_ ssid: SSID) -> SecretName? { .network(ssid.bytes) }

    /// The passphrase that was kept for the network; that it comes from there is told.
    /// - Throws: `notRemembered` where none was kept.
    func passphrase(for ssid: SSID) async throws(CommandFailure) -> Passphrase {
        do throws(VaultError) {
            if let name = Self.name(ssid), let secret = try await vault.secret(name),
                let passphrase = secret.withBytes({ Passphrase($0.bindMemory(to: UInt8.self).span) })
            {
                return passphrase
            }
        } catch {
            throw CommandFailure(error)
        }
        throw CommandFailure(
            .failed, "notRemembered", fault: .caller,
            "No passphrase is kept for \(quoted(ssid)). Nothing was sent.",
            advice:
                "Leave --from-vault out and type it; with --remember it is kept for the next time once it has worked.")
    }

    /// The object that `join --remember --json` prints.
    static func json(_ ssid: SSID) -> JSONObject {
        [
            "event": .string("remembered"), "ssid": .string(ssid.description), "ssidHex": .string(hexText(ssid.bytes)),
        ]
    }

    /// Keeps a passphrase that has worked, and tells so.
    func keep(_ passphrase: borrowing Passphrase, for ssid: SSID) async throws(CommandFailure) {
        guard let name = Self.name(ssid), let secret = passphrase.withBytes({ Secret($0) }) else { return }
        do throws(VaultError) { try await vault.keep(secret, as: name) } catch {
            let failure = CommandFailure(error)
            throw CommandFailure(
                failure.status, failure.code, fault: failure.fault,
                "The device was set up, and the passphrase was not kept. " + failure.message, advice: failure.advice)
        }
        console.emit(Self.json(ssid))
        console.say("The passphrase for \(quoted(ssid)) is kept; --from-vault takes it the next time.")
    }
}
