import ProvisioningProtocols
import Testing

@Suite("The provisioning machine's join")
struct ProvisionerMachineJoinTests {
    static let joined = ProvisionerJoinResult.connected(IPv4Address(192, 168, 1, 100), SignalStrength(rawValue: -56))

    private func ready(_ device: SimulatedDevice, fault: Rig.Fault = .none) -> Rig {
        var rig = Rig(device, fault: fault)
        rig.open()
        rig.run(2_000)
        return rig
    }

    private func hex(_ text: String) -> [UInt8] { text.split(separator: " ").compactMap { UInt8($0, radix: 16) } }

    @Test("The right passphrase joins", arguments: [SimulatedDevice.Habits.ours, .reference])
    func right(habits: SimulatedDevice.Habits) {
        var rig = ready(SimulatedDevice(habits))
        rig.join("Barn", "longenough")
        rig.run(untilJoined: true)
        #expect(rig.results == [Self.joined])
        #expect(rig.progress.sorted() == rig.progress)
        #expect(rig.progress.contains(.connecting))
        #expect(rig.device.writes.count == 1)
    }

    @Test(
        "A1/4: A name of emoji is carried by its bytes, up to 32",
        arguments: [(1, "10 00 10 00 04 F0 9F 8F A0 0A"), (8, "10 00 2C 00 20 F0 9F 8F A0")])
    func emoji(count: Int, start: String) {
        var rig = ready(SimulatedDevice())
        rig.join(String(repeating: "🏠", count: count), "longenough")
        rig.run(1_000)
        var frame = rig.device.writes.first ?? []
        if frame.count > 1 { frame[1] = 0 }
        #expect(Array(frame.prefix(hex(start).count)) == hex(start))
    }

    @Test("A2/5: A name of 32 bytes is the same in the list, in the write and in the status")
    func longName() {
        let name = "Aurora Guest House Wi-Fi 2.4 GHz"
        var device = SimulatedDevice()
        device.networks = [(name, "longenough")]
        var rig = ready(device)
        #expect(rig.networks.map(\.ssid.description) == [name])
        rig.join(name, "longenough")
        rig.run(untilJoined: true)
        #expect(rig.device.writes.map { Array($0[4...36]) } == [[0x20] + Array(name.utf8)])
        #expect(rig.statuses.last?.ssid.description == name)
        #expect(rig.results == [Self.joined])
    }

    @Test("A4/15: A passphrase of 63 bytes is carried whole")
    func longPassphrase() {
        let passphrase = String(repeating: "p", count: 63)
        var device = SimulatedDevice()
        device.networks = [("Barn", passphrase)]
        var rig = ready(device)
        rig.join("Barn", passphrase)
        rig.run(untilJoined: true)
        #expect(rig.device.writes.first.map { Array($0[2..<4]) } == [0x45, 0x00])
        #expect(rig.results == [Self.joined])
    }

    @Test("A5/19: A status without a network has no name and no address")
    func noNetwork() {
        var rig = ready(SimulatedDevice(.reference))
        rig.notify(hex("21 01 07 00 00 00 00 00 00 00 00"), on: .status)
        rig.run(10)
        #expect(rig.statuses.last == ProvisionerStatus(state: .notConfigured))
    }

    @Test(
        "E1/104: A wrong passphrase is corrected on the same connection",
        arguments: [SimulatedDevice.Habits.ours, .reference])
    func corrected(habits: SimulatedDevice.Habits) {
        var rig = ready(SimulatedDevice(habits))
        rig.join("Barn", "wrong wrong")
        rig.run(untilJoined: true)
        #expect(rig.results == [.failed(.wrongPassphrase)])
        rig.join("Barn", "longenough")
        rig.run(40_000)
        #expect(rig.results == [.failed(.wrongPassphrase), Self.joined])
        #expect(rig.subscriptions == [2, 4])
    }

