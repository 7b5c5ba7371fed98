import Foundation
import Testing

@testable import GangwayCommandLine

@Suite("A device that speaks JSON, each end a process", .serialized)
struct JSONDeviceTests {
    private static let id = "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"
    private let air: VirtualAir

    init() throws {
        air = try VirtualAir()
    }

    @Test(
        "It takes network, topic and id in one write, joins, and says where it is to be steered; nothing shows the secret"
    )
    func joined() throws {
        let device = try air.serve("--protocol", "json", "--trace", air.path("device.trace"))
        let join = try air.run(
            "join", "Lamp", "--ssid", "Barn", "--topic", "home/lamp", "--id", Self.id.uppercased(), "--json",
            "--verbose", "--trace", air.path("join.trace"), input: Canary.text + "\n")
        #expect(join.status == 0)
        let objects = try join.objects
        #expect(objects.first { $0["event"] as? String == "recipient" }?["encrypted"] as? Bool == false)
        let assigned = objects.first { $0["event"] as? String == "assigned" }
        #expect(assigned?["topic"] as? String == "home/lamp")
        #expect(assigned?["id"] as? String == Self.id)
        #expect(objects.last?["outcome"] as? String == "accepted")
        let told = try #require(device.line(containing: "\"assigned\""))
        #expect(told.contains("\"topic\":\"home/lamp\"") && told.contains(Self.id))
        device.signal(SIGTERM)
        let served = device.finish()
        #expect(served.output.contains("192.168.7.23"))
        for text in [
            join.output, join.errors, served.output, served.errors, air.text(of: "join.trace"),
            air.text(of: "device.trace"),
        ] {
            for form in Canary.forms { #expect(!text.contains(form)) }
        }
        #expect(air.text(of: "join.trace").contains("written"))
    }

    @Test("A device that is started again says where it is steered, as its stored credentials said")
    func restarted() throws {
        let data = air.path("store")
        let first = try air.serve("--protocol", "json", "--data", data)
        let join = try air.run(
            "join", "Lamp", "--ssid", "Barn", "--topic", "home/lamp", "--json", input: Canary.text + "\n")
        let id = try #require(try join.objects.first { $0["event"] as? String == "assigned" }?["id"] as? String)
        #expect(first.line(containing: "\"assigned\"") != nil)
        first.signal(SIGTERM)
        _ = first.finish()
        let second = try air.serve("--protocol", "json", "--data", data)
        let assigned = "\"event\":\"assigned\",\"topic\":\"home/lamp\",\"id\":\"\(id)\""
        #expect(second.heard.contains(assigned) || second.line(containing: assigned) != nil)
        second.signal(SIGTERM)
        #expect(second.finish().status == 0)
    }

    @Test(
        "Without a topic, and with one that the protocol does not carry, nothing is sent",
        arguments: [("json", [], "topicNeeded"), ("wifiset", ["--topic", "home/lamp"], "unsupported")])
    func notSent(protocolName: String, options: [String], code: String) throws {
        let device = try air.serve("--protocol", protocolName)
        let running = try RunningProcess(
            BuiltProgram.gangwayPath, ["join", "Lamp", "--ssid", "Barn", "--json"] + options,
            environment: air.environment)
        running.say(Canary.text + "\n")
        let result = running.finish()
        #expect(result.status == 1)
        #expect(try result.objects.last?["code"] as? String == code)
        device.signal(SIGTERM)
        #expect(!device.finish().output.contains("credentials"))
    }

    @Test(
        "G5/144: A topic that cannot be published to, and an id that is no UUID, are refused when they are entered",
        arguments: [
            ["--topic", "lamp+cw"], ["--topic", "a#b"], ["--topic", ""], ["--topic", "$SYS/lamp"],
            ["--topic", String(repeating: "a", count: 70_000)], ["--topic", "home/lamp", "--id", "lamp"],
        ])
    func usage(options: [String]) throws {
        let running = try RunningProcess(
            BuiltProgram.gangwayPath, ["join", "Lamp", "--ssid", "Barn"] + options, environment: air.environment)
        #expect(running.finish().status == 2)
    }

    @Test("A catalogue gives a device its kind, and the kind its topic")
    func kind() throws {
        let device = try air.serve("--protocol", "json")
        let file = air.path("devices.json")
        let text = #"{"kinds": [{"id": "lamp", "advertisedPrefix": "La", "topic": "barn/lamp"}]}"#
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let scan = try air.run("scan", "--json", "--timeout", "0.5", "--catalogue", file)
        #expect(try scan.objects.first?["kind"] as? String == "lamp")
        let join = try air.run(
            "join", "Lamp", "--ssid", "Barn", "--catalogue", file, "--json", input: Canary.text + "\n")
        #expect(join.status == 0)
        #expect(try join.objects.first { $0["event"] as? String == "assigned" }?["topic"] as? String == "barn/lamp")
        #expect(device.line(containing: "\"assigned\"")?.contains("barn/lamp") ?? false)
        try Data("{\n5}".utf8).write(to: URL(fileURLWithPath: file))
        let broken = try air.run("join", "Lamp", "--ssid", "Barn", "--catalogue", file, "--json", input: "x\n")
        #expect(broken.status == 1)
        #expect((try broken.objects.last?["message"] as? String)?.contains("line 2") ?? false)
    }

    @Test("It lists no networks and tells no status, and says so")
    func abilities() throws {
        _ = try air.serve("--protocol", "json")
        let info = try #require(try air.run("info", "Lamp", "--json").objects.first)
        #expect(info["protocol"] as? String == "json")
        #expect(info["capabilities"] as? [String] == ["carriesControlAddress"])
        for command in ["networks", "status", "forget"] {
            let result = try air.run(command, "Lamp", "--json")
            #expect(result.status == 1)
            #expect(try result.objects.last?["code"] as? String == "unsupported")
        }
    }
}

@Suite("gangway decode --protocol json")
struct JSONDecodeTests {
    @Test("Every vector of the credentials object is printed as it says, or refused at the byte where it fails")
    func vectors() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Vectors/topicjson.jsonl")
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let vector = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            var bytes: [UInt8] = []
            var hex = HexReader()
            try hex.read(try #require(vector["hex"] as? String).utf8, into: &bytes)
            do throws(DecodeFailure) {
                let text = try TopicJSONText.object(bytes).text
                let read = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
                #expect(read == vector["message"] as? NSDictionary, "\(line)")
            } catch {
                #expect(error.kind == vector["error"] as? String, "\(line)")
                #expect(error.offset == vector["offset"] as? Int, "\(line)")
            }
        }
    }

    @Test("E5/117: An object shows how long its passphrase is, and nothing of it, also where it is refused")
    func passphrase() throws {
        for text in [
            #"{"topic":"a","ssid":"Barn","pass":"\#(Canary.text)","id":"x"}"#, #"{"pass":"\#(Canary.text)""#,
        ] {
            let result = try BuiltProgram.gangway(
                "decode", "--protocol", "json", Array(text.utf8).map { String(format: "%02x", $0) }.joined())
            #expect(result.status == (text.hasSuffix("}") ? 0 : 1))
            for secret in Canary.forms { #expect(!(result.output + result.errors).contains(secret)) }
        }
    }
}
