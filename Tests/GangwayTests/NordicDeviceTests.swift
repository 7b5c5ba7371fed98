import Foundation
import ProvisioningProtocols
import Testing

@testable import GangwayCommandLine

@Suite("A device that speaks Nordic's protocol, each end a process", .serialized)
struct NordicDeviceTests {
    private let air: VirtualAir

    init() throws {
        air = try VirtualAir()
        try air.serve("--protocol", "nordic", "--trace", air.path("device.trace"))
    }

    @Test(
        "It is joined over an encrypted link, with a wrong passphrase first, and forgets its network when it is told to"
    )
    func joined() throws {
        let join = try air.run(
            "join", "Lamp", "--ssid", "Barn", "--json", "--verbose", "--trace", air.path("join.trace"),
            input: "wrong-\(Canary.text)\n\(Canary.text)\n")
        #expect(join.status == 0)
        let objects = try join.objects
        #expect(objects.first { $0["event"] as? String == "recipient" }?["encrypted"] as? Bool == true)
        let outcomes = objects.filter { $0["event"] as? String == "outcome" }
        #expect(outcomes.map { $0["outcome"] as? String } == ["failed", "connected"])
        #expect(outcomes.first?["reason"] as? String == "wrongPassphrase")
        #expect(outcomes.last?["address"] as? String == "192.168.7.23")
        let traces = [air.text(of: "join.trace"), air.text(of: "device.trace")]
        #expect(traces.allSatisfy { $0.contains("\"messages\":[{\"op_code\":\"SET_CONFIG\",\"config\":{\"wifi\":") })
        #expect(traces.allSatisfy { $0.contains("\"passphraseLength\":\(Canary.text.utf8.count)") })
        #expect(traces.allSatisfy { $0.contains("0E" + String(repeating: "**", count: Canary.text.utf8.count)) })
        #expect(traces.allSatisfy { !$0.contains("\"typeNumber\"") })
        for text in [join.output, join.errors, air.text(of: "join.trace"), air.text(of: "device.trace")] {
            for form in Canary.forms { #expect(!text.contains(form)) }
        }
        #expect(try air.run("forget", "Lamp", "--json").objects.first?["event"] as? String == "forgotten")
        #expect(try air.run("status", "Lamp", "--json").objects.first?["state"] as? String == "notConfigured")
    }

    @Test("status --watch names the network and the address that it got from somebody else, and that it was forgotten")
    func watched() throws {
        let watch = try air.start("status", "Lamp", "--watch", "--json")
        #expect(watch.line(containing: "\"state\":\"notConfigured\"") != nil)
        #expect(try air.run("join", "Lamp", "--ssid", "Barn", input: Canary.text + "\n").status == 0)
        #expect(watch.line(containing: "\"state\":\"connected\"")?.contains("\"ssid\":\"Barn\"") == true)
        #expect(try air.run("forget", "Lamp").status == 0)
        #expect(watch.line(containing: "\"state\":\"notConfigured\"") != nil)
        watch.signal(SIGINT)
        let result = watch.finish()
        let objects = try result.objects
        let connected = try #require(objects.first { $0["state"] as? String == "connected" })
        #expect(connected["address"] as? String == "192.168.7.23")
        #expect(objects.dropFirst().dropLast().allSatisfy { $0["ssid"] as? String == "Barn" })
        // Each change once: not configured at both ends, and no line else twice.
        let lines = result.output.split(separator: "\n")
        #expect(Set(lines).count == lines.count - 1 && lines.first == lines.last, "\(lines)")
    }

    @Test("info tells a person what it can in words, and of which kind the catalogue has it, and so does scan")
    func words() throws {
        let catalogue = air.path("devices.json")
        let kind = #"{"kinds": [{"id": "l", "name": "Desk lamp", "advertisedName": "Lamp", "topic": "home/lamp"}]}"#
        try Data(kind.utf8).write(to: URL(fileURLWithPath: catalogue))
        let info = try air.run("info", "--catalogue", catalogue)
        #expect(info.output.contains("kind Desk lamp.\nIt can\n  list the networks that it sees\n"))
        #expect(!info.output.contains("listsNetworks"))
        #expect(try air.run("info", "--json", "--catalogue", catalogue).objects.first?["kind"] as? String == "l")
        let scan = try air.run("scan", "--timeout", "0.5", "--catalogue", catalogue)
        #expect(scan.output.hasSuffix("  no network  Desk lamp\n"))
    }

    @Test("It tells its version and what it can")
    func info() throws {
        let info = try #require(try air.run("info", "--json").objects.first)
        #expect(info["protocol"] as? String == "nordic")
        #expect(info["version"] as? Int == 1)
        #expect((info["capabilities"] as? [String])?.contains("forgets") ?? false)
    }

    @Test(
        "A scan shows its version, and that it has no network, then that it is on one, and how strongly it receives it")
    func advertised() throws {
        let before = try #require(try air.run("scan", "--timeout", "0.5", "--json").objects.first)
        #expect(before["version"] as? Int == 1)
        #expect(before["provisioned"] as? Bool == false)
        #expect(before["connected"] as? Bool == false)
        #expect(before["wifiRssi"] is NSNull)
        #expect(try air.run("join", "Lamp", "--ssid", "Barn", input: Canary.text + "\n").status == 0)
        let after = try #require(try air.run("scan", "--timeout", "0.5", "--json").objects.last)
        #expect(after["provisioned"] as? Bool == true)
        #expect(after["connected"] as? Bool == true)
        #expect(after["wifiRssi"] as? Int == -52)
        let line = try air.run("scan", "--timeout", "0.5").output
        #expect(line.hasSuffix("-50 dBm  nordic v1, encrypted  connected -52 dBm\n"))
    }

    @Test(
        "The band that is asked for is the one of the list",
        arguments: [("2.4", Band.twoPointFourGHz), ("5", .fiveGHz)])
    func band(text: String, band: Band) throws {
        #expect(try ArgumentParser.parse(["networks", "--band", text]).scanOptions() == ScanOptions(band: band))
    }

    @Test("Volatile credentials, and an access point that is not there")
    func wishes() throws {
        let away = try air.run(
            "join", "Lamp", "--ssid", "Barn", "--bssid", "02:00:00:00:00:99", "--json", input: Canary.text + "\n")
        #expect(away.status == 3)
        let volatile = try air.run(
            "join", "Lamp", "--ssid", "Barn", "--volatile", "--json", input: Canary.text + "\n")
        #expect(volatile.status == 0)
    }

    @Test(
        "A protocol that has none of it says so before anything is sent",
        arguments: [
            ["forget", "Lamp"], ["networks", "Lamp", "--band", "5"], ["join", "Lamp", "--ssid", "Barn", "--volatile"],
            ["join", "Lamp", "--ssid", "Barn", "--channel", "6"],
        ])
    func unsupported(line: [String]) throws {
        let other = try VirtualAir()
        let device = try other.serve()
        let running = try RunningProcess(BuiltProgram.gangwayPath, line + ["--json"], environment: other.environment)
        running.say(Canary.text + "\n")
        let result = running.finish()
        #expect(result.status == 1)
        #expect(try result.objects.last?["code"] as? String == "unsupported")
        device.signal(SIGTERM)
        #expect(!device.finish().output.contains("credentials"))
    }

    @Test(
        "A wish that is none is a fault of usage",
        arguments: [["--channel", "0"], ["--channel", "x"], ["--bssid", "02:00"], ["--band", "6"]])
    func usage(options: [String]) throws {
        let running = try RunningProcess(
            BuiltProgram.gangwayPath, ["join", "Lamp", "--ssid", "Barn"] + options, environment: air.environment)
        #expect(running.finish().status == 2)
    }
}
