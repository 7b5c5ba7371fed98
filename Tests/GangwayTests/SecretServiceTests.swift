import BrokerServer
import CredentialVault
import DefaultControl
import Foundation
import PrivateBus
import Testing

@testable import GangwayCommandLine

@Suite("The Secret Service, chosen at the shell", .timeLimit(.minutes(3)))
struct ChosenVaultTests {
    private let home: ControlHomeFolder

    init() throws { home = try ControlHomeFolder() }

    private func run(
        _ environment: [String: String], _ arguments: String..., input: String = ""
    ) throws -> ProcessResult {
        try BuiltProgram.run(
            BuiltProgram.gangwayPath, arguments, input: input, environment: environment.merging(home.environment) { $1 }
        )
    }

    @Test(
        "With a real keyring, the broker's password and passphrases are kept there, in no file, and are taken from there",
        .enabled(if: Keyring.isInstalled, "gnome-keyring is not installed"))
    func chosen() async throws {
        let keyring = try await Keyring(unlocked: true)
        let server = try ControlHomeFolder.server()
        let authority = try Certificates.shared.get().authority
        let used = try run(
            keyring.environment, "broker", "use", "localhost:\(server.port)", "--user", "gangway", "--ca", authority,
            "--vault", "secret-service", "--json", input: "hay\n")
        #expect(used.status == 0, "\(used.errors)")
        #expect(try used.objects.first?["vault"] as? String == "secret-service")
        #expect(try BrokerFile(path: home.path("broker.json")).vault == .secretService)
        #expect(!FileManager.default.fileExists(atPath: home.path("vault")))
        #expect(try run(keyring.environment, "broker", "test").status == 0)
        let air = try VirtualAir()
        try air.serve()
        let environment = keyring.environment.merging(["GANGWAY_RADIO": air.environment["GANGWAY_RADIO"] ?? ""]) { $1 }
        let joined = try run(
            environment, "join", "Lamp", "--ssid", "Barn", "--remember", "--json", input: Canary.text + "\n")
        #expect(joined.status == 0, "\(joined.errors)")
        #expect(try run(environment, "join", "Lamp", "--ssid", "Barn", "--from-vault").status == 0)
        #expect(!FileManager.default.fileExists(atPath: home.path("vault")))
        withExtendedLifetime((keyring, server, air)) {}
    }

    @Test("Where none runs, and where libsecret is not there, status 6 says what to do, and nothing is written")
    func absent() throws {
        let nowhere = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]
        let use = ["broker", "use", "home.example", "--user", "alice", "--vault", "secret-service", "--json"]
        func told(_ more: [String: String]) throws -> [String: Any]? {
            let result = try BuiltProgram.run(
                BuiltProgram.gangwayPath, use, input: "hay\n",
                environment: home.environment.merging(nowhere) { $1 }.merging(more) { $1 })
            #expect(result.status == ExitStatus.machineCannot.rawValue, "\(result.output)")
            return try result.objects.last
        }
        #expect(try told([:])?["code"] as? String == "serviceUnavailable")
        try home.write("libsecret-1.so.0", "")
        let missing = try told(["LD_LIBRARY_PATH": home.folder.path])
        #expect(missing?["code"] as? String == "libraryMissing")
        #expect((missing?["advice"] as? String)?.contains("apt-get install libsecret-1-0") == true)
        #expect(!FileManager.default.fileExists(atPath: home.path("broker.json")))
    }
}
