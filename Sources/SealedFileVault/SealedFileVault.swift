public import CredentialVault
import Runtime

/// Secrets in one file, sealed by libsodium (XChaCha20-Poly1305) under a key that only its owner can read, or that the service
/// manager hands over.
///
/// Whoever can read both key and vault can read the secrets: with the key in a file beside it, the vault protects copies of
/// one without the other (a backup, a disk that is given away), and not against its owner's other programs. Neither file is
/// used while others could read the key or replace it. Several programs may share a vault.
public actor SealedFileVault: CredentialVault {
    /// A queue of its own, since files block.
    nonisolated let executor = QueueExecutor(label: "gangway.vault")
    /// What the actor runs on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let file: WholeFile
    private let source: VaultKeySource

    /// The vault in the file at `path`. Neither it nor its key is touched before the first call; both are made when the first
    /// secret is kept.
    public init(path: String, key: VaultKeySource? = nil) {
        file = WholeFile(path)
        source = key ?? .standard(besideVault: path)
    }

    /// The secret of this name; `nil` where none is kept.
    public func secret(_ name: SecretName) throws(VaultError) -> Secret? {
        guard let records = try records(), let place = try places(records).first(where: { $0.name == name }) else {
            return nil
        }
        let secret = records.secret(at: place.secret)
        guard secret.count == place.secret.count else { throw .noMemoryForSecret }
        return secret
    }

    /// The names under which secrets are kept.
    public func names() throws(VaultError) -> [SecretName] {
        guard let records = try records() else { return [] }
        return try places(records).map(\.name)
    }

    /// Keeps a secret, in the place of one that was kept so before.
    public func keep(_ secret: consuming Secret, as name: SecretName) throws(VaultError) {
        guard secret.count <= Secret.maximumLength else { throw .secretTooLong }
        let secret = secret
        try VaultFolder.prepare(file.folder)
        try VaultFolder.locked(file.path) { () throws(VaultError) in
            let records = try records() ?? Records()
            let place = try places(records).first { $0.name == name }
            try write(try records.changed(without: place?.whole, adding: secret, as: name))
        }
    }

    /// Forgets the secret of this name; whether there was one.
    @discardableResult
    public func forget(_ name: SecretName) throws(VaultError) -> Bool {
        guard try names().contains(name) else { return false }
        return try VaultFolder.locked(file.path) { () throws(VaultError) in
            guard let records = try records(), let place = try places(records).first(where: { $0.name == name }) else {
                return false
            }
            try write(try records.changed(without: place.whole, adding: Records().plain, as: nil))
            return true
        }
    }

    // MARK: The file

    /// What the file holds; `nil` where there is none yet.
    private func records() throws(VaultError) -> Records? {
        try VaultFolder.check(file.folder)
        guard let bytes = try bytes() else {
            // The key's permissions are looked at all the same: they are to be mended before anything is kept.
            _ = try VaultKey.read(source)
            return nil
        }
        guard let key = try VaultKey.read(source) else { throw .keyMissing(source.path) }
        return Records(try Sealing.open(bytes, with: key, file.path))
    }

    private func bytes() throws(VaultError) -> [UInt8]? {
        do throws(WholeFile.Fault) {
            return try file.read(limit: Sealing.maximumLength, followingLinks: false)
        } catch {
            throw .reading("The vault \(file.path)", error)
        }
    }

    private func places(_ records: borrowing Records) throws(VaultError) -> [Records.Place] {
        guard let places = records.places() else { throw .damaged("The vault \(file.path) is damaged") }
        return places
    }

    private func write(_ records: borrowing Records) throws(VaultError) {
        let sealed: [UInt8]
        if let key = try VaultKey.read(source) {
            sealed = try Sealing.seal(records.plain, with: key)
        } else {
            sealed = try Sealing.seal(records.plain, with: try VaultKey.make(source))
        }
        let file = file
        let failure = sealed.withUnsafeBytes { bytes -> VaultError? in
            do throws(VaultError) { try VaultFolder.replace(file, with: bytes) } catch { return error }
            return nil
        }
        if let failure { throw failure }
    }
}
