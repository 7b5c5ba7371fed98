import DefaultControl
import Foundation
import MessageBroker
import Testing

@testable import GangwayCommandLine

/// A machine on which libraries cannot be loaded: the loader finds empty files in their place, and looks no further.
@Suite("Libraries that are not there")
struct LazyLibraryTests {
    private static let all = [
        "libmosquitto.so.1", "libssl.so.3", "libcrypto.so.3", "libsqlite3.so.0", "libsecret-1.so.0",
    ]
    private let air: VirtualAir

    init() throws { air = try VirtualAir() }

    /// Runs `gangway` where `libraries` cannot be loaded.
    private func run(
        _ arguments: String..., input: String = "", without libraries: [String] = Self.all
    ) throws -> ProcessResult {
        for library in libraries { try Data().write(to: URL(fileURLWithPath: air.path(library))) }
        let environment = air.environment.merging(["LD_LIBRARY_PATH": air.folder.path]) { $1 }
        return try BuiltProgram.run(BuiltProgram.gangwayPath, arguments, input: input, environment: environment)
    }

    @Test("Version, help and manual page open none of them", arguments: ["--version", "--help", "man"])
    func words(_ argument: String) throws {
        let result = try run(argument)
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.output.isEmpty)
    }

    @Test("doctor names each with its package, also for the virtual radio, which can be used without them")
    func doctor() throws {
        let whole = try run("doctor", without: [])
        #expect(whole.output.contains("libmosquitto with OpenSSL, SQLite, libsecret"))
        let result = try run("doctor", "--json")
        #expect(result.status == 0, "\(result.errors)")
        let commands = try result.objects.filter { $0["check"] as? String == "libraries" }.map {
            $0["command"] as? String
        }
        #expect(commands.count == ControlLibrary.allCases.count)
        for (command, library) in zip(commands, ControlLibrary.allCases) {
            #expect(command?.hasSuffix("apt-get install \(library.package)") == true)
        }
    }

    @Test("A device can be set up without any of them")
    func setUp() throws {
        try air.serve()
        let result = try run("join", "Lamp", "--ssid", "Barn", input: Canary.text + "\n")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("Connected to \"Barn\""))
    }

    @Test(
        "A command that needs one says which it is and how to get it",
        arguments: [
            ("libsqlite3.so.0", "libsqlite3-0"), ("libmosquitto.so.1", "libmosquitto1"),
            ("libssl.so.3", "libmosquitto1"),
        ])
    func control(library: String, package: String) throws {
        let home = air.path("home")
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try BrokerFile(addresses: [BrokerAddress(host: "localhost", port: 1)]).write(to: home + "/broker.json")
        let result = try run("watch", "--json", "--timeout", "5", without: [library])
        #expect(result.status == ExitStatus.machineCannot.rawValue)
        let error = try #require(try result.objects.last)
        #expect(error["code"] as? String == "libraryMissing")
        #expect((error["message"] as? String)?.contains(library) == true)
        #expect((error["advice"] as? String)?.contains("apt-get install \(package)") == true)
    }
}
