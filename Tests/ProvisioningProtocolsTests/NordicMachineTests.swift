import ProvisioningProtocols
import Testing

/// Both machines of Nordic's protocol against each other and against answers written out.
@Suite("Nordic's machines")
struct NordicMachineTests {
    @Test(
        "C5/64: The version is read first, then the link is paired, both are subscribed to, and the status is asked for"
    )
    func order() {
        var rig = NordicRig()
        rig.open()
        rig.run()
        #expect(rig.actions == [.read(1), .pair, .subscribe(2), .subscribe(3), .write])
        #expect(rig.machine.version == 1)
        #expect(rig.statuses.map(\.state) == [.notConfigured])
    }

    @Test("A wrong passphrase is told with its reason, and the right one then joins on the same connection")
    func wrongThenRight() {
        var rig = NordicRig()
        rig.open()
        rig.join("Barn", "wrongwrong")
        rig.run()
        #expect(rig.results == [.failed(.wrongPassphrase)])
        rig.join("Barn", "longenough")
        rig.run()
        #expect(rig.results.last == .connected(IPv4Address(10, 0, 0, 7), nil))
        #expect(rig.progress.contains(.acknowledged))
    }

    @Test("A list ends 3 s after its last record, and STOP_SCAN goes before SET_CONFIG")
    func list() {
        var rig = NordicRig()
        rig.open()
        rig.run()
        rig.askForNetworks()
        rig.run(2_000)
        #expect(rig.networks.map(\.ssid) == ["Barn", "Annex"].compactMap { SSID($0) })
        #expect(rig.lists.isEmpty)
        rig.run(3_100)
        #expect(rig.lists.map(\.end) == [.ended])
        rig.join("Barn", "longenough")
        rig.run()
        #expect(rig.requests.suffix(3) == [.stopScan, .setConfig, .getStatus])
        #expect(rig.results.count == 1)
    }

    @Test(
        "A list ends 1 s after the period that was asked for or after the last record, an empty one after 5 s at least",
        arguments: [
            // The period, when the device sends what it found, and when the list has to have ended and not before.
            (6_000, 1_000, 7_000), (1_000, 4_000, 5_000), (8_000, 8_000, 9_000), (500, nil, 5_000),
            (6_000, nil, 7_000), (60_000, nil, 30_000),
        ] as [(UInt32, UInt32?, UInt32)])
    func period(period: UInt32, found: UInt32?, end: UInt32) {
        var rig = NordicRig()
        rig.scanTime = found
        rig.open()
        rig.run()
        rig.askForNetworks(ScanOptions(period: period))
        rig.run(end - 50)
        #expect(rig.lists.isEmpty)
        rig.run(200)
        #expect(rig.lists.map(\.end) == [.ended])
        #expect(rig.lists.map(\.isComplete) == [found != nil])
        #expect(rig.networks.count == (found == nil ? 0 : 2))
    }

    @Test("A stop ends the list as stopped", arguments: [true, false])
    func stop(isScanning: Bool) {
        var rig = NordicRig()
        rig.open()
        rig.run()
        if isScanning { rig.askForNetworks() }
        rig.stop()
        rig.run()
        #expect(rig.lists.map(\.end) == [.stopped])
    }

    @Test("Forgetting is told, and leaves nothing configured")
    func forget() {
        var rig = NordicRig()
        rig.open()
        rig.join("Barn", "longenough")
        rig.run()
        rig.forget()
        rig.run()
        #expect(rig.forgotten == [.forgotten])
        #expect(rig.machine.status.state == .notConfigured)
    }

