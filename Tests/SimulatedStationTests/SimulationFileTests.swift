import Glibc
import ProvisioningProtocols
import Testing
import WiFiStation

@testable import SimulatedStation

@Suite("The file that describes a simulated station's world")
struct SimulationFileTests {
    @Test("Every key is read")
    func everyKey() throws {
        let simulation = try Simulation(
            json: Array(
                #"""
                {
                  "networks": [
                    { "ssid": "B\u00e4r\"n", "security": "wpa3-personal", "passphrase": "c\"d\\e12345", "hidden": true,
                      "address": "10.0.0.7", "failure": "noAddress", "failingJoins": 2,
                      "accessPoints": [
                        { "bssid": "C4:C5:C6:C7:C8:01", "channel": 36, "signal": -71 },
                        { "channel": 149, "signal": -40 } ] },
                    { "ssidHex": "fFfe00", "security": "open", "bssid": "02:00:00:00:00:01", "channel": 6, "signal": -90 }
                  ],
                  "delays": { "scan": 1, "association": 2, "authentication": 3, "address": 4 },
                  "failures": { "scans": 5, "storageFullAfter": 6 }
                }
                """#.utf8))
        let first = try #require(simulation.networks.first)
        #expect(first.ssid == SSID("B\u{e4}r\"n"))
        #expect(first.security == .wpa3Personal)
        #expect(first.passphrase == Array(#"c"d\e12345"#.utf8))
        #expect(first.isHidden)
        #expect(first.address == IPv4Address(10, 0, 0, 7))
        #expect(first.failure == .noAddress)
        #expect(first.failingJoins == 2)
        #expect(first.accessPoints.map(\.channel.rawValue) == [36, 149])
        #expect(first.accessPoints.first?.bssid == HardwareAddress("C4:C5:C6:C7:C8:01"))
        let second = try #require(simulation.networks.last)
        #expect(second.ssid.bytes == [0xFF, 0xFE, 0])
        #expect(second.accessPoints.map(\.signal.rawValue) == [-90])
        #expect(simulation.delays.scan == 1 && simulation.delays.association == 2)
        #expect(simulation.delays.authentication == 3 && simulation.delays.address == 4)
        #expect(simulation.failures.scans == 5 && simulation.failures.storageFullAfter == 6)
        #expect(simulation.accessPoints.map(\.signal.rawValue) == [-40, -71, -90])
        #expect(simulation.accessPoints.first?.ssid.isHidden == true)
    }

    @Test(
        "What is wrong is told with its line and key",
        arguments: [
            ("", 1, "ends where a value"), ("[]", 1, "has to be an object"),
            ("{\n \"networks\": {} }", 2, "networks takes an array"),
            ("{\n\n\"network\": [] }", 3, "has no member network"),
            ("{\"networks\": [\n{ \"security\": \"open\" }]}", 2, "either ssid or ssidHex"),
            (
                "{\"networks\": [{ \"ssid\": \"a\",\n\"ssidHex\": \"61\", \"security\": \"open\" }]}", 1,
                "either ssid or"
            ),
            ("{\"networks\": [{ \"ssid\": \"\", \"security\": \"open\" }]}", 1, "ssid takes 1 to 32 bytes"),
            ("{\"networks\": [{ \"ssid\": \"\(String(repeating: "x", count: 33))\" }]}", 1, "ssid takes 1 to 32 bytes"),
            ("{\"networks\": [{ \"ssidHex\": \"6\" }]}", 1, "ssidHex takes"),
            ("{\"networks\": [{ \"ssid\": \"a\",\n \"security\": \"wpa9\" }]}", 2, "security takes one of"),
            ("{\"networks\": [{ \"ssid\": \"a\" }]}", 1, "needs a passphrase"),
            (
                "{\"networks\": [{ \"ssid\": \"a\", \"security\": \"open\",\n\"passphrase\": \"secret12\" }]}", 2,
                "open network"
            ),
            (
                "{\"networks\": [{ \"ssid\": \"a\",\n\"passphrase\": \"barns\" }]}", 2,
                "passphrase does not suit wpa-pers"
            ),
            (
                "{\"networks\": [{ \"ssid\": \"a\", \"security\": \"wep\",\n\"passphrase\": \"secret12\" }]}", 2,
                "passphrase does not suit wep"
            ),
            (
                "{\"networks\": [{ \"ssid\": \"a\", \"passphrase\": \"secret12\",\n\"signal\": -200 }]}", 2,
                "from -128 to 127"
            ),
            (
                "{\"networks\": [{ \"ssid\": \"a\", \"passphrase\": \"secret12\",\n\"address\": \"1.2.3\" }]}", 2,
                "address takes"
            ),
            (
                "{\"networks\": [{ \"ssid\": \"a\", \"security\": \"open\",\n\"address\": \"+1.2.3.4\" }]}", 2,
                "address takes"
            ),
            (
                "{\"networks\": [{ \"ssid\": \"a\", \"security\": \"open\",\n\"address\": \"010.0.0.7\" }]}", 2,
                "address takes"
            ),
            ("{\"delays\": {\n\"scan\": 1.5 } }", 2, "scan takes a whole number"),
            ("{\"delays\": {\n\"scan\": \"1\" } }", 2, "scan takes a whole number"),
            ("{\"failures\": {\"scans\": 1,\n\"scans\": 2 } }", 2, "comes twice"), ("{} x", 1, "follows the end"),
            ("{\"delays\": {},}", 1, "a key in quotes"), ("{\"a\": 01}", 1, "a number"),
            ("{\"a\": \"\\x\"}", 1, "escape"),
            ("{\"a\": \"\\ud800\"}", 1, "surrogate"), ("{\"a\": \"x", 1, "does not end"), ("// no\n{}", 1, "a value"),
            (String(repeating: "[", count: 5_000), 1, "levels"),
        ])
    func wrong(_ text: String, _ line: Int, _ reason: String) {
        let error = #expect(throws: StationError.self) { try Simulation(json: Array(text.utf8)) }
        #expect(error?.detail.hasPrefix("line \(line): ") == true, "\(error?.detail ?? "")")
        #expect(error?.detail.contains(reason) == true, "\(error?.detail ?? "")")
        #expect(error?.detail.contains("secret12") == false)
    }

    @Test("A file full of keys is read in a time that grows with its length and no faster", .timeLimit(.minutes(1)))
    func manyKeys() {
        let keys = (0..<70_000).map { "\"key \($0)\":1" }.joined(separator: ",")
        let error = #expect(throws: StationError.self) { try Simulation(json: Array("{\(keys)}".utf8)) }
        #expect(error?.detail.contains("the file has no member key 0") == true)
    }

    @Test("No cut or changed byte of a good file traps")
    func everyCut() {
        let good = Array(#"{"networks":[{"ssid":"é\n\ud83d\ude00","passphrase":"12345678","signal":-5.0e1}]}"#.utf8)
        for count in good.indices {
            #expect(throws: StationError.self) { try Simulation(json: Array(good.prefix(count))) }
            for bit in 0..<8 {
                var changed = good
                changed[count] ^= 1 << UInt8(bit)
                _ = try? Simulation(json: changed)
            }
        }
    }

    @Test("A file that is not there, or wrong, is named")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/simulation.json"
        let missing = #expect(throws: StationError.self) { try SimulatedStation(file: path) }
        #expect(missing?.detail == "\(path): there is no such file")
        try folder.write(Array("{\n}}".utf8), to: "simulation.json")
        let wrong = #expect(throws: StationError.self) { try SimulatedStation(file: path) }
        #expect(wrong?.detail.hasPrefix("\(path): line 2: ") == true)
    }

    @Test("Docs/SimulatedStation.md lists every key in its table, and its example is read")
    func document() throws {
        let here = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let descriptor = open("/\(here)/Docs/SimulatedStation.md", O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 100_000)
        let count = read(descriptor, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap {
            $0.split(separator: "`").dropFirst().first
        }
        let keys = Simulation.keys.flatMap { table, keys in
            keys.map { table.isEmpty ? $0 : table == "accessPoints" ? "networks.accessPoints.\($0)" : "\(table).\($0)" }
        }
        #expect(Set(rows.map(String.init)) == Set(keys))
        for failure in Simulation.Failure.allCases { #expect(text.contains("`\(failure.rawValue)`")) }
        let example = text.components(between: "```json\n", and: "```")
        #expect(try Simulation(json: Array(example.utf8)).networks.count == 4)
    }
}

extension String {
    fileprivate func components(between start: String, and end: String) -> Substring {
        var rest = self[...]
        while !rest.isEmpty, !rest.hasPrefix(start) { rest = rest.dropFirst() }
        rest = rest.dropFirst(start.count)
        var result = rest.prefix(0)
        while !rest.dropFirst(result.count).hasPrefix(end), result.count < rest.count {
            result = rest.prefix(result.count + 1)
        }
        return result
    }
}
