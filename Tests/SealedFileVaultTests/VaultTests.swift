import CredentialVault
import CredentialVaultContract
import Glibc
import SealedFileVault
import Testing

@Suite("The vault in a sealed file")
struct VaultTests {
    @Test("It keeps the contract of CredentialVault", arguments: VaultContractCase.all)
    func contract(_ contract: VaultContractCase) async throws {
        let folder = try TemporaryFolder()
        try await contract.run(SealedFileVault(path: folder.vault))
    }

    @Test("What one program kept, another finds, and only its owner can read the files")
    func restart() async throws {
        let folder = try TemporaryFolder()
        try await SealedFileVault(path: folder.vault).keep("correct horse", as: "user@broker")
        #expect(try await SealedFileVault(path: folder.vault).text("user@broker") == "correct horse")
        #expect(folder.names == ["vault", "vault.key", "vault.lock"])
        for name in folder.names { #expect(folder.mode(name) == 0o600) }
    }

    @Test("E5/115: No file holds a secret or its name in the clear, and nothing that is printed does")
    func sealed() async throws {
        let folder = try TemporaryFolder()
        let canary = "Zq7-canary-Zq7"
        let vault = SealedFileVault(path: folder.vault)
        try await vault.keep(canary, as: "canary-account")
        for name in folder.names {
            let bytes = try folder.read(name)
            for text in [canary, "canary-account"] { #expect(!bytes.contains(text), "in \(name)") }
        }
        var printed = ""
        dump(vault, to: &printed)
        if let secret = try await vault.secret(try broker("canary-account")) {
            secret.withBytes { #expect($0.count == canary.utf8.count) }
        }
        #expect(!printed.contains("canary-Zq7"))
    }

    @Test("The same secret is sealed anew each time")
    func nonces() async throws {
        let folder = try TemporaryFolder()
        let vault = SealedFileVault(path: folder.vault)
        try await vault.keep("correct horse", as: "a")
        let first = try folder.read("vault")
        try await vault.keep("correct horse", as: "a")
        #expect(try folder.read("vault") != first)
    }

    @Test("What twenty programs keep at the same time is all there in the end")
    func atOnce() async throws {
        let folder = try TemporaryFolder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let vault = SealedFileVault(path: folder.vault)
                    for each in 0..<3 { try await vault.keep("secret \(number) \(each)", as: "\(number) \(each)") }
                }
            }
            try await group.waitForAll()
        }
        let vault = SealedFileVault(path: folder.vault)
        #expect(try await vault.names().count == 60)
        #expect(try await vault.text("17 2") == "secret 17 2")
    }
}

@Suite("The key of a sealed vault")
struct KeyTests {
    @Test(
        "A key that others can read or write is refused, with the mend, and is used again when it is mended",
        arguments: [0o640, 0o604, 0o660, 0o644, 0o610] as [mode_t])
    func exposedKey(_ mode: mode_t) async throws {
        let folder = try TemporaryFolder()
        let vault = SealedFileVault(path: folder.vault)
        try await vault.keep("correct horse", as: "a")
        chmod(folder.path + "/vault.key", mode)
        let error = await vault.failure()
        #expect(error?.code == .exposed)
        #expect(error?.advice.contains("chmod 600 \(folder.path)/vault.key") == true)
        await #expect(throws: VaultError.self) { try await vault.keep("other", as: "b") }
        chmod(folder.path + "/vault.key", 0o600)
        #expect(try await vault.text("a") == "correct horse")
        #expect(try await vault.text("b") == nil)
    }

    @Test("A folder that others can write to is refused, with the mend; one that is sticky is not")
    func exposedFolder() async throws {
        let folder = try TemporaryFolder()
        let vault = SealedFileVault(path: folder.vault)
        chmod(folder.path, 0o777)
        await #expect(throws: VaultError.self) { try await vault.keep("correct horse", as: "a") }
        #expect(folder.names.isEmpty)
        #expect(await vault.failure()?.advice.contains("chmod go-w \(folder.path)") == true)
        chmod(folder.path, 0o1777)
        try await vault.keep("correct horse", as: "a")
    }