    @Test(
        "E1/104: The failure before, told once more before the device has read a new write, does not end the new join")
    func toldAgain() {
        var device = SimulatedDevice()
        device.isMute = true
        var rig = ready(device)
        let failed = hex("21 20 0B 00 01 00 00 00 00 00 04 42 61 72 6E")
        rig.notify(failed, on: .status)
        rig.run(10)
        rig.join("Barn", "longenough")
        rig.run(100)
        rig.notify([0x21, 0x21] + failed[2...], on: .status)
        rig.run(3_000)
        #expect(rig.results.isEmpty)
        rig.notify(hex("21 22 0B 00 03 C8 C0 A8 01 64 04 42 61 72 6E"), on: .status)
        rig.run(100)
        #expect(rig.results.isEmpty)  // it may have gone back by itself
        rig.notify(hex("21 23 0B 00 02 00 00 00 00 00 04 42 61 72 6E"), on: .status)
        rig.notify(hex("21 24 0B 00 03 C8 C0 A8 01 64 04 42 61 72 6E"), on: .status, after: 10)
        rig.run(100)
        #expect(rig.results == [Self.joined])
    }

    /// A device on Barn that answers a write only as a test says.
    private func mute(on current: String? = "Barn") -> Rig {
        var device = SimulatedDevice(.ours, on: current)
        device.isMute = true
        var rig = ready(device)
        rig.notify(hex("21 20 0B 00 03 C8 C0 A8 01 64 04 42 61 72 6E"), on: .status)
        rig.run(10)
        return rig
    }

    @Test("Connecting and Connected that come before the link has confirmed the write are no answers to it")
    func early() {
        var rig = mute()
        rig.join("Barn", "wrong wrong")
        rig.notify(hex("21 21 0B 00 02 00 00 00 00 00 04 42 61 72 6E"), on: .status, after: 2)
        rig.notify(hex("21 22 0B 00 03 C8 C0 A8 01 64 04 42 61 72 6E"), on: .status, after: 4)
        rig.notify(hex("21 23 0B 00 03 C8 C0 A8 01 64 04 42 61 72 6E"), on: .status, after: 40)
        rig.run(60_000)
        #expect(rig.results == [.unknown(.noAnswer)])
        #expect(rig.device.writes.count == 3)
    }

    @Test("From a device that acknowledges, what comes before the ACK is no answer")
    func beforeTheAck() {
        var rig = mute()
        rig.join("Barn", "longenough")
        rig.notify([0x11, 0x21, 1, 0, 0], on: .status, after: 20)
        rig.notify(hex("21 22 0B 00 04 00 00 00 00 00 04 42 61 72 6E"), on: .status, after: 30)
        rig.run(2_000)
        rig.join("Barn", "wrong wrong")
        rig.notify(hex("21 23 0B 00 02 00 00 00 00 00 04 42 61 72 6E"), on: .status, after: 20)
        rig.notify(hex("21 24 0B 00 03 C8 C0 A8 01 64 04 42 61 72 6E"), on: .status, after: 30)
        rig.notify([0x11, 0x25, 1, 0, 0], on: .status, after: 40)
        rig.notify(hex("21 26 0B 00 03 C8 C0 A8 01 64 04 42 61 72 6E"), on: .status, after: 50)
        rig.run(60_000)
        #expect(rig.results == [.failed(.unspecified), .unknown(.noResult)])
    }

    @Test("Connecting said before the link's answer counts where the device has no such network to go back to")
    func earlyAndTrue() {
        var rig = mute(on: nil)
        rig.notify(hex("21 21 07 00 00 00 00 00 00 00 00"), on: .status)
        rig.run(10)
        rig.join("Barn", "longenough")
        rig.notify(hex("21 22 0B 00 02 00 00 00 00 00 04 42 61 72 6E"), on: .status, after: 4)
        rig.run(6_000)
        #expect(rig.progress.last == .connecting)
        #expect(rig.device.writes.count == 1)
    }

