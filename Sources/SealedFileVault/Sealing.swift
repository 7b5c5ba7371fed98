import CSodium
import CredentialVault

/// The vault's file: a head of 47 bytes (a mark, a version, a mark of the key, a nonce), and behind it what is sealed with
/// XChaCha20-Poly1305 under that nonce, with the head as additional data. The nonce has 192 bits and is random each time.
enum Sealing {
    private static let mark = Array("gangway vault\n".utf8)
    private static let version: UInt8 = 1
    private static let keyMarkLength = 8
    private static let nonceLength = 24  // crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
    private static let tagLength = 16  // crypto_aead_xchacha20poly1305_ietf_ABYTES
    private static let headLength = mark.count + 1 + keyMarkLength + nonceLength
    /// The longest file.
    static let maximumLength = 1 << 20

    /// Makes libsodium ready; it does so once, whoever comes first.
    private static let isReady = sodium_init() >= 0

    static func fillWithRandom(_ memory: UnsafeMutableRawBufferPointer) {
        _ = isReady
        guard let base = memory.baseAddress else { return }
        randombytes_buf(base, memory.count)
    }

    /// What tells a key from another, and tells nothing of it: a keyed hash of the file's mark.
    private static func mark(of key: borrowing VaultKey) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: 16)
        key.secret.withBytes { bytes in
            _ = crypto_generichash(
                &hash, hash.count, mark, UInt64(mark.count), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                bytes.count)
        }
        return Array(hash.prefix(keyMarkLength))
    }

    /// The file that holds `plain`.
    static func seal(
        _ plain: borrowing Secret, with key: borrowing VaultKey
    ) throws(VaultError) -> [UInt8] {
        guard isReady else { throw .noCryptography }
        guard headLength + plain.count + tagLength <= maximumLength else { throw .full }
        var file = mark + [version] + mark(of: key)
        var nonce = [UInt8](repeating: 0, count: nonceLength)
        randombytes_buf(&nonce, nonce.count)
        file += nonce
        let head = file
        var sealed = [UInt8](repeating: 0, count: plain.count + tagLength)
        let status = plain.withBytes { plain in
            key.withPointer { key in
                crypto_aead_xchacha20poly1305_ietf_encrypt(
                    &sealed, nil, plain.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(plain.count), head,
                    UInt64(head.count), nil, nonce, key)
            }
        }
        guard status == 0 else { throw .noCryptography }
        return file + sealed
    }

    /// What the file at `path`, whose bytes are `file`, holds.
    static func open(
        _ file: [UInt8], with key: borrowing VaultKey, _ path: String
    ) throws(VaultError) -> Secret {
        guard isReady else { throw .noCryptography }
        guard file.count >= mark.count + 1, file.starts(with: mark) else {
            throw .damaged("The vault \(path) is damaged or no vault")
        }
        guard file[mark.count] == version else { throw .newerVersion(path) }
        guard file.count >= headLength + tagLength else { throw .damaged("The vault \(path) is cut off") }
        guard file[(mark.count + 1)...].starts(with: mark(of: key)) else { throw .wrongKey(path) }
        let head = Array(file[..<headLength])
        let nonce = Array(head.suffix(nonceLength))
        let sealed = Array(file[headLength...])
        return try Secret(capacity: sealed.count - tagLength) { plain throws(VaultError) in
            guard plain.count == sealed.count - tagLength else { throw .noMemoryForSecret }
            let status = key.withPointer { key in
                crypto_aead_xchacha20poly1305_ietf_decrypt(
                    plain.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, nil, sealed, UInt64(sealed.count),
                    head,
                    UInt64(head.count), nonce, key)
            }
            guard status == 0 else { throw .damaged("The vault \(path) is damaged") }
            return plain.count
        }
    }
}

extension VaultKey {
    /// Lends the key to a function of libsodium, whose status it returns; -1 without a key, which libsodium cannot be given.
    fileprivate func withPointer(_ body: (UnsafePointer<UInt8>) -> Int32) -> Int32 {
        secret.withBytes { bytes in
            guard bytes.count == VaultKey.length, let base = bytes.baseAddress else { return -1 }
            return body(base.assumingMemoryBound(to: UInt8.self))
        }
    }
}
