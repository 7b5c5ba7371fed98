import Foundation
import Testing

@testable import GangwayCommandLine

/// A directory of its own in which devices are served, by the program that was built with these tests.
final class VirtualAir {
    let folder: URL
    private(set) var devices: [RunningProcess] = []

    init() throws {
        folder = URL(fileURLWithPath: "/tmp/gangway-test-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        for device in devices {
            device.signal(SIGKILL)
            _ = device.finish()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// What names this air to the program, and a folder of devices in which there is nothing.
    var environment: [String: String] {
        ["GANGWAY_RADIO": "virtual:\(folder.path)/air", "GANGWAY_HOME": path("home")]
    }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// What a file in the folder holds.
    func text(of name: String) -> String {
        (try? String(decoding: Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)) ?? ""
    }

    /// Serves a device on simulated networks, and waits until it is on the air.
    @discardableResult
    func serve(
        _ options: String..., name: String = "Lamp", networks: String = VirtualAir.barn
    ) throws -> RunningProcess {
        let file = path("networks-\(devices.count).json")
        try Data(networks.utf8).write(to: URL(fileURLWithPath: file))
        let device = try RunningProcess(
            BuiltProgram.gangwayPath,
            ["device", "--json", "--verbose", "--station", "simulated:\(file)", "--name", name] + options,
            environment: environment)
        devices.append(device)
        try #require(device.line(containing: "advertising") != nil)
        return device
    }

    /// Starts a command.
    func start(_ arguments: String...) throws -> RunningProcess {
        try RunningProcess(BuiltProgram.gangwayPath, arguments, environment: environment)
    }

    /// Runs a command to its end.
    func run(_ arguments: String..., input: String = "") throws -> ProcessResult {
        let running = try RunningProcess(BuiltProgram.gangwayPath, arguments, environment: environment)
        running.say(input)
        return running.finish()
    }

    /// Networks that need the canary, none, and one that takes long to join.
    static let barn = """
        { "networks": [
            { "ssid": "Barn", "passphrase": "\(Canary.text)", "channel": 6, "signal": -52, "address": "192.168.7.23" },
            { "ssid": "a\\"b\\\\", "security": "open", "channel": 1, "signal": -60 } ] }
        """
    /// The same, but slow to join.
    static let slowJoin = """
        { "networks": [ { "ssid": "Barn", "passphrase": "\(Canary.text)" } ], "delays": { "association": 9000 } }
        """
    /// The same, and slow to scan.
    static let slow = """
        { "networks": [ { "ssid": "Barn", "passphrase": "\(Canary.text)" } ],
          "delays": { "scan": 60000, "association": 9000 } }
        """
}
