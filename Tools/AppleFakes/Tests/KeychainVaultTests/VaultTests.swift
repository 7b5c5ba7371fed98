import CredentialVault
import CredentialVaultContract
import Foundation
import KeychainVault
@_spi(Control) import Security
import Testing

@Suite("A vault in the keychain")
struct VaultTests {
    /// A part of the keychain that nobody else uses.
    private let service = UUID().uuidString

    private func name(_ kind: SecretName.Kind, _ label: String) throws -> SecretName {
        try #require(SecretName(kind, label))
    }

    private func keep(_ text: String, as name: SecretName) async throws {
        let secret = Secret(text)
        guard let secret else {
            Issue.record("a secret is refused")
            return
        }
        try await KeychainVault(service: service).keep(secret, as: name)
    }

    private func text(_ name: SecretName) async throws -> String? {
        let secret = try await KeychainVault(service: service).secret(name)
        guard let secret else { return nil }
        return secret.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test("Keeps the contract of CredentialVault", arguments: VaultContractCase.all)
    func contract(_ contract: VaultContractCase) async throws {
        try await contract.run(KeychainVault(service: service))
    }

    @Test("What is kept is there for another vault of its service, and for no other service")
    func services() async throws {
        let barn = try name(.network, "Barn")
        try await keep("secret", as: barn)
        #expect(try await text(barn) == "secret")
        #expect(try await KeychainVault(service: service + "2").names().isEmpty)
    }

    @Test("Kinds and labels of any characters are told apart")
    func names() async throws {
        let names = [
            try name(.network, "Barn:7"), try name(SecretName.Kind(rawValue: "network:Barn"), "7"),
            try name(SecretName.Kind(rawValue: "7:é"), ":"), try name(.broker, "ü@host"),
        ]
        for (index, name) in names.enumerated() { try await keep("\(index)", as: name) }
        for (index, name) in names.enumerated() { #expect(try await text(name) == "\(index)") }
        #expect(Set(try await KeychainVault(service: service).names()) == Set(names))
    }

    @Test("Items of others in the same service are left alone")
    func foreign() async throws {
        for account in ["", "Barn", "9:network:Barn", "-1:a:b", "7:network", "x:network:Barn"] {
            let item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
                kSecUseDataProtectionKeychain: true, kSecValueData: Data([1]),
            ]
            #expect(SecItemAdd(NSDictionary(dictionary: item) as CFDictionary, nil) == errSecSuccess)
        }
        #expect(try await KeychainVault(service: service).names().isEmpty)
    }

    @Test("A secret can be had while the device is locked, and not before it was unlocked once")
    func locked() async throws {
        let barn = try name(.network, "Barn")
        try await keep("secret", as: barn)
        let whileLocked = try await Keychain.$state.withValue(.locked) { try await text(barn) }
        #expect(whileLocked == "secret")
        await #expect {
            try await Keychain.$state.withValue(.beforeFirstUnlock) { _ = try await text(barn) }
        } throws: {
            ($0 as? VaultError)?.code == .locked
        }
        await #expect {
            try await Keychain.$state.withValue(.beforeFirstUnlock) { try await keep("other", as: barn) }
        } throws: {
            ($0 as? VaultError)?.code == .locked
        }
        #expect(try await text(barn) == "secret")
    }

    @Test("An app that is not signed for a keychain is told what to do")
    func unsigned() async throws {
        let barn = try name(.network, "Barn")
        await #expect {
            try await Keychain.$state.withValue(.withoutEntitlement) { try await keep("secret", as: barn) }
        } throws: {
            let error = $0 as? VaultError
            return error?.code == .notPermitted && error?.advice.contains("entitlement") == true
        }
    }

    @Test("What the keychain is asked wrongly it refuses")
    func wrong() throws {
        let item: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: service]
        let query = NSDictionary(dictionary: item) as CFDictionary
        #expect(SecItemAdd(query, nil) == errSecSuccess)
        #expect(SecItemAdd(query, nil) == errSecDuplicateItem)
        var all = item
        all.merge([kSecMatchLimit: kSecMatchLimitAll, kSecReturnData: true]) { $1 }
        #expect(SecItemCopyMatching(NSDictionary(dictionary: all) as CFDictionary, nil) == errSecParam)
        #expect(SecItemDelete(NSDictionary(dictionary: [kSecAttrService: service]) as CFDictionary) == errSecParam)
        #expect(SecItemDelete(query) == errSecSuccess)
        #expect(SecItemDelete(query) == errSecItemNotFound)
    }
}
