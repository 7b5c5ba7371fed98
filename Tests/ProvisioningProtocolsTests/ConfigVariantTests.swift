import ProvisioningProtocols
import Testing

/// Our two ends against each of the schemas that firmware and apps have for a network's configuration.
@Suite("Five schemas of a configuration")
struct ConfigVariantTests {
    @Test("Firmware of every schema takes our request for good, the first time", arguments: ConfigVariant.allCases)
    func forGood(variant: ConfigVariant) {
        var rig = NordicRig(firmware: variant)
        rig.open()
        rig.join("Barn", "longenough")
        rig.run()
        #expect(rig.results == [.connected(IPv4Address(10, 0, 0, 7), nil)])
        #expect(
            rig.understood
                == [ConfigVariant.Config(ssid: Array("Barn".utf8), passphrase: Array("longenough".utf8))])
        #expect(!rig.diagnostics.map(\.kind).contains(.volatileNotCarried))
    }

    @Test(
        "Volatile reaches firmware that has it in field 3; other firmware is asked once more without it, and that is said",
        arguments: ConfigVariant.allCases)
    func volatile(variant: ConfigVariant) {
        var rig = NordicRig(firmware: variant)
        rig.open()
        rig.join("Barn", "longenough", isVolatile: true)
        rig.run()
        let isCarried = variant != .certificatesThird
        #expect(rig.results == [.connected(IPv4Address(10, 0, 0, 7), nil)])
        #expect(rig.understood.last??.isVolatile == isCarried)
        #expect(rig.understood.count == (isCarried ? 1 : 2))
        #expect((rig.understood.first == .some(nil)) == !isCarried)
        #expect(rig.diagnostics.filter { $0.kind == .volatileNotCarried }.count == (isCarried ? 0 : 1))
    }

    @Test("Firmware that refuses it without volatile too is not asked a third time")
    func refusedTwice() {
        var rig = NordicRig(firmware: .certificatesThird)
        rig.refusesAll = true
        rig.open()
        rig.join("Barn", "longenough", isVolatile: true)
        rig.run()
        #expect(rig.results == [.failed(.credentialsRefused)])
        #expect(rig.understood.count == 2)
    }

    @Test(
        "Our device takes the request of a client with any of the schemas, and volatile where the schema has it",
        arguments: ConfigVariant.allCases, [true, false])
    func client(variant: ConfigVariant, isVolatile: Bool) {
        var device = NordicWiFi.DeviceMachine()
        var outbox = Outbox()
        let now = Instant(milliseconds: 0)
        device.connected(1, now: now)
        let request = variant.request("Barn", "longenough", isVolatile: isVolatile)
        let action = device.written(
            request.span, at: 0, to: 2, by: 1, now: now, status: JoinStatus(state: .notConfigured), outbox: &outbox)
        #expect(action == .join)
        guard let credentials = device.takeCredentials() else {
            Issue.record("nothing was kept")
            return
        }
        let (ssid, length, isTakenVolatile) = (
            credentials.ssid, credentials.passphrase.count, credentials.isVolatile
        )
        #expect(ssid == SSID("Barn"))
        #expect(length == 10)
        #expect(isTakenVolatile == isVolatile)
    }

    @Test("Field 4 alone, which the Android app sets for any channel, keeps nothing from being stored for good")
    func anyChannel() {
        var device = NordicWiFi.DeviceMachine()
        var outbox = Outbox()
        let now = Instant(milliseconds: 0)
        device.connected(1, now: now)
        let wifi = "0A 0C 0A 04 42 61 72 6E 12 00 20 00 28 04"
        let request = hexBytes("08 04 5A 1A \(wifi) 12 08 68 75 6E 74 65 72 32 32 20 01")
        #expect(
            device.written(
                request.span, at: 0, to: 2, by: 1, now: now, status: JoinStatus(state: .notConfigured),
                outbox: &outbox) == .join)
        guard let credentials = device.takeCredentials() else {
            Issue.record("nothing was kept")
            return
        }
        let isVolatile = credentials.isVolatile
        #expect(!isVolatile)
    }
}

private func hexBytes(_ text: String) -> [UInt8] { text.split(separator: " ").compactMap { UInt8($0, radix: 16) } }
