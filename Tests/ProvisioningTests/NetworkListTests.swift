import Provisioning
import ProvisioningProtocols
import Testing

@Suite("A list of networks")
struct NetworkListTests {
    private func point(_ name: String, _ signal: Int8, _ channel: UInt8, _ security: Security = .wpaPersonal)
        -> AccessPoint
    {
        AccessPoint(
            ssid: SSID(name) ?? SSID(), security: security, signal: SignalStrength(rawValue: signal),
            channel: Channel(rawValue: channel))
    }

    @Test("A6/20: Access points of one name and security are one network, at the strongest signal")
    func merged() {
        let list = NetworkList(
            accessPoints: [point("Barn", -70, 6), point("Barn", -48, 11)], isComplete: true, announced: 2)
        #expect(list.merged.map(\.signal.rawValue) == [-48])
        #expect(list.merged.map(\.accessPoints) == [2])
        #expect(list.merged.map { $0.channels.map(\.rawValue) } == [[6, 11]])
        #expect(list.accessPoints.count == list.announced)
        #expect(list.isComplete)
    }

    @Test("Open and secured networks of one name never merge")
    func apart() {
        let list = NetworkList(accessPoints: [point("Barn", -70, 6), point("Barn", -48, 6, .open)])
        #expect(list.merged.map(\.security) == [.open, .wpaPersonal])
    }

    @Test("A5/16: Hidden networks come last, marked hidden")
    func hidden() {
        let list = NetworkList(accessPoints: [point("", -30, 1), point("Barn", -80, 6), point("Annex", -50, 6)])
        #expect(list.merged.map(\.ssid.description) == ["Annex", "Barn", ""])
        #expect(list.merged.map(\.isHidden) == [false, false, true])
    }
}