    @Test("E1/104: The late half of the failure before does not end the new join", arguments: ["04", "01"])
    func lateHalf(state: String) {
        var rig = mute()
        rig.join("Barn", "wrong wrong")
        rig.notify(hex("21 21 0B 00 02 00 00 00 00 00 04 42 61 72 6E"), on: .status, after: 20)
        rig.notify(hex("FF 22 02 00 05 00"), on: .status, after: 30)
        rig.run(2_000)
        #expect(rig.results == [.failed(.unspecified)])
        rig.join("Barn", "longenough")
        rig.notify(hex("21 23 0B 00 \(state) 00 00 00 00 00 04 42 61 72 6E"), on: .status, after: 20)
        rig.run(1_500)
        #expect(rig.results.count == 1)
        rig.notify(hex("21 24 0B 00 02 00 00 00 00 00 04 42 61 72 6E"), on: .status)
        rig.notify(hex("21 25 0B 00 03 C8 C0 A8 01 64 04 42 61 72 6E"), on: .status, after: 6_000)
        rig.run(10_000)
        #expect(rig.results.last == Self.joined)
    }

    @Test("After one half of a failure, the way back to the same network is no success")
    func wayBack() {
        var rig = mute()
        rig.join("Barn", "wrong wrong")
        rig.notify(hex("21 21 0B 00 02 00 00 00 00 00 04 42 61 72 6E"), on: .status, after: 20)
        rig.notify(hex("FF 22 02 00 05 00"), on: .status, after: 30)
        rig.notify(hex("21 24 0B 00 02 00 00 00 00 00 04 42 61 72 6E"), on: .status, after: 40)
        rig.notify(hex("21 25 0B 00 03 C8 C0 A8 01 64 04 42 61 72 6E"), on: .status, after: 50)
        rig.run(5_000)
        #expect(rig.results == [.failed(.unspecified)])
    }

    @Test("A caller's own limit ends a join that nothing answered as unanswered")
    func callersLimit() {
        var rig = mute()
        rig.join("Barn", "longenough")
        let limit = rig.now + 3_000
        rig.machine.limitJoin(to: limit)
        rig.run(4_000)
        #expect(rig.results == [.unknown(.noAnswer)])
    }

    @Test(
        "E2/107: Only the reference firmware's texts and our device's name a reason; any other is kept as it is",
        arguments: [
            ("Connection failed - wrong password or network issue", JoinFailure.wrongPassphrase),
            ("Connection failed: Network not found", .networkNotFound), ("Connection timeout", .timeOut),
            ("No address obtained", .noAddress),
            ("Security not supported", .unsupportedSecurity), ("Device fault", .deviceFault),
            ("", .unspecified), ("auth", .unspecified), ("no wrong password here", .unspecified),
        ])
    func texts(text: String, reason: JoinFailure) {
        var device = SimulatedDevice()
        device.isMute = true
        var rig = ready(device)
        rig.join("Barn", "longenough")
        rig.run(1_000)
        rig.notify(hex("21 30 0B 00 02 00 00 00 00 00 04 42 61 72 6E"), on: .status)
        let bytes = Array(text.utf8)
        rig.notify([0xFF, 0x31, UInt8(bytes.count + 2), 0, 5, UInt8(bytes.count)] + bytes, on: .status, after: 10)
        rig.notify(hex("21 32 0B 00 04 00 00 00 00 00 04 42 61 72 6E"), on: .status, after: 20)
        rig.run(5_000)
        #expect(rig.results == [.failed(reason)])
        #expect(rig.texts == [text])
    }

