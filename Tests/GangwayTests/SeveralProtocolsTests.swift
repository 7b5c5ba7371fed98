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
