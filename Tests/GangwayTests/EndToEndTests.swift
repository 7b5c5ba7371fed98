import Foundation
import Testing

@testable import GangwayCommandLine

@Suite("gangway at both ends of the virtual radio, each a process", .serialized)
struct EndToEndTests {
    private func outcomes(_ result: ProcessResult) throws -> [[String: Any]] {
        try result.objects.filter { $0["event"] as? String == "outcome" }
    }

    @Test("A wrong passphrase, then the right one on the same connection; the address is the device's")
    func correctedPassphrase() throws {
        let air = try VirtualAir()
        let device = try air.serve()
        let result = try air.run(
            "join", "Lamp", "--ssid", "Barn", "--json", input: "not the passphrase\n\(Canary.text)\n")
        #expect(result.status == 0)
        let outcomes = try outcomes(result)
        #expect(outcomes.map { $0["outcome"] as? String } == ["failed", "connected"])
        #expect(outcomes.first?["reason"] as? String == "wrongPassphrase")
        #expect(outcomes.last?["address"] as? String == "192.168.7.23")
        device.signal(SIGTERM)
        let served = device.finish()
        #expect(served.status == 0)
        #expect(try served.objects.filter { $0["event"] as? String == "connected" }.count == 1)
    }

    @Test("E5/115: The passphrase is in no output, error, trace, argument or variable of either end, however verbose")
    func canary() throws {
        let air = try VirtualAir()
        let device = try air.serve("--trace", air.path("device.trace"), "--data", air.path("data"))
        let join = try air.start(
            "join", "Lamp", "--ssid", "Barn", "--verbose", "--json", "--trace", air.path("join.trace"))
        join.say("wrong-\(Canary.text)\n\(Canary.text)\n")
        #expect(join.line(containing: "acknowledged") != nil)
        let seen = ["cmdline", "environ"].compactMap { name in
            try? String(
                decoding: Data(contentsOf: URL(fileURLWithPath: "/proc/\(join.identifier)/\(name)")), as: UTF8.self)
        }
        let joined = join.finish()
        #expect(joined.status == 0)
        #expect(seen.count == 2)
        device.signal(SIGTERM)
        let served = device.finish()
        let traces = [air.text(of: "device.trace"), air.text(of: "join.trace")]
        #expect(traces.allSatisfy { $0.contains("passphraseLength") })
        for text in [joined.output, joined.errors, served.output, served.errors] + seen + traces {
            for form in Canary.forms { #expect(!text.contains(form)) }
        }
    }

    @Test(
        "Of two joins of one device at once the earlier one ends as replaced, whatever the protocol; the later one joins",
        arguments: ["wifiset", "nordic"])
    func replacedJoin(protocolName: String) throws {
        let air = try VirtualAir()
        let networks = VirtualAir.barn.replacing("] }", with: "], \"delays\": { \"association\": 1500 } }")
        let device = try air.serve("--protocol", protocolName, networks: networks)
        let earlier = try air.start("join", "Lamp", "--ssid", "Barn", "--json")
        earlier.say("\(Canary.text)\n")
        #expect(device.line(containing: "\"connecting\"") != nil)
        let later = try air.run("join", "Lamp", "--ssid", "a\"b\\", "--open", "--json")
        let replaced = earlier.finish()
        #expect(try outcomes(later).map { $0["outcome"] as? String } == ["connected"])
        #expect(replaced.status == 1)
        let outcome = try #require(try outcomes(replaced).first)
        #expect(outcome["outcome"] as? String == "failed")
        #expect(outcome["reason"] as? String == "replaced")
        #expect(outcome["advice"] as? String != nil)
    }

    @Test("scan, networks and status show the device, what it sees and where it stands")
    func reports() throws {
        let air = try VirtualAir()
        try air.serve()
        let scan = try air.run("scan", "--timeout", "0.5", "--json")
        #expect(scan.status == 0)
        #expect(try scan.objects.first?["name"] as? String == "Lamp")
        let networks = try air.run("networks", "--json")
        #expect(networks.status == 0)
        #expect(try networks.objects.map { $0["event"] as? String } == ["network", "network", "listEnd"])
        #expect(try networks.objects.last?["complete"] as? Bool == true)
        #expect(try networks.objects.map { $0["ssid"] as? String }.prefix(2) == ["Barn", "a\"b\\"])
        let status = try air.run("status", "Lamp", "--json")
        #expect(try status.objects.first?["state"] as? String == "notConfigured")
    }

    @Test("A3/12: A network whose name has quotes and backslashes is joined by name and reported in valid JSON")
    func quotes() throws {
        let air = try VirtualAir()
        try air.serve()
        let result = try air.run("join", "--ssid", "a\"b\\", "--open", "--json")
        #expect(result.status == 0)
        #expect(try outcomes(result).last?["ssid"] as? String == "a\"b\\")
        #expect(try outcomes(result).last?["ssidHex"] as? String == "6122625C")
    }

    @Test("Nothing in range, a network that is not there and a wrong passphrase alone each have their status")
    func failures() throws {
        let air = try VirtualAir()
        #expect(try air.run("status", "--timeout", "0.3").status == 3)
        try air.serve()
        #expect(try air.run("status", "Other", "--timeout", "0.3").status == 3)
        #expect(try air.run("join", "Lamp", "--ssid", "Elsewhere", input: "any passphrase\n").status == 3)
        #expect(try air.run("join", "Lamp", "--ssid", "Barn", input: "not the passphrase\n").status == 1)
        #expect(try air.run("join", "Lamp", "--ssid", "Barn", input: "").status == 2)
        #expect(try air.run("join", "Lamp", "--ssid", "Barn", input: String(repeating: "x", count: 65)).status == 1)
    }

    @Test("Of two devices with one name, both are listed, and the address picks one")
    func ambiguous() throws {
        let air = try VirtualAir()
        try air.serve()
        try air.serve()
        let result = try air.run("status", "Lamp", "--json")
        #expect(result.status == 3)
        let candidates = try result.objects.filter { $0["event"] as? String == "device" }
        #expect(candidates.count == 2)
        #expect(try result.objects.last?["code"] as? String == "ambiguous")
        let address = try #require(candidates.last?["id"] as? String)
        #expect(try air.run("status", address.lowercased()).status == 0)
    }

    @Test("A limit that passes before anything was sent is status 4, and after it an unknown outcome: 5")
    func limits() throws {
        let air = try VirtualAir()
        try air.serve(networks: VirtualAir.slow)
        #expect(try air.run("networks", "Lamp", "--timeout", "2").status == 4)
        let join = try air.run("join", "Lamp", "--ssid", "Barn", "--timeout", "2", "--json", input: Canary.text)
        #expect(join.status == 5)
        #expect(try outcomes(join).last?["outcome"] as? String == "unknown")
    }

    @Test("Ctrl-C after the credentials were sent ends with status 130 and the link, and says that the device may join")
    func interrupted() throws {
        let air = try VirtualAir()
        let device = try air.serve(networks: VirtualAir.slowJoin)
        let join = try air.start("join", "Lamp", "--ssid", "Barn", "--json")
        join.say(Canary.text + "\n")
        #expect(join.line(containing: "acknowledged") != nil)
        join.signal(SIGINT)
        let result = join.finish()
        #expect(result.status == 130)
        #expect((try result.objects.last?["message"] as? String)?.contains("may still join") == true)
        #expect(device.line(containing: "\"disconnected\"") != nil)
    }

    @Test("A reader that goes away ends a scan")
    func closedOutput() throws {
        let air = try VirtualAir()
        try air.serve()
        let result = try BuiltProgram.run(
            "/bin/sh", ["-c", "{ \"$0\" scan --json; echo $? >&2; } | head -n 1", BuiltProgram.gangwayPath],
            environment: air.environment)
        #expect(try result.objects.count == 1)
        #expect(result.errors == "0\n")
    }

    @Test("Without a Bluetooth service the status is 6, and the virtual radio is named but not taken")
    func noAdapter() throws {
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent", "GANGWAY_RADIO": ""]
        let result = try BuiltProgram.gangway("scan", "--json", environment: environment)
        #expect(result.status == 6)
        #expect((try result.objects.last?["advice"] as? String)?.contains("--radio virtual") == true)
        #expect(try BuiltProgram.gangway("doctor", environment: environment).status == 6)
    }

    @Test(
        "A limit that passes before the radio is given up does not hide that it cannot be used",
        arguments: ["scan", "status"])
    func noAdapterWithinLimit(command: String) throws {
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent", "GANGWAY_RADIO": ""]
        let result = try BuiltProgram.gangway(command, "--json", "--timeout", "0.3", environment: environment)
        #expect(result.status == 6)
        #expect(try result.objects.last?["code"] as? String == "serviceUnavailable")
    }

    @Test("The security that the device lists decides whether a passphrase is asked for")
    func listedSecurity() throws {
        let air = try VirtualAir()
        try air.serve()
        #expect(try air.run("join", "--ssid", "a\"b\\", "--json").status == 0)
        let secured = try air.run("join", "--ssid", "Barn", "--open", "--json")
        #expect(secured.status == 1)
        #expect(try secured.objects.last?["code"] as? String == "passphraseNeeded")
    }

    @Test(
        "A passphrase for a network that is open where the device is goes nowhere and joins nothing, however it is given",
        arguments: ["input", "file", "each", "empty", "blank"])
    func openTwin(way: String) throws {
        let air = try VirtualAir()
        let device = try air.serve(networks: "{ \"networks\": [ { \"ssid\": \"Barn\", \"security\": \"open\" } ] }")
        let key = air.path("key")
        try Data((Canary.text + "\n").utf8).write(to: URL(fileURLWithPath: key))
        let isGiven = ["input", "file", "each"].contains(way)
        let options = ["file": ["--passphrase-file", key], "each": ["--each", "--quiet", "0.7"]][way] ?? []
        let joining = try RunningProcess(
            BuiltProgram.gangwayPath, ["join", "Lamp", "--ssid", "Barn", "--json"] + options,
            environment: air.environment)
        if way != "file" { joining.say(isGiven ? Canary.text + "\n" : way == "blank" ? "\n" : "") }
        let result = joining.finish()
        #expect(result.status == (isGiven ? 1 : 0))
        #expect(result.output.contains("passphraseNotTaken") == isGiven)
        device.signal(SIGTERM)
        #expect(try device.finish().objects.contains { $0["event"] as? String == "credentials" } != isGiven)
    }

    @Test("Where standard input is closed there is no passphrase, and nothing else is read for one")
    func closedInput() throws {
        let air = try VirtualAir()
        try air.serve()
        for (ssid, status) in [("a\"b\\", 0), ("Barn", 2)] {
            let result = try BuiltProgram.run(
                "/bin/sh", ["-c", "\"$0\" join Lamp --ssid \"$1\" <&-", BuiltProgram.gangwayPath, ssid],
                environment: air.environment)
            #expect(result.status == status)
        }
    }

    @Test("A scan that fails, at once or later, is status 1 and said in the list", arguments: [0, 300])
    func failedScan(delay: Int) throws {
        let air = try VirtualAir()
        try air.serve(networks: "{ \"failures\": { \"scans\": 500 }, \"delays\": { \"scan\": \(delay) } }")
        for _ in 0..<3 {
            let result = try air.run("networks", "Lamp", "--json")
            #expect(result.status == 1)
            let end = try result.objects.first { $0["event"] as? String == "listEnd" }
            #expect(end?["scanFailed"] as? Bool == true)
            #expect(end?["complete"] as? Bool == false)
            #expect(try result.objects.last?["code"] as? String == "scanFailed")
        }
    }

    @Test("On a link that loses nothing, nothing is odd")
    func clean() throws {
        let air = try VirtualAir()
        try air.serve()
        let result = try air.run("join", "Lamp", "--ssid", "Barn", "--verbose", input: Canary.text)
        #expect(result.status == 0)
        #expect(!result.errors.contains("on the wire"), "\(result.errors)")
    }

    @Test("A trace that cannot be written is an error at the end, and costs nothing else")
    func lostTrace() throws {
        let air = try VirtualAir()
        try air.serve()
        let result = try air.run("status", "Lamp", "--json", "--trace", "/dev/full")
        #expect(result.status == 1)
        #expect(try result.objects.map { $0["event"] as? String } == ["status", "error"])
        #expect(try result.objects.last?["code"] as? String == "unwritable")
    }

    @Test("Both ends tell with --verbose what passes between them, and nothing that it holds")
    func verbose() throws {
        let air = try VirtualAir()
        let device = try air.serve()
        let result = try air.run("join", "Lamp", "--ssid", "Barn", "--verbose", input: Canary.text)
        device.signal(SIGTERM)
        for text in [result.errors, device.finish().errors] {
            #expect(text.contains("written: a value of wifiset, 24 bytes"))
            #expect(text.contains("notified: a value of wifiset, "))
            for form in Canary.forms { #expect(!text.contains(form)) }
        }
    }

    @Test(
        "A network that gives no address, and one of a security that is not known, are told alike over either protocol")
    func alike() throws {
        for served in ["wifiset", "nordic"] {
            let air = try VirtualAir()
            try air.serve(
                "--protocol", served,
                networks: """
                    { "networks": [
                        { "ssid": "Barn", "passphrase": "\(Canary.text)", "failure": "noAddress" },
                        { "ssid": "Loft", "security": "unknown(7)", "passphrase": "x" } ] }
                    """)
            let barn = try air.run("join", "Lamp", "--ssid", "Barn", "--json", input: Canary.text)
            #expect(try outcomes(barn).map { $0["reason"] as? String } == ["noAddress"], "\(served)")
            #expect(try air.run("join", "Lamp", "--ssid", "Loft", input: "x").status == 0, "\(served)")
        }
    }

    @Test("A status after a join that failed has a reason, known or not; other states have none")
    func statusReason() throws {
        let air = try VirtualAir()
        try air.serve()
        #expect(try air.run("status", "Lamp", "--json").objects.last?["reason"] is NSNull)
        #expect(try air.run("join", "Lamp", "--ssid", "Barn", input: "not the passphrase\n").status == 1)
        let status = try air.run("status", "Lamp", "--json").objects.last
        #expect(status?["state"] as? String == "connectionFailed")
        #expect(status?["reason"] as? String == "unspecified")
    }

    @Test("A watch whose limit passes before any status came is status 4, otherwise 0")
    func watch() throws {
        let air = try VirtualAir()
        try air.serve()
        #expect(try air.run("status", "Lamp", "--watch", "--timeout", "3").status == 0)
        let early = try air.run("status", "Lamp", "--watch", "--timeout", "1", "--json")
        #expect(early.status == 4)
        #expect(try early.objects.map { $0["code"] as? String } == ["timedOut"])
    }

    @Test("Nothing heard is an error for a program too")
    func nothingHeard() throws {
        let result = try VirtualAir().run("scan", "--json", "--timeout", "0.3")
        #expect(result.status == 3)
        #expect(try result.objects.last?["code"] as? String == "notFound")
    }

    @Test(
        "Output that cannot be written is an error, status 1, whatever the command",
        arguments: ["help", "decode --protocol wifiset 060700", "networks", "scan --timeout 5"])
    func fullDisk(line: String) throws {
        let air = try VirtualAir()
        try air.serve()
        let result = try BuiltProgram.run(
            "/bin/sh", ["-c", "\"$0\" \(line) > /dev/full", BuiltProgram.gangwayPath],
            environment: air.environment)
        #expect(result.status == 1)
        #expect(result.errors.contains("No space left on device"))
    }

    @Test("SIGTERM ends a device with status 0, Ctrl-C with 130")
    func deviceEnds() throws {
        for (signal, status) in [(SIGTERM, 0), (SIGINT, 130)] as [(Int32, Int32)] {
            let air = try VirtualAir()
            let device = try air.serve()
            device.signal(signal)
            #expect(device.finish().status == status)
        }
    }

    @Test("Candidates are a line each, with address, signal and protocol")
    func candidates() throws {
        let air = try VirtualAir()
        try air.serve()
        try air.serve()
        let lines = try air.run("status").errors.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("  Lamp (") && $0.hasSuffix("dBm), wifiset") }.count == 2)
    }

    @Test("Doctor looks at the radio that is named: the virtual one needs no adapter")
    func virtualDoctor() throws {
        let air = try VirtualAir()
        let result = try air.run("doctor", "--json")
        #expect(result.status == 0)
        #expect(try result.objects.map { $0["check"] as? String } == ["virtualRadio", "libraries"])
        let none = try BuiltProgram.gangway("doctor", "--radio", "virtual:/proc/none", "--json")
        #expect(none.status == 6)
    }

    @Test("--data beside NetworkManager is a fault of usage, since it would keep nothing there")
    func uselessData() throws {
        let air = try VirtualAir()
        #expect(try air.run("device", "--station", "networkmanager", "--data", air.path("data")).status == 2)
    }
}