    @Test(
        "A failure keeps the reason that its Error told, in either order, until another report, join or link comes",
        arguments: [true, false])
    func keptReason(errorFirst: Bool) {
        var rig = ready(SimulatedDevice())
        let failed = hex("21 32 0B 00 04 00 00 00 00 00 04 42 61 72 6E")
        let error = [0xFF, 0x31, 0x13, 0, 5, 0x11] + Array("Network not found".utf8)
        for message in errorFirst ? [error, failed] : [failed, error] { rig.notify(message, on: .status, after: 10) }
        rig.run(100)
        #expect(rig.statuses.last?.state == .failed(.networkNotFound))
        rig.notify([0x21, 0x33] + failed[2...], on: .status)
        rig.run(100)
        #expect(rig.statuses.last?.state == .failed(.networkNotFound))
        if errorFirst {
            rig.notify(hex("21 34 0B 00 02 00 00 00 00 00 04 42 61 72 6E"), on: .status)
        } else {
            rig.cut()
            rig.run(100)
            rig.open()
        }
        rig.notify([0x21, 0x35] + failed[2...], on: .status, after: 50)
        rig.run(1_000)
        #expect(rig.statuses.last?.state == .failed(.unspecified))
    }

    @Test("A network that is not there is told apart")
    func notFound() {
        var rig = ready(SimulatedDevice(.reference))
        rig.join("Shed", "longenough")
        rig.run(untilJoined: true)
        #expect(rig.results == [.failed(.networkNotFound)])
    }

    @Test("Connected with the network that the device was on already is no success of a new write")
    func stillConnected() {
        var device = SimulatedDevice(.ours, on: "Barn")
        device.isMute = true
        var rig = ready(device)
        rig.join("Barn", "wrong wrong")
        rig.run(untilJoined: true)
        #expect(rig.results == [.unknown(.noAnswer)])
        #expect(rig.device.writes.count == 3)
        #expect(rig.statuses.contains { $0.state == .connected(IPv4Address(192, 168, 1, 100)) })
    }

    @Test("Connected with the old network is no success of the new one")
    func oldNetwork() {
        var device = SimulatedDevice(.ours, on: "Annex")
        device.isMute = true
        var rig = ready(device)
        rig.join("Barn", "longenough")
        rig.run(untilJoined: true)
        #expect(rig.results == [.unknown(.noAnswer)])
    }

    @Test("Without an answer credentials are written three times, 5 s apart, with numbers of their own")
    func threeWrites() {
        var device = SimulatedDevice()
        device.isMute = true
        var rig = ready(device)
        rig.join("Barn", "longenough")
        rig.run(4_900)
        #expect(rig.device.writes.count == 1)
        rig.run(200)
        #expect(rig.device.writes.count == 2)
        rig.run(60_000)
        #expect(rig.device.writes.count == 3)
        #expect(Set(rig.device.writes.map { $0[1] }).count == 3)
        #expect(rig.results == [.unknown(.noAnswer)])
    }

    @Test("A left-over ACK of a retried write does not confirm a later join")
    func leftOver() {
        var device = SimulatedDevice()
        device.isMute = true
        var rig = ready(device)
        rig.join("Barn", "wrong wrong")
        rig.run(12_000)
        #expect(rig.device.writes.count == 3)
        rig.join("Barn", "longenough")
        rig.run(100)
        for number in 0..<3 as Range<UInt8> { rig.notify([0x11, 0x40 + number, 1, 0, 0], on: .status) }
        rig.run(10)
        #expect(rig.progress.last != .acknowledged)
        #expect(rig.diagnostics.count { $0.kind == .lateAcknowledgement } == 3)
        rig.notify([0x11, 0x43, 1, 0, 0], on: .status)
        rig.run(10)
        #expect(rig.progress.last == .acknowledged)
    }

    @Test("A full disk at the device is a failure that says so")
    func storage() {
        var device = SimulatedDevice()
        device.isMute = true
        var rig = ready(device)
        rig.join("Barn", "longenough")
        rig.run(100)
        rig.notify([0x11, 0x40, 1, 0, 3], on: .status)
        rig.run(100)
        #expect(rig.results == [.failed(.storageFailed)])
    }

    @Test("D6/102: A link lost after the write and before the answer leaves the outcome unknown at once")
    func lostUnanswered() {
        var device = SimulatedDevice()
        device.isMute = true
        var rig = ready(device)
        rig.join("Barn", "longenough")
        rig.run(100)
        rig.cut()
        rig.run(10)
        #expect(rig.results == [.unknown(.linkLostBeforeAnswer)])
        rig.device.isMute = false
        rig.open()
        rig.join("Barn", "longenough")
        rig.run(60_000)
        #expect(rig.results.last == Self.joined)
    }

