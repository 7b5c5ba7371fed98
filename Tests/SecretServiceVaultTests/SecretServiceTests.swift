import CredentialVaultContract
import Foundation
import PrivateBus
import Testing

@Suite("The vault in the Secret Service", .enabled(if: Keyring.isInstalled, "gnome-keyring is not installed"))
struct SecretServiceTests {
    @Test("With a real keyring, it keeps the contract of CredentialVault, and another program finds what was kept")
    func contract() async throws {
        let keyring = try await Keyring(unlocked: true)
        let lines = try await keyring.probe("contract")
        #expect(lines == VaultContractCase.all.map { "passed: \($0)" })
        #expect(try await keyring.probe("keep", "user@broker", "correct horse") == ["kept"])
        #expect(try await keyring.probe("show", "user@broker") == ["correct horse"])
    }

    @Test("E5/115: With a keyring that nobody unlocked, nothing is kept, and the message says what to do and no secret")
    func locked() async throws {
        // It asks a person, and there is nobody: the call ends at its limit.
        let keyring = try await Keyring(unlocked: false)
        let lines = try await keyring.probe("keep", "user@broker", "Zq7-canary-Zq7", limit: 300)
        let line = try #require(lines.first)
        #expect(line.hasPrefix("error locked: "))
        #expect(line.contains("Unlock it"))
        #expect(!line.contains("canary"))
    }

    @Test("Without a session bus, the message says to start a service or to choose the file")
    func absent() async throws {
        let lines = try await Keyring.probe(
            ["30000", "show", "user@broker"],
            ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "PATH": "/usr/bin:/bin"])
        let line = try #require(lines.first)
        #expect(line.hasPrefix("error serviceUnavailable: "))
        #expect(line.contains("sealed file"))
    }
}
