import ProvisioningProtocols
import Testing

@testable import Provisioning

@Suite struct LimitsTests {
    @Test("The limits that hold where nothing else is said are those of Docs/Behaviour.md")
    func defaults() {
        let limits = Limits()
        #expect(limits.connect == .seconds(20))
        #expect(limits.serviceDiscovery == .seconds(10))
        #expect(limits.pairing == .seconds(30))
        #expect(limits.request == .seconds(30))
        #expect(limits.answer == .seconds(10))
        #expect(limits.networks == .seconds(30))
        #expect(limits.status == .seconds(20))
        #expect(limits.acknowledgement == .seconds(5))
        #expect(limits.join == .seconds(45))
        #expect(limits.recovery == .seconds(30))
    }

    @Test("Each limit that a protocol keeps can be set, that of one request too")
    func machines() {
        var limits = Limits()
        limits.networks = .milliseconds(1)
        limits.status = .milliseconds(2)
        limits.answer = .milliseconds(3)
        limits.acknowledgement = .milliseconds(4)
        limits.join = .milliseconds(5)
        limits.recovery = .milliseconds(6)
        #expect(
            ProvisionerTiming(limits)
                == ProvisionerTiming(list: 1, status: 2, request: 3, acknowledgement: 4, join: 5, recovery: 6))
    }
}