    @Test("A key in a link is not followed, and the message says what to do about the link")
    func link() async throws {
        let folder = try TemporaryFolder()
        let vault = SealedFileVault(path: folder.vault)
        try await vault.keep("correct horse", as: "a")
        rename(folder.path + "/vault.key", folder.path + "/elsewhere")
        symlink(folder.path + "/elsewhere", folder.path + "/vault.key")
        let failure = try #require(await vault.failure())
        #expect(failure.code == .notPermitted)
        #expect(failure.summary.contains("\(folder.path)/vault.key is a link"))
        #expect(failure.advice.contains("Move the file itself"))
        rename(folder.path + "/elsewhere", folder.path + "/vault.key")
        #expect(try await vault.text("a") == "correct horse")
        // One in the way there is followed, and one that leads round in it is no link of the key.
        symlink(folder.path + "/loop", folder.path + "/loop")
        let beyond = SealedFileVault(path: folder.vault, key: .file(folder.path + "/loop/vault.key"))
        #expect(await beyond.failure()?.summary.contains("is a link") == false)
    }

    @Test("A key that is gone is not made anew while the vault is there, and the message says so")
    func missingKey() async throws {
        let folder = try TemporaryFolder()
        let vault = SealedFileVault(path: folder.vault)
        try await vault.keep("correct horse", as: "a")
        let before = try folder.read("vault")
        unlink(folder.path + "/vault.key")
        #expect(await vault.failure()?.code == .keyMissing)
        await #expect(throws: VaultError.self) { try await vault.keep("other", as: "b") }
        #expect(folder.names == ["vault", "vault.lock"])
        #expect(try folder.read("vault") == before)
    }

    @Test("Another key is told from damage, and changes nothing")
    func wrongKey() async throws {
        let folder = try TemporaryFolder()
        let vault = SealedFileVault(path: folder.vault)
        try await vault.keep("correct horse", as: "a")
        let before = try folder.read("vault")
        try folder.write([UInt8](repeating: 7, count: 32), to: "vault.key")
        #expect(await vault.failure()?.code == .wrongKey)
        await #expect(throws: VaultError.self) { try await vault.keep("other", as: "b") }
        #expect(try folder.read("vault") == before)
    }

    @Test("A key of another length, or that is no hex, is damaged", arguments: [0, 31, 33, 63, 64, 65, 66, 1_000])
    func lengths(_ count: Int) async throws {
        let folder = try TemporaryFolder()
        try folder.write([UInt8](repeating: UInt8(ascii: "x"), count: count), to: "vault.key")
        #expect(await SealedFileVault(path: folder.vault).failure()?.code == .damaged)
    }

    @Test(
        "A key that the service manager hands over opens the vault, whatever its permissions look like, in bytes or hex"
    )
    func handedOver() async throws {
        let (folder, credentials) = (try TemporaryFolder(), try TemporaryFolder())
        let key = (0..<32).map { UInt8($0) }
        try credentials.write(key, to: VaultKeySource.credentialName, mode: 0o440)
        let source = VaultKeySource.standard(besideVault: folder.vault, credentialsDirectory: credentials.path)
        #expect(source == .handedOver(credentials.path + "/gangway-vault-key"))
        try await SealedFileVault(path: folder.vault, key: source).keep("correct horse", as: "a")
        #expect(folder.names == ["vault", "vault.lock"])
        let hex = "000102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F\n"
        try credentials.write(Array(hex.utf8), to: VaultKeySource.credentialName, mode: 0o440)
        #expect(try await SealedFileVault(path: folder.vault, key: source).text("a") == "correct horse")
    }

    @Test(
        "Without a credential of that name, the key is the file beside the vault; a named one that is missing is told")
    func standard() async throws {
        let folder = try TemporaryFolder()
        let source = VaultKeySource.standard(besideVault: folder.vault, credentialsDirectory: folder.path)
        #expect(source == .file(folder.vault + ".key"))
        let missing = SealedFileVault(path: folder.vault, key: .handedOver(folder.path + "/none"))
        await #expect { try await missing.keep("x", as: "a") } throws: {
            let error = $0 as? VaultError
            return error?.code == .keyMissing && error?.advice.contains("LoadCredential") == true
        }
        #expect(folder.names == ["vault.lock"])
    }
}