    @Test("A link lost before anything was written is a link error")
    func lostUnwritten() {
        var rig = Rig(SimulatedDevice())
        rig.open()
        rig.join("Barn", "longenough")
        rig.cut()
        rig.run(10)
        #expect(rig.results == [.linkLost])
        #expect(rig.device.writes.isEmpty)
    }

    @Test("E3/110: A link lost after acceptance is mended, and the outcome learned")
    func mended() {
        var rig = ready(SimulatedDevice())
        rig.join("Barn", "longenough")
        rig.run(1_000)
        rig.cut()
        rig.run(untilJoined: true)
        #expect(rig.results == [Self.joined])
        #expect(rig.progress.contains(.reconnecting))
    }

    @Test("E3/110: A device that stays away after acceptance leaves the outcome unknown, within 30 s")
    func notMended() {
        var rig = ready(SimulatedDevice())
        rig.reconnections = 0
        rig.join("Barn", "longenough")
        rig.run(1_000)
        rig.cut()
        rig.run(25_000)
        #expect(rig.results.isEmpty)
        rig.run(5_000)
        #expect(rig.results == [.unknown(.linkLostAfterAcceptance)])
    }

    @Test("E3/110: Connected before the drop is success")
    func connectedThenLost() {
        var rig = ready(SimulatedDevice())
        rig.join("Barn", "longenough")
        rig.run(untilJoined: true)
        rig.cut()
        rig.run(1_000)
        #expect(rig.results == [Self.joined])
    }

    @Test("A second join takes the place of the first")
    func replaced() {
        var rig = ready(SimulatedDevice())
        rig.join("Annex", "different1")
        rig.run(1_000)
        rig.join("Barn", "longenough")
        rig.run(60_000)
        #expect(rig.results == [Self.joined])
        #expect(rig.device.current == "Barn")
    }

    @Test("A status is read, and asked for only where that gives none")
    func asking() {
        var rig = Rig(SimulatedDevice())
        rig.device.isListMute = true
        rig.open()
        rig.run(100)
        rig.askForStatus()
        rig.run(100)
        #expect(rig.reads == [4])
        #expect(rig.device.writes == [[0x20, 0, 0, 0]])
        #expect(rig.statuses.map(\.state) == [.notConfigured])
    }

    @Test("Questions that go on do not move the limit of the first")
    func askingOn() {
        var device = SimulatedDevice(.reference)
        device.isListMute = true
        device.isStatusMute = true
        var rig = Rig(device)
        rig.open()
        rig.run(100)
        rig.askForStatus()
        rig.run(19_000)
        rig.askForStatus()
        rig.run(1_100)
        #expect(rig.statusFailures == 1)
    }

    @Test("Firmware that takes a Status Request for credentials gives no status, and spoils no join after it")
    func askingTheReference() {
        var rig = Rig(SimulatedDevice(.reference))
        rig.device.isListMute = true
        rig.open()
        rig.run(100)
        rig.askForStatus()
        rig.run(9_000)
        rig.join("Barn", "longenough")
        rig.run(untilJoined: true)
        #expect(rig.results == [Self.joined])
    }

    @Test("Where a passphrase is in a message is known, and so it can be hidden")
    func secret() {
        let write = hex("10 01 0F 00 04 42 61 72 6E 09 70 61 73 73 77 6F 72 64 31")
        #expect(WiFiSet.ProvisionerMachine.secret(in: write.span, of: 3) == 10..<19)
        let broken = Array(write.dropLast(3))
        #expect(WiFiSet.ProvisionerMachine.secret(in: broken.span, of: 3) == 4..<16)
        let status = hex("21 01 07 00 00 00 00 00 00 00 00")
        #expect(WiFiSet.ProvisionerMachine.secret(in: status.span, of: 4).isEmpty)
    }
}
