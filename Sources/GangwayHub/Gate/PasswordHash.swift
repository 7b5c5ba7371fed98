import CSodium

/// A password as it is kept: hashed with Argon2id and a salt of its own (RFC 9106), as libsodium writes it.
struct PasswordHash: Hashable, Sendable {
    /// The shortest password that is taken, in characters.
    static let minimumLength = 8
    /// The longest, in bytes.
    static let maximumLength = 1_024
    /// How much memory hashing takes: OWASP's first choice for a server (19 MiB, two passes), and one pass more.
    private static let memory = 19 * 1_024 * 1_024
    private static let passes: UInt64 = 3

    /// The text that is kept.
    let text: String

    /// A text that was kept; `nil` where it is none.
    init?(kept text: String) {
        guard text.hasPrefix("$argon2id$"), text.utf8.count < Int(crypto_pwhash_STRBYTES) else { return nil }
        self.text = text
    }

    /// Hashes `password`. It takes some 50 ms; `nil` where there is no memory for it.
    init?(hashing password: String) {
        guard sodium_init() >= 0 else { return nil }
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        var bytes = Array(password.utf8CString)
        defer { sodium_memzero(&bytes, bytes.count) }
        guard crypto_pwhash_str(&text, &bytes, UInt64(bytes.count - 1), Self.passes, Self.memory) == 0 else {
            return nil
        }
        self.text = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether it is the hash of `password`; as slow as hashing.
    func fits(_ password: String) -> Bool {
        guard sodium_init() >= 0, password.utf8.count <= Self.maximumLength else { return false }
        var bytes = Array(password.utf8CString)
        defer { sodium_memzero(&bytes, bytes.count) }
        return crypto_pwhash_str_verify(text, &bytes, UInt64(bytes.count - 1)) == 0
    }
}

/// A key that is handed out, and what is kept of it: its hash, so that who reads the file cannot use it.
enum AccessKey {
    /// A new key: 32 bytes at random, as hex digits.
    static func make() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<4).map { _ in hex(random.next(), digits: 16) }.joined()
    }

    /// What is kept of `key`. A plain hash does, since keys cannot be guessed.
    static func hash(_ key: String) -> String {
        var hash = [UInt8](repeating: 0, count: 32)
        let bytes = Array(key.utf8)
        crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
        return hash.map { hex(UInt64($0), digits: 2) }.joined()
    }

    private static func hex(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
