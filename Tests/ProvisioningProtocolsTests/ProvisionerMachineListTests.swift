import ProvisioningProtocols
import Testing

@Suite("The provisioning machine's list")
struct ProvisionerMachineListTests {
    /// A device that says nothing by itself, so that a test speaks for it.
    private func quietRig() -> Rig {
        var device = SimulatedDevice()
        device.habits = .reference
        device.networks = []
        return Rig(device)
    }

    private func entry(_ hex: String) -> [UInt8] { hex.split(separator: " ").compactMap { UInt8($0, radix: 16) } }

    private func play(_ messages: [String]) -> Rig {
        var rig = quietRig()
        rig.open()
        rig.askForNetworks()
        rig.run(100)
        for (index, message) in messages.enumerated() {
            rig.notify(entry(message), on: .list, after: UInt32(index * 10))
        }
        rig.run(900)
        return rig
    }

    @Test("The list is the first subscription, then comes Status")
    func order() {
        var rig = Rig(SimulatedDevice())
        rig.open()
        rig.run(100)
        #expect(rig.subscriptions == [2, 4])
    }

    @Test("A whole list is complete", arguments: [SimulatedDevice.Habits.ours, .reference])
    func whole(habits: SimulatedDevice.Habits) {
        var rig = Rig(SimulatedDevice(habits))
        rig.open()
        rig.askForNetworks()
        rig.run(5_000)
        #expect(rig.networks.map(\.ssid.description) == ["Barn", "Annex"])
        #expect(rig.lists == [ProvisionerList(end: .ended, isComplete: true, received: 2, announced: 2)])
    }

    @Test("A1/1: One entry that is not UTF-8 leaves the list whole")
    func notText() {
        let rig = play([
            "01 00 00 00", "02 01 08 00 04 42 61 72 6E C8 02 06", "02 02 07 00 03 FF FE 41 C4 02 0B", "03 03 01 00 02",
        ])
        #expect(rig.networks.map(\.ssid.bytes) == [[0x42, 0x61, 0x72, 0x6E], [0xFF, 0xFE, 0x41]])
        #expect(rig.lists.map(\.isComplete) == [true])
    }

    @Test("A5/16: A hidden network leaves its neighbours as they are")
    func hidden() {
        let rig = play([
            "01 00 00 00", "02 01 08 00 04 42 61 72 6E C8 02 06", "02 02 04 00 00 BA 02 01",
            "02 03 08 00 04 42 61 72 6D C8 02 06", "03 04 01 00 03",
        ])
        #expect(rig.networks.map(\.ssid.isHidden) == [false, true, false])
        #expect(rig.lists.map(\.isComplete) == [true])
    }

    @Test("A7/22: A WPA3 network is not open")
    func wpa3() {
        let rig = play(["01 00 00 00", "02 01 08 00 04 42 61 72 6E C8 04 06", "03 02 01 00 01"])
        #expect(rig.networks.map(\.security) == [.wpa3Personal])
        #expect(rig.networks.map(\.security.needsPassphrase) == [true])
    }

