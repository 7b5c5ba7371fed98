import ProvisioningProtocols
import Testing

struct WipingTests {
    @Test("A long write that was cut off leaves no byte of its passphrase behind when its machine is let go")
    func unfinishedWrite() {
        let secret = Array("Zq7-canary-Zq7".utf8)
        let piece: [UInt8] = [0x10, 0, 22, 0, 4, 1, 2, 3, 4, 16] + secret
        let place = UnsafeMutablePointer<WiFiSet.DeviceMachine>.allocate(capacity: 1)
        defer { place.deallocate() }
        place.initialize(to: WiFiSet.DeviceMachine())
        defer { place.deinitialize(count: 1) }
        var outbox = Outbox()
        let now = Instant(milliseconds: 1_000)
        place.pointee.connected(1, now: now)
        let action = place.pointee.written(
            piece.span, at: 0, to: 3, by: 1, now: now, status: JoinStatus(state: .notConfigured), outbox: &outbox)
        #expect(action == .none && outbox.count == 0)
        #expect(holds(secret, in: place))
        place.pointee.wipe()
        #expect(!holds(Array(secret.prefix(4)), in: place))
        #expect(place.pointee.deadline?.milliseconds != 2_000, "the rest is still waited for")
    }

    private func holds(_ bytes: [UInt8], in place: UnsafeMutablePointer<WiFiSet.DeviceMachine>) -> Bool {
        let memory = UnsafeRawBufferPointer(start: place, count: MemoryLayout<WiFiSet.DeviceMachine>.size)
        return memory.indices.contains { memory[$0...].starts(with: bytes) }
    }
}
