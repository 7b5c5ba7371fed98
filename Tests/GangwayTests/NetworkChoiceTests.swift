import BluetoothLE
import Provisioning
import ProvisioningProtocols
import Testing

@testable import GangwayCommandLine

@Suite("What the device sees settles how a network is joined")
struct NetworkChoiceTests {
    private static let barn = SSID("Barn") ?? SSID()

    private struct Case: Sendable {
        let asked: Security
        let seen: [Security]
        let settled: Security
    }

    @Test("Of several, a secured one is meant, unless an open one was asked for")
    func settled() throws {
        let cases = [
            Case(asked: .unspecified, seen: [], settled: .unspecified), Case(asked: .open, seen: [], settled: .open),
            Case(asked: .unspecified, seen: [.open, .wpaPersonal], settled: .wpaPersonal),
            Case(asked: .unspecified, seen: [.open], settled: .open),
            Case(asked: .open, seen: [.wpaPersonal, .open], settled: .open),
            Case(asked: .unspecified, seen: [.wpa2Enterprise, .wpa3Personal], settled: .wpa3Personal),
        ]
        for one in cases {
            let choice = try NetworkChoice(ssid: Self.barn, security: one.asked)
                .settled(by: one.seen)
            #expect(choice.security == one.settled, "\(one)")
        }
    }

    @Test("What cannot be joined as asked is refused before anything is sent")
    func refused() {
        let cases: [(Security, Security, String)] = [
            (.open, .wpaPersonal, "passphraseNeeded"), (.unspecified, .wpa2Enterprise, "unsupportedSecurity"),
            (.open, .wpa2Enterprise, "unsupportedSecurity"),
        ]
        for (asked, seen, code) in cases {
            let choice = NetworkChoice(ssid: Self.barn, security: asked)
            let error = #expect(throws: CommandFailure.self) { try choice.settled(by: [seen]) }
            #expect(error?.code == code)
        }
    }

    @Test("A device that is not heard for a whole round leaves the table")
    func rounds() {
        let (lamp, plug) = (FoundDevice(id: PeripheralID("lamp")), FoundDevice(id: PeripheralID("plug")))
        var heard = HeardDevices()
        heard.update(lamp)
        heard.update(plug)
        heard.forgetUnheard()
        #expect(heard.devices == [lamp, plug])
        heard.beginRound()
        heard.update(plug)
        heard.forgetUnheard()
        #expect(heard.devices == [plug])
    }
}