    @Test("D5/100: Fifteen of twenty-one entries are an incomplete list and a gap")
    func dropped() {
        var messages = ["01 00 00 00"]
        for number in 1...15 { messages.append("02 \(String(number, radix: 16)) 08 00 04 42 61 72 6E C8 02 06") }
        messages.append("03 16 01 00 15")
        let rig = play(messages)
        #expect(
            rig.lists == [ProvisionerList(end: .ended, isComplete: false, received: 15, announced: 21)])
        #expect(rig.diagnostics.map(\.kind) == [.sequenceGap])
        #expect(rig.diagnostics.map(\.value) == [6])
    }

    @Test("E4/113: An undecodable value among five good entries is told, and the list ends once with the five")
    func oneBad() {
        let good = (1...5).map { "02 0\($0) 08 00 04 42 61 72 6E C8 02 06" }
        let rig = play(
            ["01 00 00 00"] + good[..<3] + ["02 09 05 00 04 42 61 72 6E"] + good[3...] + ["03 06 01 00 05"])
        #expect(rig.networks.count == 5)
        #expect(rig.lists.map(\.isComplete) == [true])
        #expect(rig.diagnostics.contains { $0.kind == .undecodable })
    }

    @Test("Entries are taken without a Start")
    func headless() {
        let rig = play(["02 01 08 00 04 42 61 72 6E C8 02 06", "03 02 01 00 01"])
        #expect(rig.networks.count == 1)
        #expect(rig.lists.map(\.isComplete) == [true])
    }

    @Test(
        "Messages of a list that overtake each other leave it whole, and it ends once",
        arguments: [
            [1, 0, 2, 3, 4], [0, 1, 2, 4, 3], [2, 1, 3, 0, 4], [0, 4, 3, 2, 1], [0, 3, 2, 1, 4], [1, 0, 4, 2, 3],
        ])
    func overtaken(order: [Int]) {
        let messages = [
            "01 00 00 00", "02 01 08 00 04 42 61 72 6E C8 02 06", "02 02 08 00 04 42 61 72 6D C8 02 06",
            "02 03 08 00 04 42 61 72 6C C8 02 06", "03 04 01 00 03",
        ]
        let rig = play(order.map { messages[$0] })
        #expect(Set(rig.networks.map(\.ssid.description)) == ["Barn", "Barm", "Barl"])
        #expect(rig.lists == [ProvisionerList(end: .ended, isComplete: true, received: 3, announced: 3)])
    }

    @Test("A list whose head was missed is fetched again over a new connection, once")
    func missedHead() {
        var rig = Rig(SimulatedDevice(.reference))
        rig.open()
        rig.askForNetworks()
        rig.run(100)
        rig.notify([0x02, 1, 8, 0, 4, 0x42, 0x61, 0x72, 0x6E, 0xC8, 2, 6], on: .list)
        rig.notify([0x03, 2, 1, 0, 2], on: .list, after: 10)
        rig.run(5_000)
        #expect(rig.restarts == 1)
        #expect(rig.networks.count == 2)
        #expect(rig.lists.map(\.isComplete) == [true])
    }

    @Test("Where no list comes it is tried once more, then given up 60 s after the subscription")
    func silence() {
        var rig = quietRig()
        rig.device.habits = .ours
        rig.device.isListMute = true
        rig.open()
        rig.askForNetworks()
        rig.run(60_400)
        #expect(rig.lists.isEmpty)
        rig.run(1_000)
        #expect(rig.lists.map(\.end) == [.timedOut])
        #expect(rig.restarts == 1)
    }

    @Test("A list without an end is given up with what arrived")
    func noEnd() {
        var rig = play(["01 00 00 00", "02 01 08 00 04 42 61 72 6E C8 02 06"])
        rig.device.isListMute = true
        rig.run(70_000)
        #expect(rig.lists.map(\.end) == [.timedOut])
    }

    @Test("A second request brings a new scan by a new subscription")
    func again() {
        var rig = Rig(SimulatedDevice())
        rig.open()
        rig.askForNetworks()
        rig.run(2_000)
        rig.askForNetworks()
        rig.run(2_000)
        #expect(rig.subscriptions == [2, 4, 2])
        #expect(rig.lists.map(\.isComplete) == [true, true])
        #expect(rig.networks.count == 2)
    }

    @Test("Firmware that scans only at a connection is connected to anew for a second list")
    func againByReconnecting() {
        var rig = Rig(SimulatedDevice(.reference))
        rig.open()
        rig.askForNetworks()
        rig.run(2_000)
        rig.askForNetworks()
        rig.run(10_000)
        #expect(rig.lists.map(\.isComplete) == [true, true])
        #expect(rig.networks.count == 2)
    }

    @Test("A list that came before anybody asked is handed to the first who asks")
    func unasked() {
        var rig = Rig(SimulatedDevice())
        rig.open()
        rig.run(2_000)
        let before = rig.lists.count
        rig.askForNetworks()
        #expect(before == 1)
        #expect(rig.lists.count == 2)
        #expect(rig.subscriptions == [2, 4])
    }

    @Test("A failed scan ends the list with what is known, also where the device forgets the end")
    func scanFailed() {
        var rig = quietRig()
        rig.device.isListMute = true
        rig.open()
        rig.askForNetworks()
        rig.run(100)
        rig.notify([0x01, 0, 0, 0], on: .list)
        rig.notify([0xFF, 1, 2, 0, 2, 0], on: .status, after: 10)
        rig.run(5_000)
        #expect(rig.lists.map(\.scanFailed) == [true])
        #expect(rig.lists.map(\.isComplete) == [false])
        #expect(rig.lists.map(\.end) == [.ended])
    }

    private struct Unheard: Sendable {
        /// What reading Status gives; `nil` where it gives nothing.
        let read: String?
        var isComplete = false
        var scanFailed = false
    }

    private static let unheard = [
        Unheard(read: "FF 01 02 00 02 00", scanFailed: true),
        // A status was sent in between, which is of no account.
        Unheard(read: "21 01 07 00 00 00 00 00 00 00 00", isComplete: true),
        // What failed earlier says nothing of this list.
        Unheard(read: "FF C8 02 00 02 00"), Unheard(read: "20 01"), Unheard(read: nil),
    ]

    @Test("A message that was missed before Status was subscribed to is read; unexplained, the list is not complete")
    func missedBeforeStatus() {
        for one in Self.unheard {
            var rig = quietRig()
            rig.open()
            rig.askForNetworks()
            rig.run(100)
            if let read = one.read { rig.device.answerReads(with: entry(read)) }
            rig.notify(entry("01 00 00 00"), on: .list)
            rig.notify(entry("03 02 01 00 00"), on: .list, after: 10)
            rig.run(500)
            #expect(
                rig.lists == [
                    ProvisionerList(
                        end: .ended, isComplete: one.isComplete, scanFailed: one.scanFailed, received: 0, announced: 0)
                ], "\(one)")
        }
    }

    @Test("An error that the list's End has overtaken is heard")
    func overtakenError() {
        var rig = quietRig()
        rig.open()
        rig.askForNetworks()
        rig.run(100)
        rig.notify(entry("01 00 00 00"), on: .list)
        rig.notify(entry("03 02 01 00 00"), on: .list, after: 5)
        rig.notify(entry("FF 01 02 00 02 00"), on: .status, after: 10)
        rig.run(500)
        #expect(rig.lists.map(\.scanFailed) == [true])
    }

    @Test("An End by itself does not make an empty list complete")
    func endAlone() {
        var rig = quietRig()
        rig.device.isListMute = true
        rig.open()
        rig.askForNetworks()
        rig.run(100)
        rig.notify(entry("03 02 01 00 00"), on: .list)
        rig.run(100)
        #expect(rig.lists.isEmpty)
        rig.run(1_000)
        rig.notify(entry("03 02 01 00 00"), on: .list)
        rig.run(100)
        #expect(rig.lists.map(\.isComplete) == [false])
        #expect(rig.restarts == 1)
    }

    @Test("A device that only ever starts a list is given up after 30 s and one retry", arguments: ["01", "03"])
    func startsOnly(type: String) {
        var rig = quietRig()
        rig.device.isListMute = true
        rig.open()
        rig.askForNetworks()
        for second in 1..<150 as Range<UInt32> {
            // A Start, or a Start and an End that tells of entries which are still to come.
            rig.notify(entry("01 \(String(second * 3 % 200 + 10, radix: 16)) 00 00"), on: .list)
            if type == "03" {
                rig.notify(entry("03 \(String(second * 3 % 200 + 12, radix: 16)) 01 00 09"), on: .list, after: 400)
            }
            rig.run(500)
            if type == "01" { rig.run(500) }
        }
        #expect(!rig.lists.isEmpty)
    }

    @Test("A list that nobody asked for answers a request for 30 s; then there is a new one")
    func fresh() {
        for (age, subscriptions) in [(20_000, [2, 4]), (40_000, [2, 4, 2])] as [(UInt32, [UInt8])] {
            var rig = Rig(SimulatedDevice())
            rig.open()
            rig.run(1_000)
            #expect(rig.lists.count == 1)
            rig.run(age)
            rig.askForNetworks()
            rig.run(2_000)
            #expect(rig.subscriptions == subscriptions)
            #expect(rig.lists.map(\.isComplete) == [true, true])
        }
    }

    @Test("1,024 networks are accepted and one more is counted, told and dropped")
    func most() {
        var rig = quietRig()
        rig.open()
        rig.askForNetworks()
        rig.run(100)
        rig.notify([0x01, 0, 0, 0], on: .list)
        for number in 1...1025 {
            rig.notify([0x02, UInt8(number & 0xFF), 5, 0, 1, 0x42, 0xC8, 2, 6], on: .list, after: 1)
        }
        rig.notify([0x03, 2, 1, 0, 255], on: .list, after: 2)
        rig.run(100)
        #expect(rig.networks.count == 1024)
        #expect(rig.lists.map(\.isComplete) == [false])
        #expect(rig.diagnostics.contains { $0.kind == .networkDropped })
    }

    @Test("An entry cut by the link is read whole, and its rest is not taken twice", arguments: [true, false])
    func cut(cutsNotifications: Bool) {
        var device = SimulatedDevice()
        device.networks = [("A name of 24 bytes, whole", "longenough"), ("Another name of 27 bytes, ok", "longenough")]
        device.cutsNotifications = cutsNotifications
        var rig = Rig(device)
        rig.maximumLength = 20
        rig.open()
        rig.askForNetworks()
        rig.run(2_000)
        #expect(rig.networks.map(\.ssid.description) == device.networks.map(\.ssid))
        #expect(rig.lists.map(\.isComplete) == [true])
    }

    @Test("B3/36: A status in two notifications is whole, and so is one that is read")
    func longStatus() {
        let status = entry(
            "21 0A 1C 00 03 C8 C0 A8 01 64 15 4D 79 4E 65 74 77 6F 72 6B 32 2E 34 20 75 70 73 74 61 69 72 73")
        var rig = quietRig()
        rig.device.isListMute = true
        rig.maximumLength = 20
        rig.open()
        rig.run(100)
        rig.notify(Array(status[..<20]), on: .status)
        rig.notify(Array(status[20...]) + [0x21, 0x0B, 7, 0, 0, 0, 0, 0, 0, 0, 0], on: .status, after: 20)
        rig.run(100)
        #expect(rig.statuses.map(\.ssid.description) == ["MyNetwork2.4 upstairs", ""])
        rig.device.answerReads(with: status)
        rig.askForStatus()
        rig.run(100)
        #expect(rig.statuses.last?.ssid.description == "MyNetwork2.4 upstairs")
        #expect(rig.statuses.last?.state == .connected(IPv4Address(192, 168, 1, 100)))
    }

    @Test("B2/31: A device that starts its numbers anew after a reconnection is not out of order")
    func numbersRestart() {
        var rig = Rig(SimulatedDevice(.reference))
        rig.open()
        rig.askForNetworks()
        rig.run(2_000)
        rig.askForNetworks()
        rig.run(10_000)
        #expect(rig.diagnostics.isEmpty)
    }
}
