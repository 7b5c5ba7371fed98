import Provisioning
import Testing

@Suite struct LimitsTests {
    @Test("The limits that hold where nothing else is said are those of Docs/Behaviour.md")
    func defaults() {
        let limits = Limits()
        #expect(limits.connect == .seconds(20))
        #expect(limits.serviceDiscovery == .seconds(10))
        #expect(limits.pairing == .seconds(30))
        #expect(limits.request == .seconds(30))
        #expect(limits.networks == .seconds(30))
        #expect(limits.status == .seconds(20))
        #expect(limits.acknowledgement == .seconds(5))
        #expect(limits.join == .seconds(45))
        #expect(limits.recovery == .seconds(30))
    }
}
