import ProvisioningProtocols
import Testing

@testable import BlueZRadio

@Suite struct OpenWindowTests {
    private let start = Instant(milliseconds: 1_000_000)

    @Test("Without a device found it stays closed, and nothing is waited for")
    func idle() {
        var window = OpenWindow(closedAt: start)
        window.advance(to: start + 60_000)
        #expect(!window.isOpen)
        #expect(window.nextChange == nil)
    }

    @Test("After a device was found it opens once, when it was closed for 4 s, and closes after 4 s")
    func once() {
        var window = OpenWindow(closedAt: start)
        window.deviceFound()
        #expect(window.nextChange == start + 4000)
        window.advance(to: start + 3999)
        #expect(!window.isOpen)
        window.advance(to: start + 4000)
        #expect(window.isOpen)
        window.advance(to: start + 7999)
        #expect(window.isOpen)
        window.advance(to: start + 8000)
        #expect(!window.isOpen)
        #expect(window.nextChange == nil)
    }

    @Test("Of a device found while it is open there may be more to hear: it opens again")
    func again() {
        var window = OpenWindow(closedAt: start)
        window.deviceFound()
        window.advance(to: start + 4000)
        window.deviceFound()
        window.advance(to: start + 8000)
        #expect(!window.isOpen)
        window.advance(to: start + 12_000)
        #expect(window.isOpen)
    }
}
