public import CredentialVault
public import DeviceDirectory
public import MessageBroker
import MosquittoBroker
import SQLiteDirectory
import SealedFileVault

#if os(Linux)
    import SecretServiceVault
#endif

/// The one place that knows where devices, secrets and the broker's settings are kept: a program that brings no back ends of its
/// own takes them from here. It is apart from `DefaultPlatform`, so that who only sets devices up links neither MQTT nor SQLite.
public enum DefaultControl {
    /// The device directory in `home`, made where there is none.
    /// - Throws: ``DirectoryError`` where it cannot be opened; it is then as it was.
    public static func directory(_ home: ControlHome) throws(DirectoryError) -> any DeviceDirectory {
        try SQLiteDirectory(path: home.directory)
    }

    /// The vault in `home`, which is made when the first secret is kept.
    public static func vault(_ home: ControlHome) -> any CredentialVault { SealedFileVault(path: home.vault) }

    /// The vault that was chosen: the one in `home`, or the Secret Service of the person's session, where one runs.
    /// - Throws: `serviceUnavailable` on systems that have no Secret Service.
    public static func vault(
        _ home: ControlHome, _ choice: BrokerFile.Vault
    ) throws(VaultError) -> any CredentialVault {
        switch choice {
        case .file: return vault(home)
        case .secretService:
            #if os(Linux)
                return SecretServiceVault()
            #else
                throw VaultError(
                    .serviceUnavailable, fault: .caller, summary: "This system has no Secret Service.",
                    state: "Nothing was read or changed.", advice: "Choose the vault in a sealed file.")
            #endif
        }
    }

    /// A connection that is to be made with `settings`; nothing happens before it is told to connect.
    /// - Throws: ``BrokerError`` where the settings cannot be used.
    public static func broker(_ settings: BrokerSettings) throws(BrokerError) -> any Broker {
        try MosquittoBroker(settings)
    }

    /// The settings that `file` describes, with the password that its `passwordFile` or else `vault` holds. A user without a
    /// password is a fault where a vault is given, and is let be without one.
    /// - Throws: `exposed`, `unreadable` or `passwordMissing` of the file; what the vault fails with.
    public static func settings(
        _ file: BrokerFile, vault: (any CredentialVault)?
    ) async throws(SettingsError) -> BrokerSettings {
        var settings = file.settings
        guard let user = file.user else { return settings }
        settings.login = BrokerLogin(user: user, password: try await password(of: user, file, vault))
        return settings
    }

    /// The same with the vault that `file` chooses, which is not opened where the password is not in one.
    public static func settings(
        _ file: BrokerFile, in home: ControlHome
    ) async throws(SettingsError) -> BrokerSettings {
        guard file.isPasswordInVault else { return try await settings(file, vault: nil) }
        let chosen: any CredentialVault
        do throws(VaultError) { chosen = try vault(home, file.vault) } catch { throw .vault(error) }
        return try await settings(file, vault: chosen)
    }

    /// Why settings could not be put together.
    public enum SettingsError: Error, Sendable {
        /// The broker's file, or the file of its password.
        case file(ControlFileError)
        /// The vault.
        case vault(VaultError)
    }

    private static func password(
        of user: String, _ file: BrokerFile, _ vault: (any CredentialVault)?
    ) async throws(SettingsError) -> BrokerPassword? {
        if let path = file.passwordFile {
            do throws(ControlFileError) {
                guard let password = try readPassword(path) else { throw .system(.unreadable, path, 2) }
                return password
            } catch {
                throw .file(error)
            }
        }
        guard let vault else { return nil }
        for address in file.addresses {
            guard let name = file.secretName(at: address) else { continue }
            do throws(VaultError) {
                if let secret = try await vault.secret(name) { return secret.withBytes { BrokerPassword(Array($0)) } }
            } catch {
                throw .vault(error)
            }
        }
        throw .file(.passwordMissing(user, file.addresses.first?.description ?? "the broker"))
    }

    /// Writes a file for its owner alone in the place of the one at `path`; a power cut leaves the old or the new one.
    /// - Throws: `unwritable`.
    public static func writePrivate(_ bytes: [UInt8], to path: String) throws(ControlFileError) {
        try SmallFile.replace(path, with: bytes)
    }

    /// The first line of the file at `path`, which only its owner may be able to read; `nil` where it is not there.
    /// - Throws: `exposed` or `unreadable`.
    public static func readPassword(_ path: String) throws(ControlFileError) -> BrokerPassword? {
        try SmallFile.secretLine(path, limit: Secret.maximumLength) { BrokerPassword(Array($0)) }
    }

    /// The same as a secret for a vault.
    /// - Throws: `exposed` or `unreadable`.
    public static func readSecret(_ path: String) throws(ControlFileError) -> Secret? {
        try SmallFile.secretLine(path, limit: Secret.maximumLength) { bytes in
            Secret(capacity: bytes.count) { memory in
                memory.copyMemory(from: bytes)
                return bytes.count
            }
        }
    }
}

extension BrokerFile {
    /// The settings of a connection of one who steers, without the login: ``clientIDOfDevice`` is no name of theirs.
    public var settings: BrokerSettings {
        BrokerSettings(
            addresses: addresses, tls: tls, clientID: clientID == Self.clientIDOfDevice ? nil : clientID,
            keepAlive: keepAlive, version: version)
    }

    /// Whether there is a user whose password is in no file, and so in the vault.
    public var isPasswordInVault: Bool { user != nil && passwordFile == nil }

    /// Under which name the vault keeps the user's password at `address`: `alice@home.example:8883`. `nil` where there is no
    /// user, or the name is too long.
    public func secretName(at address: BrokerAddress) -> SecretName? {
        user.flatMap { SecretName(.broker, "\($0)@\(address)") }
    }
}
