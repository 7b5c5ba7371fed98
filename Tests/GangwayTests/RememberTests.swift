import CredentialVault
import Foundation
import ProvisioningProtocols
import Testing

@testable import GangwayCommandLine

@Suite("Passphrases that gangway join is asked to keep")
struct RememberTests {
    private let air: VirtualAir

    init() throws { air = try VirtualAir() }

    private var vault: String { air.path("home/vault/secrets") }

    /// The events of a join, without its steps.
    private func events(_ result: ProcessResult) throws -> [String] {
        for secret in Canary.forms { #expect(!(result.output + result.errors).contains(secret)) }
        return try result.objects.compactMap { $0["event"] as? String }
    }

    @Test("One that worked is sealed in the vault, and the next join takes it from there, each only when asked")
    func kept() throws {
        try air.serve()
        let first = try air.run("join", "Lamp", "--ssid", "Barn", "--remember", "--json", input: Canary.text + "\n")
        #expect(first.status == 0, "\(first.errors)")
        #expect(try events(first).last == "remembered")
        let sealed = try Data(contentsOf: URL(fileURLWithPath: vault))
        for secret in Canary.forms { #expect(sealed.range(of: Data(secret.utf8)) == nil) }
        try air.serve(name: "Fan")
        let unasked = try air.run("join", "Fan", "--ssid", "Barn", "--json")
        #expect(unasked.status == 2, "it was taken unasked: \(unasked.output)")
        let next = try air.run("join", "Fan", "--ssid", "Barn", "--from-vault", "--json")
        #expect(next.status == 0, "\(next.errors)")
        #expect(try events(next).last == "outcome")
        #expect(next.errors.contains(#"The passphrase of "Barn" is taken from the vault."#))
    }

    @Test("Without --remember, and where it was wrong, nothing is kept")
    func notKept() throws {
        try air.serve()
        let wrong = try air.run("join", "Lamp", "--ssid", "Barn", "--remember", "--json", input: "not that one\n")
        #expect(wrong.status == 1)
        let unasked = try air.run("join", "Lamp", "--ssid", "Barn", "--json", input: Canary.text + "\n")
        #expect(unasked.status == 0)
        #expect(!FileManager.default.fileExists(atPath: vault))
    }

    @Test("One that the vault does not have ends it before anything is connected, alone and with --each")
    func unknown() throws {
        for more in [[], ["--each"]] {
            let result = try BuiltProgram.run(
                BuiltProgram.gangwayPath, ["join", "--ssid", "Barn", "--from-vault", "--json"] + more,
                environment: air.environment)
            #expect(result.status == 1)
            #expect(try result.objects.last?["code"] as? String == "notRemembered")
            #expect((try result.objects.last?["advice"] as? String)?.contains("--remember") == true)
        }
    }

    @Test("With --each one is kept once a device has taken it, and given to all")
    func each() throws {
        try air.serve()
        let each = ["join", "--each", "--ssid", "Barn", "--quiet", "0.7", "--json"]
        let first = try BuiltProgram.run(
            BuiltProgram.gangwayPath, each + ["--remember"], input: Canary.text + "\n", environment: air.environment)
        #expect(first.status == 0, "\(first.errors)")
        #expect(try events(first).last == "remembered")
        try air.serve(name: "Fan")
        let next = try BuiltProgram.run(
            BuiltProgram.gangwayPath, each + ["Fan", "--from-vault"], environment: air.environment)
        #expect(next.status == 0, "\(next.output)")
    }

    @Test(
        "Options that make no sense together are refused",
        arguments: [
            ["--remember", "--open"], ["--remember", "--from-vault"], ["--from-vault", "--open"],
            ["--from-vault", "--passphrase-file", "x"],
        ])
    func usage(_ options: [String]) throws {
        let result = try BuiltProgram.run(
            BuiltProgram.gangwayPath, ["join", "--ssid", "Barn"] + options, environment: air.environment)
        #expect(result.status == 2)
    }

    @Test("A network is told by its name, and by its bytes where that is no text or could be taken for bytes")
    func names() throws {
        func label(_ bytes: [UInt8]) throws -> String? { PassphraseMemory.name(try #require(SSID(bytes)))?.label }
        #expect(try label(Array("Barn".utf8)) == "Barn")
        #expect(try label([0xFF, 0x00]) == "hex:FF00")
        #expect(try label([0x41, 0x00]) == "hex:4100")
        #expect(try label(Array("hex:41".utf8)) == "hex:6865783A3431")
    }
}