    @Test("What a join for somebody else comes to is reported with its network and address, and each state once")
    func joinElsewhere() throws {
        let (barn, loft) = (try #require(SSID("Barn")), try #require(SSID("Loft")))
        let address = IPv4Address(10, 0, 0, 7)
        var rig = NordicRig()
        rig.open()
        rig.change(to: .associating, barn, in: 1_000)
        rig.change(to: .authenticating, barn, in: 2_000)
        rig.change(to: .failed(.wrongPassphrase), barn, in: 3_000)
        rig.change(to: .associating, loft, in: 4_000)
        rig.change(to: .connected(address), loft, in: 5_000)
        rig.run()
        let states: [StationState] = [
            .notConfigured, .associating, .authenticating, .failed(.wrongPassphrase), .associating, .connected(address),
        ]
        #expect(rig.statuses.map(\.state) == states)
        #expect(rig.statuses.map(\.ssid) == [SSID(), barn, barn, barn, loft, loft])
    }

    @Test("A state is reported as it came where the device does not say which network it is about")
    func stateWithoutNetwork() throws {
        let barn = try #require(SSID("Barn"))
        var rig = NordicRig()
        rig.open()
        rig.run(1_000)
        rig.faultAt = 3  // the answer to the question that follows
        rig.change(to: .connected(IPv4Address(10, 0, 0, 7)), barn, in: 0)
        rig.run()
        #expect(rig.statuses.map(\.state) == [.notConfigured, .connected(IPv4Address(0, 0, 0, 0))])
        #expect(rig.statuses.last?.ssid == SSID())
    }

    @Test("That somebody else had the device forget its network is reported")
    func forgetElsewhere() {
        var rig = NordicRig()
        rig.open()
        rig.join("Barn", "longenough")
        rig.run()
        rig.forgetElsewhere()
        rig.run()
        #expect(rig.statuses.last?.state == .notConfigured)
        #expect(rig.forgotten.isEmpty)
    }

    @Test("Bytes that no range can point to are refused, and all of them are secret", arguments: [65_535, 65_536])
    func longest(_ count: Int) {
        // a field that is not known fills the room before credentials
        let credentials: [UInt8] = [0x08, 0x04, 0x5A, 0x0A, 0x12, 0x08] + Array("longenou".utf8)
        let filling = count - credentials.count - 4
        let bytes =
            [0x7A, UInt8(filling & 0x7F) | 0x80, UInt8(filling >> 7 & 0x7F) | 0x80, UInt8(filling >> 14)]
            + [UInt8](repeating: 0, count: filling) + credentials
        #expect(bytes.count == count)
        let request = try? NordicWiFi.Request(decoding: bytes.span)
        #expect(request?.config?.passphrase?.range == (count > 65_535 ? nil : count - 8..<count))
        #expect(NordicWiFi.secret(in: bytes.span) == (count > 65_535 ? 0..<count : count - 8..<count))
    }

    @Test("Forgetting between two tries to mend a lost link ends as a lost link, and not never")
    func forgetWithoutLink() {
        var rig = NordicRig()
        rig.open()
        rig.join("Barn", "longenough")
        rig.run(until: .acknowledged)
        rig.isOutOfRange = true
        rig.cut()
        rig.run(900)
        #expect(rig.results.isEmpty && rig.actions.last == .write)
        rig.forget()
        #expect(rig.results == [.unknown(.linkLostAfterAcceptance)])
        rig.run()
        #expect(rig.forgotten == [.linkLost])
        let isUsable = rig.machine.isUsable
        #expect(!isUsable)
    }

    @Test("A version that is asked for between two tries to mend a lost link fails when the link is given up")
    func versionWithoutLink() {
        var rig = NordicRig()
        rig.version = nil
        rig.open()
        rig.join("Barn", "longenough")
        rig.run(until: .acknowledged)
        rig.isOutOfRange = true
        rig.cut()
        rig.run(900)
        rig.askForVersion()
        rig.run()
        #expect(rig.results == [.unknown(.linkLostAfterAcceptance)])
        #expect(rig.failedQuestions.filter { $0 == .versionFailed }.count == 1)
    }

    @Test("No answer to the credentials within 10 s leaves the outcome unknown")
    func mute() {
        var rig = NordicRig()
        rig.open()
        rig.run()
        rig.isMute = true
        rig.join("Barn", "longenough")
        rig.run()
        #expect(rig.results == [.unknown(.noAnswer)])
    }

    @Test("A link lost before the credentials went is a lost link; after SUCCESS the outcome is learned on a new one")
    func lost() {
        var rig = NordicRig()
        rig.open()
        rig.join("Barn", "longenough")
        rig.cut()
        rig.run()
        #expect(rig.results == [.linkLost])

        var other = NordicRig()
        other.open()
        other.join("Barn", "longenough")
        other.run(until: .acknowledged)
        other.cut()
        other.run()
        #expect(other.results == [.connected(IPv4Address(10, 0, 0, 7), nil)])
    }

    @Test("Every message lost or doubled: never a false success, never without an end", arguments: 1...16)
    func faults(step: Int) {
        for isLost in [true, false] {
            for passphrase in ["longenough", "wrongwrong"] {
                var rig = NordicRig()
                rig.faultAt = step
                rig.isFaultLoss = isLost
                rig.open()
                rig.join("Barn", passphrase)
                rig.run(120_000)
                #expect(rig.results.count == 1, "step \(step), lost \(isLost)")
                if case .connected = rig.results.first { #expect(passphrase == "longenough") }
            }
        }
    }
}
