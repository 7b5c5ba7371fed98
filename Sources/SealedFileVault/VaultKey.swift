import Runtime
import CredentialVault
import Glibc

/// Where the key of a ``SealedFileVault`` comes from. A key is 32 bytes, or 64 hex digits.
public enum VaultKeySource: Hashable, Sendable {
    /// A file that only its owner can read; it is made, with a new key, together with the vault.
    case file(String)
    /// A file that the service manager hands over (systemd's `LoadCredential=` and the like), which is never made.
    case handedOver(String)

    /// The name under which a service manager hands the key over.
    public static let credentialName = "gangway-vault-key"

    /// The credential ``credentialName`` in `credentialsDirectory` where it is there, otherwise a file beside the vault at
    /// `path`. The directory is by default the one of `$CREDENTIALS_DIRECTORY` (systemd.exec(5)).
    public static func standard(
        besideVault path: String, credentialsDirectory: String? = Self.credentialsDirectory
    ) -> VaultKeySource {
        guard let folder = credentialsDirectory, access("\(folder)/\(credentialName)", F_OK) == 0 else {
            return .file(path + ".key")
        }
        return .handedOver("\(folder)/\(credentialName)")
    }

    /// What `$CREDENTIALS_DIRECTORY` says.
    public static var credentialsDirectory: String? {
        guard let value = getenv("CREDENTIALS_DIRECTORY") else { return nil }
        return String(cString: value)
    }

    var path: String {
        switch self {
        case .file(let path), .handedOver(let path): path
        }
    }
}

/// A key in memory.
struct VaultKey: ~Copyable {
    static let length = 32
    let secret: Secret

    private init(_ secret: consuming Secret) { self.secret = secret }

    /// Reads the key; `nil` where there is none yet.
    static func read(_ source: VaultKeySource) throws(VaultError) -> VaultKey? {
        let path = source.path
        let opened: Int32?
        do throws(WholeFile.Fault) { opened = try WholeFile(path).opened(followingLinks: false) } catch {
            throw .reading("The key \(path)", error)
        }
        guard let descriptor = opened else { return nil }
        defer { close(descriptor) }
        // What systemd hands over has an access list for its user, which shows as a group's permission.
        if case .file = source { try check(descriptor, path) }
        let text = try Secret(capacity: 2 * length + 3) { memory throws(VaultError) in
            do throws(WholeFile.Fault) { return try WholeFile.fill(memory, from: descriptor) } catch {
                throw .reading("The key \(path)", error)
            }
        }
        return VaultKey(try decode(text, path))
    }

    private static func check(_ descriptor: Int32, _ path: String) throws(VaultError) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .system("The key \(path) cannot be looked at", errno) }
        guard facts.st_uid == geteuid() else {
            throw .exposed("The key \(path) belongs to another user.", "chown \(geteuid()) \(path)")
        }
        guard facts.st_mode & 0o077 == 0 else {
            throw .exposed("Others may read the key \(path).", "chmod 600 \(path)")
        }
    }

    private static func decode(_ text: borrowing Secret, _ path: String) throws(VaultError) -> Secret {
        try text.withBytes { bytes throws(VaultError) in
            if bytes.count == length {
                return Secret(capacity: length) { memory in
                    memory.copyMemory(from: bytes)
                    return length
                }
            }
            let end = bytes.lastIndex { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") } ?? -1
            guard end + 1 == 2 * length else {
                throw .damaged("The key \(path) is neither \(length) bytes nor \(2 * length) hex digits")
            }
            return try Secret(capacity: length) { memory throws(VaultError) in
                for index in 0..<length {
                    guard let high = digit(bytes[2 * index]), let low = digit(bytes[2 * index + 1]) else {
                        throw .damaged("The key \(path) is neither \(length) bytes nor \(2 * length) hex digits")
                    }
                    memory[index] = high << 4 | low
                }
                return length
            }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Makes a new key and writes it to its file, which is not there.
    static func make(_ source: VaultKeySource) throws(VaultError) -> VaultKey {
        guard case .file(let path) = source else { throw .keyMissing(source.path) }
        let key = VaultKey(
            Secret(capacity: length) { memory in
                Sealing.fillWithRandom(memory)
                return length
            })
        try key.secret.withBytes { bytes throws(VaultError) in try VaultFolder.replace(WholeFile(path), with: bytes) }
        return key
    }
}
