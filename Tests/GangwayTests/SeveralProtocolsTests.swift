import Foundation
import Testing

@testable import GangwayCommandLine

@Suite("A device that speaks several protocols")
struct SeveralProtocolsTests {
    private let air: VirtualAir

    init() throws { air = try VirtualAir() }

    @Test(
        "It is set up over the one that protects its link, whichever it names first",
        arguments: [
            "wifiset,nordic", "nordic,wifiset", "json,wifiset,nordic",
        ])
    func preferred(protocols: String) throws {
        try air.serve("--protocol", protocols)
        let join = try air.run("join", "Lamp", "--ssid", "Barn", "--json", input: Canary.text + "\n")
        #expect(join.status == 0)
        let recipient = try #require(try join.objects.first { $0["event"] as? String == "recipient" })
        #expect(recipient["protocol"] as? String == "nordic")
        #expect(recipient["encrypted"] as? Bool == true)
    }

    @Test("Without such a one it is set up over the one that reports what came of it")
    func unprotected() throws {
        try air.serve("--protocol", "json,wifiset")
        let info = try #require(try air.run("info", "--json").objects.first)
        #expect(info["protocol"] as? String == "wifiset")
        #expect(info["protocols"] as? [String] == ["wifiset", "json"])
    }

    @Test(
        "A topic goes to its JSON protocol, whichever others it has",
        arguments: ["json,wifiset", "nordic,json", "wifiset,json,nordic"])
    func topic(protocols: String) throws {
        try air.serve("--protocol", protocols)
        let words = ["join", "Lamp", "--ssid", "Barn", "--topic", "home/lamp", "--json", "--wait", "0"]
        let join = try run(words)
        #expect(join.status == 0, "\(join.output)")
        let recipient = try #require(try join.objects.first { $0["event"] as? String == "recipient" })
        #expect(recipient["protocol"] as? String == "json")
        #expect(try join.objects.contains { $0["topic"] as? String == "home/lamp" })
        #expect(try joined())
    }

    @Test(
        "What only Nordic's protocol carries goes to that, also where it is asked for beside others",
        arguments: [["--volatile"], ["--channel", "6"], ["--band", "2.4"]], ["json,nordic", "wifiset,nordic,json"])
    func wishes(options: [String], protocols: String) throws {
        try air.serve("--protocol", protocols)
        let join = try run(["join", "Lamp", "--ssid", "Barn", "--json"] + options)
        #expect(join.status == 0, "\(join.output)")
        let recipient = try #require(try join.objects.first { $0["event"] as? String == "recipient" })
        #expect(recipient["protocol"] as? String == "nordic")
        #expect(try run(["forget", "Lamp"]).status == 0)
    }

    @Test(
        "What none of its protocols can do, or none alone, is told with their names, and nothing is sent",
        arguments: [
            ("json,wifiset", ["--volatile"]), ("nordic,json", ["--topic", "home/lamp", "--volatile"]),
            (
                "nordic,json",
                ["--topic", "home/lamp", "--id", "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913", "--volatile", "--wait", "0"]
            ),
        ])
    func none(protocols: String, options: [String]) throws {
        let device = try air.serve("--protocol", protocols)
        let join = try run(["join", "Lamp", "--ssid", "Barn", "--json"] + options)
        #expect(join.status == 1, "\(join.output)")
        let error = try #require(try join.objects.last)
        #expect(error["code"] as? String == "unsupported")
        let told = ["message", "advice"].compactMap { error[$0] as? String }.joined()
        #expect(told.contains(protocols == "nordic,json" ? "(nordic, json)" : "(wifiset, json)"), "\(told)")
        device.signal(SIGTERM)
        #expect(!device.finish().output.contains("credentials"))
    }

    @Test("The networks are listed by a protocol that can, and a scan names all that it has")
    func lists() throws {
        try air.serve("--protocol", "json,wifiset")
        let networks = try air.run("networks", "Lamp", "--json")
        #expect(networks.status == 0)
        #expect(try networks.objects.contains { $0["ssid"] as? String == "Barn" })
        let scan = try air.run("scan", "--json", "--timeout", "1")
        let device = try #require(try scan.objects.last { $0["event"] as? String == "device" })
        #expect(Set(try #require(device["protocols"] as? [String])).isSubset(of: ["json", "wifiset"]))
    }

    private func run(_ words: [String]) throws -> ProcessResult {
        let running = try RunningProcess(BuiltProgram.gangwayPath, words, environment: air.environment)
        running.say(Canary.text + "\n")
        return running.finish()
    }

    /// Whether the device says that it is on its network, in the one of its protocols that tells.
    private func joined() throws -> Bool {
        guard let told = try air.run("status", "Lamp", "--json").objects.last else { return false }
        return ["connected", "connecting"].contains(told["state"] as? String)
    }
}

@Suite("A device that a service manager started")
struct ServiceManagerTests {
    @Test("It says that it is ready once it is on the air")
    func ready() throws {
        let air = try VirtualAir()
        let socket = try DatagramSocket(path: air.path("notify"))
        let file = air.path("networks.json")
        try Data(VirtualAir.barn.utf8).write(to: URL(fileURLWithPath: file))
        let device = try RunningProcess(
            BuiltProgram.gangwayPath, ["device", "--json", "--station", "simulated:\(file)", "--name", "Lamp"],
            environment: air.environment.merging(["NOTIFY_SOCKET": air.path("notify")]) { $1 })
        #expect(device.line(containing: "advertising") != nil)
        #expect(socket.receive()?.contains("READY=1") ?? false)
        device.signal(SIGTERM)
        _ = device.finish()
    }
}

/// A socket like the one on which systemd hears its services (sd_notify(3)).
private final class DatagramSocket {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0)
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// The next message; `nil` where none comes within 30 s.
    func receive() -> String? {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}