@Suite("A vault that is damaged")
struct DamageTests {
    @Test("Of a file in which any one byte differs, nothing is read, and nothing is written over it")
    func flipped() async throws {
        let folder = try TemporaryFolder()
        let vault = SealedFileVault(path: folder.vault)
        try await vault.keep("correct horse", as: "a")
        let whole = try folder.read("vault")
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 0x40
            try folder.write(bytes, to: "vault")
            let code = await vault.failure()?.code
            #expect([.damaged, .wrongKey, .newerVersion].contains(code), "byte \(index)")
        }
        await #expect(throws: VaultError.self) { try await vault.keep("other", as: "b") }
        try folder.write(whole, to: "vault")
        #expect(try await vault.text("a") == "correct horse")
    }

    @Test("A file that is cut anywhere, or empty, is damaged and left as it is")
    func cut() async throws {
        let folder = try TemporaryFolder()
        let vault = SealedFileVault(path: folder.vault)
        try await vault.keep("correct horse", as: "a")
        let whole = try folder.read("vault")
        for count in 0..<whole.count {
            try folder.write(Array(whole.prefix(count)), to: "vault")
            #expect(await vault.failure()?.code == .damaged, "\(count) bytes")
        }
        let left = try folder.read("vault")
        await #expect(throws: VaultError.self) { try await vault.forget(try broker("a")) }
        await #expect(throws: VaultError.self) { try await vault.keep("other", as: "b") }
        #expect(try folder.read("vault") == left)
    }

    @Test("What was left of a write that was cut off is no hindrance")
    func leftOver() async throws {
        let folder = try TemporaryFolder()
        let vault = SealedFileVault(path: folder.vault)
        try await vault.keep("correct horse", as: "a")
        try folder.write([1, 2, 3], to: "vault.new")
        #expect(try await vault.text("a") == "correct horse")
        try await vault.keep("battery staple", as: "a")
        #expect(try await vault.text("a") == "battery staple")
        #expect(!folder.names.contains("vault.new"))
    }

    @Test("Where nothing can be written, that is said, and no secret is in the message")
    func notWritable() async throws {
        let vault = SealedFileVault(path: "/proc/gangway/vault")
        await #expect { try await vault.keep("Zq7-canary-Zq7", as: "a") } throws: {
            let error = $0 as? VaultError
            return error != nil && !"\($0)".contains("canary") && error?.advice.isEmpty == false
        }
    }
}

@Suite("Secrets in memory")
struct SecretTests {
    @Test("A secret is as long as it was given, up to 4,096 bytes")
    func lengths() {
        for count in [0, 1, 4_096] { #expect(Self.length(of: count) == count) }
        #expect(Self.length(of: 4_097) == nil)
    }

    /// How long a secret of `count` bytes becomes; `nil` where it becomes none.
    private static func length(of count: Int) -> Int? {
        guard let secret = Secret([UInt8](repeating: 5, count: count).span) else { return nil }
        return secret.count
    }

    @Test("A secret's memory is locked, and left out of what a crash leaves and of what a child inherits")
    func pages() throws {
        let secret = Secret(capacity: 8) { $0.count }
        let address = secret.withBytes { UInt(bitPattern: $0.baseAddress) }
        let flags = try Self.flags(of: address)
        #expect(flags.isSuperset(of: ["dd", "wf"]))
        #expect(flags.contains("lo") == (try Self.canLock()))
        #expect(secret.withBytes { $0.count } == 8)
    }

    /// Whether memory can be locked here: not under the sanitizers, which leave `mlock` out, nor where the limit is nought.
    private static func canLock() throws -> Bool {
        let page = try #require(mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        defer { munmap(page, 4_096) }
        mlock(page, 4_096)
        return try flags(of: UInt(bitPattern: page)).contains("lo")
    }

    /// What the system keeps of the pages at an address (proc_pid_smaps(5), `VmFlags`).
    private static func flags(of address: UInt) throws -> Set<Substring> {
        let file = try #require(fopen("/proc/self/smaps", "r"))
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 4_096)
        var isThere = false
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            let ends = text.prefix { $0 != " " }.split(separator: "-").map { UInt($0, radix: 16) }
            if ends.count == 2, let first = ends[0], let last = ends[1] { isThere = (first..<last).contains(address) }
            if isThere, text.hasPrefix("VmFlags:") { return Set(text.dropFirst(8).split { $0.isWhitespace }) }
        }
        return []
    }

    @Test(
        "A name has a kind and a label of 1 to 255 bytes without NUL",
        arguments: ["", "a\u{0}b", String(repeating: "é", count: 128)])
    func names(_ label: String) {
        #expect(SecretName(.broker, label) == nil)
        #expect(SecretName(.broker, String(label.filter { $0 != "\u{0}" }.prefix(127)) + "x") != nil)
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: wanted) }
    }
}
