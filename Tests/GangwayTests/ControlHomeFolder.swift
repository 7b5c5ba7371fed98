import BrokerServer
import DefaultControl
import DeviceControl
import DeviceDirectory
import Foundation
import Glibc
import MessageBroker
import MosquittoBroker
import ProvisioningProtocols
import Runtime
import SQLiteDirectory

@testable import GangwayCommandLine

/// A folder of devices and broker of a test's own, and the programs that use it.
final class ControlHomeFolder {
    let folder = URL(fileURLWithPath: "/tmp/gangway-home-\(UUID().uuidString.prefix(8))")
    private var running: [RunningProcess] = []

    init() throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        for process in running {
            process.signal(SIGKILL)
            _ = process.finish()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    var environment: [String: String] { ["GANGWAY_HOME": folder.path] }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func write(_ name: String, _ text: String, mode: mode_t = 0o600) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        chmod(path(name), mode)
    }

    /// Runs `gangway` to its end.
    @discardableResult
    func run(_ arguments: String..., input: String = "") throws -> ProcessResult { try run(arguments, input: input) }

    /// Runs `gangway` to its end.
    func run(_ arguments: [String], input: String = "") throws -> ProcessResult {
        try BuiltProgram.run(BuiltProgram.gangwayPath, arguments, input: input, environment: environment)
    }

    /// Starts `gangway`.
    func start(_ arguments: String...) throws -> RunningProcess {
        let process = try RunningProcess(BuiltProgram.gangwayPath, arguments, environment: environment)
        running.append(process)
        return process
    }

    /// What is listed, as any program reads it.
    func directory() throws -> SQLiteDirectory { try SQLiteDirectory(path: path("devices.sqlite")) }

    /// Says how `server` is reached, as the user `gangway`.
    func use(_ server: BrokerServer, password: String = "hay", authority: String? = nil) throws {
        try write("password", password)
        let authority = try authority ?? Certificates.shared.get().authority
        try BrokerFile(
            addresses: [BrokerAddress(host: "localhost", port: server.port)],
            tls: TLSSettings(authorities: .file(authority)), user: "gangway", passwordFile: path("password")
        ).write(to: path("broker.json"))
    }

    /// One whose broker is `server`, and in which the lamp is listed.
    static func withLamp(at server: BrokerServer) throws -> ControlHomeFolder {
        let home = try ControlHomeFolder()
        try home.use(server)
        try home.run("devices", "add", "Lamp", "--topic", "home/lamp", "--id", FieldDevice.lamp)
        return home
    }

    /// A broker with TLS and accounts for `gangway` and `device`.
    static func server(_ change: (inout BrokerServer.Setup) -> Void = { _ in }) throws -> BrokerServer {
        var setup = try BrokerServer.Setup.secured()
        setup.users = ["gangway": "hay", "device": "oats"]
        change(&setup)
        return try BrokerServer(setup)
    }
}

/// A device at its broker, as those in the field are: it obeys commands and reports, and the broker says when it is gone.
final class FieldDevice: Sendable {
    static let lamp = "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"

    let id: String
    let topic: String
    /// The bodies of the commands that came.
    let commands = Lock<[String]>([])
    /// The same, as they come.
    let arrivals: EventStream<String, Never>
    private let broker: MosquittoBroker
    private let serving: Task<Void, Never>

    /// Connects, and is there when this returns. One that is mute obeys nothing, and one with an `answer` reports that state,
    /// such as `"status":false,"mode":0`, whatever it is told.
    init(
        at server: BrokerServer, id: String = FieldDevice.lamp, topic: String = "home/lamp", isMute: Bool = false,
        hasLogin: Bool = true, answer: String? = nil, isRetaining: Bool = true
    ) async throws {
        self.id = id
        self.topic = topic
        let base = "\(topic)/\(id)"
        let broker = try MosquittoBroker(
            BrokerSettings(
                addresses: [BrokerAddress(host: "localhost", port: server.port)],
                tls: TLSSettings(authorities: .file(try Certificates.shared.get().authority)),
                login: hasLogin ? BrokerLogin(user: "device", password: BrokerPassword("oats")) : nil,
                lastWill: Message(topic: "\(base)/availability", text: "offline", isRetained: true)))
        self.broker = broker
        let (messages, commands) = (broker.messages(), commands)
        let (arrivals, arrived) = EventStream<String, Never>.make()
        self.arrivals = arrivals
        serving = Task {
            while let batch = await messages.next() {
                for message in batch where message.topic == base {
                    let body = String(decoding: message.body, as: UTF8.self)
                    commands.withLock { $0.append(body) }
                    arrived.yield(body)
                    let state = answer.map { #"{"id":"\#(id)",\#($0)}"# } ?? Self.state(body, of: id)
                    guard !isMute, let state else { continue }
                    try? await broker.publish(
                        Message(topic: "\(base)/state", text: state, isRetained: isRetaining),
                        deadline: SystemTime.shared.now + 20_000)
                }
            }
        }
        broker.connect()
        try await broker.subscribe([Subscription(base)], deadline: SystemTime.shared.now + 20_000)
        try await publish("availability", "online")
    }

    deinit { serving.cancel() }

    /// Publishes what the broker keeps.
    func publish(_ end: String, _ text: String, isRetained: Bool = true) async throws {
        try await broker.publish(
            Message(topic: "\(topic)/\(id)/\(end)", text: text, isRetained: isRetained),
            deadline: SystemTime.shared.now + 20_000)
    }

    /// Reports a state.
    func report(_ isOn: Bool, mode: Int = 0) async throws {
        try await publish("state", #"{"id":"\#(id)","status":\#(isOn),"mode":\#(mode)}"#)
    }

    /// Is gone, and whoever asks the broker hears that it is there.
    func vanish() async { await broker.close() }

    /// Says good-bye, as a device does that is switched off in order.
    func leave() async throws {
        try await publish("availability", "offline")
        await broker.close()
    }

    /// The report of what a command asks for.
    private static func state(_ command: String, of id: String) -> String? {
        guard let command = try? JSONSerialization.jsonObject(with: Data(command.utf8)) as? [String: Any],
            let isOn = command["status"] as? Bool, let mode = command["mode"] as? Int
        else { return nil }
        return #"{"id":"\#(id)","status":\#(isOn),"mode":\#(mode)}"#
    }
}
