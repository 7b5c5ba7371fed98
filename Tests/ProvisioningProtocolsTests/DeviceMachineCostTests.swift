import CAllocationCount
import ProvisioningProtocols
import Testing

/// The cost of a device on floor 1, as counts.
struct DeviceMachineCostTests {
    @Test("What a device keeps of a session fits 512 bytes, and so does its coordinator")
    func size() {
        #expect(MemoryLayout<WiFiSet.DeviceMachine>.size <= 512)
        #expect(MemoryLayout<JoinCoordinator>.size <= 512)
    }

    @Test(
        "A whole session of the device machine makes no heap allocation",
        .enabled(if: gangway_counts_allocations() != 0))
    func allocations() {
        let write: [UInt8] = [0x10, 0, 15, 0, 4, 0x42, 0x61, 0x72, 0x6E, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        let request: [UInt8] = [0x20, 1, 0, 0]
        _ = session(write.span, request.span)  // what is set up once
        let before = gangway_allocation_count()
        let sent = session(write.span, request.span)
        let after = gangway_allocation_count()
        #expect(after - before == 0)
        #expect(sent == 1 + 20 + 1 + 2 + 1 + 1 + 1)  // list, ACK and Connecting, Connected, request, interval
    }

    private func session(_ write: borrowing Span<UInt8>, _ request: borrowing Span<UInt8>) -> Int {
        var session = Session()
        return session.run(write, request)
    }
}

/// A device without its service.
private struct Session: ~Copyable {
    var machine = WiFiSet.DeviceMachine()
    var coordinator = JoinCoordinator()
    var outbox = Outbox()
    var now = Instant(milliseconds: 0)
    var sent = 0

    /// Connect, subscribe twice, a list of 20, credentials in two pieces, the join, a status request, the interval, leave.
    mutating func run(_ write: borrowing Span<UInt8>, _ request: borrowing Span<UInt8>) -> Int {
        _ = coordinator.start()
        _ = coordinator.storeRead(committed: nil, staged: nil, now: now)
        machine.connected(1, now: now)
        _ = machine.subscribed(to: 4, by: 1, now: now, outbox: &outbox)
        _ = machine.subscribed(to: 2, by: 1, now: now, outbox: &outbox)
        drain()
        var point = AccessPoint(
            ssid: SSID(), security: .wpaPersonal, signal: SignalStrength(rawValue: -50), channel: .unknown)
        for _ in 0..<20 {
            machine.found(point, outbox: &outbox)
            drain()
        }
        _ = machine.scanEnded(outbox: &outbox)
        drain()
        self.write(write.extracting(first: 9), at: 0)
        self.write(write.extracting(droppingFirst: 9), at: 9)
        guard let credentials = machine.takeCredentials() else { return -1 }
        point.ssid = credentials.ssid
        _ = coordinator.requested(credentials, from: 0)
        tell(coordinator.staged(now: now))
        coordinator.saw(point)
        _ = coordinator.scanEnded(complete: true, now: now)
        _ = coordinator.staged(now: now)
        _ = coordinator.begun(now: now)
        let address = IPv4Address(10, 0, 0, 2)
        _ = coordinator.stationChanged(to: JoinStatus(state: .connected(address), ssid: point.ssid), now: now)
        tell(coordinator.committed(now: now))
        self.write(request, at: 0)
        now = now + WiFiSet.DeviceMachine.statusInterval
        machine.tick(now: now, status: coordinator.status, outbox: &outbox)
        drain()
        var value = InlineArray<512, UInt8>(repeating: 0)
        var span = value.mutableSpan
        _ = machine.read(4, status: coordinator.status, into: &span)
        machine.disconnected(1, now: now)
        return sent
    }

    private mutating func write(_ bytes: borrowing Span<UInt8>, at offset: Int) {
        _ = machine.written(bytes, at: offset, to: 3, by: 1, now: now, status: coordinator.status, outbox: &outbox)
        drain()
    }

    private mutating func tell(_ step: JoinCoordinator.Step) {
        machine.report(step.report, status: coordinator.status, now: now, outbox: &outbox)
        drain()
    }

    private mutating func drain() {
        sent += outbox.count
        outbox.removeAll()
    }
}
