import BluetoothLE
import ControllableDevice
import DeviceDirectory
import Foundation
import MessageBroker
import Onboarding
import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import Testing
import WiFiStation

@testable import GangwayCommandLine
@testable import VirtualRadio

@Suite("The pages about the command line and the program say the same")
struct CommandLineDocumentTests {
    private static let text = (try? ProjectPages.commandLine()) ?? ""

    /// The rows of all tables: their cells.
    private static let rows: [[String]] = text.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
        line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }

    private func keys(_ cell: String) -> [String] { cell.isEmpty ? [] : cell.components(separatedBy: ", ") }

    private func documented(_ command: String, _ event: String) -> [String]? {
        Self.rows.first { $0.count == 3 && $0[0] == command && $0[1] == event }.map { keys($0[2]) }
    }

    private static let barn = SSID("Barn") ?? SSID()

    private static let lamp: TopicName = {
        guard let topic = try? TopicName("home/lamp") else { preconditionFailure("a topic") }
        return topic
    }()

    private static let events: [DeviceEvent] = [
        .advertising(name: "Lamp"), .centralConnected(CentralID("a")), .centralLeft(CentralID("a")), .scanned(count: 1),
        .scanFailed(StationError(.scanFailed)), .credentialsReceived(barn), .stored(barn), .storageFailed(barn),
        .stateChanged(.associating, ssid: barn), .connected(barn, .unspecified), .joinFailed(barn, .wrongPassphrase),
        .assigned(ControlAddress(topic: lamp, id: .random())), .cleared, .radioUnavailable(BluetoothError(.noAdapter)),
        .radioAvailable,
        .stationUnavailable(StationError(.noInterface)), .stationAvailable,
    ]

    private static let controlEvents: [ControlEvent] = {
        let address = ControlAddress(topic: lamp, id: .random())
        let connection = BrokerConnection(
            address: BrokerAddress(host: "localhost", port: 8883), numericHost: "127.0.0.1")
        return [
            .online(address, connection), .offline(.closed(), until: Instant(milliseconds: 0)),
            .switched(SwitchState(isOn: true)), .ignored(.retained), .refused(.closed()), .left(address),
        ]
    }()

    private static let objects: [(String, JSONObject)] = {
        let device = FoundDevice(id: PeripheralID("a"), name: nil)
        let point = AccessPoint(
            ssid: barn, security: .open, signal: SignalStrength(rawValue: -50), channel: Channel(rawValue: 6))
        let outcomes: [JoinOutcome] = [
            .connected(address: nil, signal: nil), .accepted, .failed(.wrongPassphrase, message: ""),
            .unknown(.noAnswer),
        ]
        return [
            ("all", CommandFailure.interrupted.json), ("scan", device.json),
            ("networks", NetworksCommand.json(NetworkList(accessPoints: [point]))),
            ("join", JoinDisplay.json(step: JoinProgress.writing.description)),
            ("join", device.json("recipient", protocolName: nil, isEncrypted: nil)),
            ("join", ControlAddress(topic: lamp, id: .random()).json),
            ("join", JoinDisplay.json(Device(id: .random(), name: "Lamp", topic: "home/lamp"), isNew: true)),
            (
                "join",
                JoinDisplay.json(
                    NotHeard(address: ControlAddress(topic: lamp, id: .random()), reason: .silent, join: .accepted))
            ),
            ("forget", device.json("forgotten", protocolName: nil, isEncrypted: nil)),
            ("info", InfoCommand.json(device, [.nordic], ProvisioningCapabilities(), 1)),
            ("join", EachReport(device: device, end: .provisioned).json), ("join", EachTally().json),
            ("join", EachRun.json(listening: 10)),
            ("status", DeviceStatus(state: .notConfigured).json),
            ("doctor", Finding(check: "adapter", state: .ok, text: "").json),
        ]
            + [ProvisioningDiagnostic(.volatileNotCarried, characteristic: 2, value: 2).notice(of: device)]
            .compactMap { object in object.map { ("join", $0) } }
            + NetworkList(accessPoints: [point]).merged.map { ("networks", $0.json) }
            + outcomes.map { ("join", JoinDisplay.json($0, barn)) } + events.map { ("device", $0.json) }
            + controlEvents.map { ("device", $0.json) }
    }()

    @Test("Every object that a command prints has the keys of its row, in that order")
    func objects() {
        for (command, object) in Self.objects + ControlDocument.objects {
            guard case .string(let event)? = object["event"] else {
                Issue.record("an object without an event: \(object.text)")
                continue
            }
            #expect(
                documented(command, event) == object.members.map(\.key).filter { $0 != "event" }, "\(command) \(event)")
        }
    }

    @Test("Whether a device's protocol encrypts is what the protocol says, and null where it is not known")
    func encryption() {
        for id in [ProtocolID.wifiSet, ProtocolID(rawValue: "other")] {
            let device = FoundDevice(id: PeripheralID("a"), protocols: [id])
            #expect(device.json["encrypted"] == .optional(id.capabilities?.isEncrypted))
        }
        #expect(ProtocolID.wifiSet.capabilities?.isEncrypted == false)
        #expect(FoundDevice(id: PeripheralID("a")).json["encrypted"] == .null)
    }

    @Test("A device is called the same in every object, as it is, and on a terminal without what could steer it")
    func identifier() {
        let device = FoundDevice(id: PeripheralID("a\u{1B}b"))
        let recipient = device.json("recipient", protocolName: nil, isEncrypted: nil)
        #expect(device.json["id"] == .string("a\u{1B}b"))
        #expect(recipient["id"] == device.json["id"])
        #expect(!device.label.contains("\u{1B}"))
    }

    @Test("Each state of a device's Wi-Fi has a line of its own, for a program and for a person")
    func states() {
        let states: [StationState] = [
            .notConfigured, .disconnected, .associating, .authenticating, .obtainingAddress, .connected(.unspecified),
            .failed(.timeOut),
        ]
        let events = states.map { DeviceEvent.stateChanged($0, ssid: Self.barn) }
        #expect(Set(events.map(\.json.text)).count == states.count)
        #expect(Set(events.map(\.sentence)).count == states.count)
        #expect(
            events[2...4].map { $0.json["step"] }
                == [.string("connecting"), .string("authenticating"), .string("obtainingAddress")])
    }

    @Test("What a device's join came to is told to a person in one line, though a program hears of it twice")
    func once() {
        let (connected, failed) = (DeviceEvent.connected(Self.barn, .unspecified), JoinFailure.wrongPassphrase)
        #expect(connected.sentence == DeviceEvent.stateChanged(.connected(.unspecified), ssid: Self.barn).sentence)
        let end = DeviceEvent.joinFailed(Self.barn, failed)
        #expect(end.sentence == DeviceEvent.stateChanged(.failed(failed), ssid: Self.barn).sentence)
    }

    @Test("The virtual radio's default directory is the one that the program takes")
    func radioDirectory() {
        for runtime in ["$XDG_RUNTIME_DIR", ""] {
            #expect(Self.text.contains("`\(VirtualRadio.defaultDirectory(runtime: runtime, user: "UID"))`"))
        }
    }

    @Test("Every row of a device's events is an event that there is")
    func noRowTooMany() {
        let documented = Set(Self.rows.filter { $0.count == 3 && $0[0] == "device" }.map { $0[1] })
        let real = Set(
            (Self.events.map(\.json) + Self.controlEvents.map(\.json)).compactMap { object in
                if case .string(let name)? = object["event"] { name } else { nil }
            })
        #expect(documented == real)
    }

    @Test("Every message that decode prints has the keys of its row, in that order")
    func decode() throws {
        for vector in DecodeTests.vectors {
            guard let expected = try JSONSerialization.jsonObject(with: Data(vector.line.utf8)) as? [String: Any],
                expected["message"] != nil
            else { continue }
            var reader = HexReader()
            var bytes: [UInt8] = []
            try reader.read(vector.hex.utf8, into: &bytes)
            var stream = MessageStream()
            stream.append(bytes)
            let object = try #require(try stream.next())
            guard case .string(let type)? = object["type"] else { continue }
            let row = Self.rows.first { $0.count == 2 && $0[0] == type && $0[1].hasPrefix("sequence") }
            #expect(row.map { keys($0[1]) } == object.members.map(\.key).filter { $0 != "type" }, "\(type)")
        }
    }

    @Test("A line of a trace has the documented keys")
    func trace() {
        let record = TraceRecord(
            time: Instant(milliseconds: 0), peer: nil, direction: .written,
            characteristic: CharacteristicID(service: BluetoothUUID(1), characteristic: BluetoothUUID(2)), bytes: [1])
        let row = Self.rows.first { $0.count == 1 && $0[0].hasPrefix("time, ") }
        #expect(row.map { keys($0[0]) } == TraceFile.json(record, at: "").members.map(\.key))
    }

    @Test("Every exit status has its row, in the words of the help")
    func statuses() {
        for status in ExitStatus.allCases {
            #expect(Self.rows.contains([String(status.rawValue), status.meaning]))
        }
    }

    @Test("The program that is shown whole is the snippet that is built, to the letter")
    func example() throws {
        let page = try ProjectPages.text("Docs/InYourProgram.md")
        #expect(page.contains("```swift\n\(try ProjectPages.text("Snippets/SetUpADevice.swift"))```\n"))
    }

    @Test("README fits a few screens")
    func readme() throws {
        let readme = try ProjectPages.text("README.md")
        #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
    }

    @Test("Every page and file that a page links to is there", arguments: try ProjectPages.markdown())
    func links(page: String) throws {
        let folder = ProjectPages.root.appendingPathComponent(page).deletingLastPathComponent()
        for link in try ProjectPages.text(page).matches(of: /\]\(([^)#:\s]+)(#[^)]*)?\)/) {
            let target = folder.appendingPathComponent(String(link.1)).path
            #expect(FileManager.default.fileExists(atPath: target), "\(link.1)")
        }
    }

    @Test("What the pages show of the program at a terminal is what it prints, to the letter")
    func transcript() throws {
        let script = ProjectPages.root.appendingPathComponent("scripts/transcript")
        let result = try BuiltProgram.run(
            "/usr/bin/env", ["python3", script.path], environment: ["GANGWAY": BuiltProgram.gangwayPath])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test("Every reason of a failed join has a name and a text of its own")
    func reasons() {
        for number in UInt16(0)...8 {
            let reason = JoinFailure(rawValue: number)
            #expect(!reason.name.hasPrefix("unknown"))
            #expect(Self.text.contains("`\(reason.name)`"))
            #expect(!reason.description.hasPrefix("reason"))
        }
    }

    @Test("Every command is named")
    func commands() {
        for command in ProgramDescription().commands {
            #expect(Self.text.contains("gangway \(command.name)"))
        }
    }
}
