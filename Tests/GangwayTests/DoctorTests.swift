import DefaultControl
import Foundation
import Testing

@testable import GangwayCommandLine

@Suite("gangway doctor")
struct DoctorTests {
    private static func healthy() -> (MachineFacts, BusFacts) {
        let machine = MachineFacts(
            adapters: ["hci0"], interfaces: ["wlan0"],
            switches: [.init(name: "hci0", kind: "bluetooth", isSoftBlocked: false, isHardBlocked: false)],
            justWorksRepairing: "confirm", kernel: "6.1")
        let bus = BusFacts(
            bluetoothd: .running, powered: ["hci0": true], networkManager: .running, networkManagerVersion: "1.42.4",
            isWiFiEnabled: true)
        return (machine, bus)
    }

    private func diagnose(_ change: (inout MachineFacts, inout BusFacts) -> Void, bluez: String? = "5.66") -> Diagnosis
    {
        var (machine, bus) = Self.healthy()
        change(&machine, &bus)
        return Diagnosis(machine: machine, bus: bus, bluezVersion: bluez, isRoot: false)
    }

    @Test("A machine that has everything needs no mending")
    func healthy() {
        let diagnosis = diagnose { _, _ in }
        #expect(diagnosis.canUseBluetooth)
        #expect(diagnosis.findings.allSatisfy { $0.mend == nil })
        #expect(diagnosis.findings.last?.text.contains("NetworkManager 1.42.4") == true)
    }

    @Test("Each thing that is missing or off is named with the command that mends it")
    func faults() {
        let cases: [(check: String, mend: String, Diagnosis)] = [
            (
                "adapter", "--radio virtual",
                diagnose {
                    $0.adapters = []; $1.powered = [:]
                }
            ),
            (
                "rfkill", "rfkill unblock bluetooth",
                diagnose { machine, _ in
                    machine.switches = [
                        .init(name: "hci0", kind: "bluetooth", isSoftBlocked: true, isHardBlocked: false)
                    ]
                }
            ),
            (
                "rfkill", "hardware",
                diagnose { machine, _ in
                    machine.switches = [
                        .init(name: "hci0", kind: "bluetooth", isSoftBlocked: false, isHardBlocked: true)
                    ]
                }
            ),
            ("bus", "systemctl start dbus", diagnose { $1.busFailure = "gone" }),
            ("bluetoothd", "systemctl start bluetooth", diagnose { $1.bluetoothd = .notRunning }),
            ("bluetoothd", "apt-get install bluez", diagnose({ $1.bluetoothd = .notRunning }, bluez: nil)),
            ("permission", "usermod", diagnose { $1.bluetoothd = .notPermitted }),
            ("power", "bluetoothctl power on", diagnose { $1.powered = ["hci0": false] }),
        ]
        for (check, mend, diagnosis) in cases {
            let finding = diagnosis.findings.first { $0.check == check && $0.state == .off }
            let told = finding.map { [$0.mend, $0.advice, $0.text].compactMap(\.self).joined(separator: " ") }
            #expect(told?.contains(mend) == true, "\(check)")
            // What calls itself a command begins with one.
            let commands = ["sudo", "bluetoothctl", "nmcli"]
            for command in diagnosis.findings.compactMap(\.mend) {
                #expect(commands.contains { command.hasPrefix($0 + " ") }, "\(command)")
            }
            #expect(!diagnosis.canUseBluetooth, "\(check)")
        }
    }

    @Test("Wi-Fi that is missing does not keep Bluetooth from being used")
    func wifi() {
        let diagnosis = diagnose { machine, bus in
            machine.interfaces = []
            bus.networkManager = .notRunning
        }
        #expect(diagnosis.canUseBluetooth)
        #expect(diagnosis.findings.contains { $0.check == "networkManager" && $0.state == .warning })
    }

    @Test("A library that is not there is named with its package, and does not keep Bluetooth from being used")
    func libraries() {
        let diagnosis = diagnose { machine, _ in machine.missingLibraries = [.mosquitto] }
        let found = diagnosis.findings.first { $0.check == "libraries" }
        #expect(found?.state == .ok && found?.text.contains("SQLite, libsecret") == true)
        let finding = diagnosis.findings.first { $0.check == "libraries" && $0.state == .warning }
        #expect(finding?.text.contains("libmosquitto") == true)
        #expect(finding?.mend == "sudo apt-get install libmosquitto1")
        #expect(diagnosis.canUseBluetooth)
    }

    @Test("The setting that forbids pairing anew is read from BlueZ's file, comments left out")
    func repairing() {
        func value(_ text: String) -> String? { MachineFacts.setting("JustWorksRepairing", of: "General", in: text) }
        #expect(value("[General]\n#JustWorksRepairing = never\n") == nil)
        #expect(value("[General]\n JustWorksRepairing = always\n") == "always")
        #expect(value("[General]\nJustWorksRepairing=never\nJustWorksRepairing=confirm\n") == "confirm")
        #expect(value("[Policy]\nJustWorksRepairing = always\n") == nil)
    }

    @Test(
        "Where BlueZ refuses who has lost a bond, the setting that changes it is advised; Bluetooth can be used all the same",
        arguments: [(nil, true), ("never", true), ("nonsense", true), ("confirm", false), ("always", false)])
    func repairingAdvice(value: String?, isAdvised: Bool) {
        let diagnosis = diagnose { machine, _ in machine.justWorksRepairing = value }
        let finding = diagnosis.findings.first { $0.check == "repairing" }
        #expect(finding?.mend?.contains("JustWorksRepairing = confirm") ?? false == isAdvised)
        #expect(diagnosis.canUseBluetooth)
    }

    @Test(
        "The command that changes this setting does, whatever the file had, and changes nothing else",
        arguments: [
            "[General]\nName = x\n", "[General]\n#JustWorksRepairing = never\nName = x\n",
            "[General]\nName = x\nJustWorksRepairing = never\n JustWorksRepairing=always\n",
        ])
    func repairingCommand(text: String) throws {
        let diagnosis = diagnose { machine, _ in machine.justWorksRepairing = nil }
        let mend = try #require(diagnosis.findings.first { $0.check == "repairing" }?.mend)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("main-\(UUID().uuidString)").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let command = try #require(mend.components(separatedBy: " && ").first)
            .replacingOccurrences(of: "sudo ", with: "")
            .replacingOccurrences(of: "/etc/bluetooth/main.conf", with: file)
        #expect(try BuiltProgram.run("/bin/sh", ["-c", command]).status == 0)
        let changed = try String(contentsOfFile: file, encoding: .utf8)
        #expect(MachineFacts.setting("JustWorksRepairing", of: "General", in: changed) == "confirm")
        #expect(MachineFacts.setting("Name", of: "General", in: changed) == "x")
    }
}
