import DefaultControl
import DeviceDirectory
import Foundation
import Glibc
import PrivateBus
import ProvisioningProtocols
import Testing

/// The real program with a home of its own, on a free port of this machine.
final class HubUnderTest {
    /// The folder in which all lies.
    let folder: URL
    private(set) var port: UInt16 = 0
    private var process: ChildProcess?
    private var output: ProcessPipe?
    /// What the browser keeps.
    var cookie = ""

    static let password = "hay and horses"

    init(isStarted: Bool = true) throws {
        folder = URL(fileURLWithPath: "/tmp/gangway-hub-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if isStarted { try start() }
    }

    deinit {
        process?.signal(SIGKILL)
        process?.wait()
        try? FileManager.default.removeItem(at: folder)
    }

    var home: ControlHome { ControlHome(path: folder.path + "/home") }

    /// Starts it, at its port where it had one.
    func start(_ arguments: [String] = [], environment: [String: String] = [:]) throws {
        let pipe = try ProcessPipe()
        let words = [
            "--data", home.path, "--radio", "virtual:\(folder.path)/air", "--listen", "127.0.0.1:\(port)",
        ]
        process = try ChildProcess(
            TalkingProgram.path("gangway-hub"), words + arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            streams: [FileHandle.nullDevice.fileDescriptor, pipe.writing.fileDescriptor, 2])
        try pipe.writing.close()
        output = pipe
        var text = ""
        while !text.contains("\n") {
            let more = pipe.reading.availableData
            try #require(!more.isEmpty, "the hub ended")
            text += String(decoding: more, as: UTF8.self)
        }
        let digits = try #require(text.split(separator: ":").last { $0.first?.isNumber ?? false }).prefix {
            $0.isNumber
        }
        port = try #require(UInt16(digits))
    }

    /// Ends it in order; its status.
    func stop(_ signal: Int32 = SIGTERM) -> Int32? {
        process?.signal(signal)
        return process?.wait()
    }

    /// How much memory it holds, in bytes.
    func memory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(try #require(process).identifier)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(Int(line.filter(\.isNumber))) * 1_024
    }

    /// How many descriptors it may have open.
    func descriptorLimit() throws -> Int {
        let limits = try String(contentsOfFile: "/proc/\(try #require(process).identifier)/limits", encoding: .utf8)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
        return try #require(line.split(separator: " ").dropFirst(3).first.flatMap { Int($0) })
    }

    func client() throws -> WebClient { try WebClient(port: port) }

    /// The fields that a browser sends from a page of the hub.
    var fields: [String: String] {
        ["Origin": "http://localhost", "Content-Type": "application/json", "Cookie": cookie]
    }

    func get(_ path: String, _ more: [String: String] = [:]) throws -> WebClient.Answer {
        try client().ask("GET", path, fields: fields.merging(more) { $1 })
    }

    @discardableResult
    func post(_ path: String, _ object: [String: Any] = [:]) throws -> WebClient.Answer {
        let body = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
        return try client().ask("POST", path, fields: fields, body: body)
    }

    /// Sets the password, or logs in where there is one, and keeps the cookie.
    func enter() throws {
        for path in ["/setup", "/login"] {
            let answer = try post(path, ["password": Self.password])
            guard answer.status == 204, let set = answer["set-cookie"] else { continue }
            cookie = String(set.prefix { $0 != ";" })
            return
        }
        Issue.record("no log-in")
    }

    /// A key for programs.
    func token(_ name: String = "script") throws -> String {
        try #require(try post("/tokens/make", ["name": name]).object?["token"] as? String)
    }

    /// Asks the API.
    func api(_ method: String, _ path: String, _ token: String, _ body: String? = nil) throws -> WebClient.Answer {
        try client().ask(
            method, path, fields: ["Authorization": "Bearer \(token)", "Content-Type": "application/json"], body: body)
    }

    /// A stream of events.
    func events(after last: String? = nil) throws -> WebClient {
        let client = try client()
        var fields = fields
        fields["Last-Event-ID"] = last
        client.request("GET", "/events", fields: fields)
        #expect(try client.head().status == 200)
        return client
    }

    /// Lists devices, as another program does.
    func list(_ names: [String]) async throws -> [DeviceID] {
        try home.prepare()
        let directory = try DefaultControl.directory(home)
        var ids: [DeviceID] = []
        for name in names {
            let id = DeviceID.random()
            try await directory.add(Device(id: id, name: name, topic: "home/lamp"))
            ids.append(id)
        }
        return ids
    }
}
