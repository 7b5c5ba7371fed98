/// The device's end of a protocol as firmware would drive it, with nothing behind: it is linked, not run, to show that all of
/// it needs no heap. The platform's half is two functions. Which protocol it is, the build says.
@c(gangway_device_main) public func deviceMain() {
    var end = Served.DeviceMachine()
    drive(&end)
}

#if SERVES_NORDIC
    private typealias Served = NordicWiFi
#elseif SERVES_JSON
    private typealias Served = TopicJSON
#else
    private typealias Served = WiFiSet
#endif

/// Waits for the next event and fills `bytes` with its value, `facts` with its kind, time, central, characteristic, offset.
@_extern(c, "platform_event")
func platformEvent(_ bytes: UnsafeMutablePointer<UInt8>?, _ capacity: UInt32, _ facts: UnsafeMutablePointer<UInt32>?)
    -> UInt32
/// Sends a message, or takes note of a step of the join.
@_extern(c, "platform_send")
func platformSend(_ characteristic: UInt32, _ bytes: UnsafePointer<UInt8>?, _ count: UInt32)

private func drive<End: DeviceEnd & ~Copyable>(_ end: inout End) {
    var coordinator = JoinCoordinator()
    var outbox = Outbox()
    var status = JoinStatus(state: .notConfigured)
    var value = InlineArray<512, UInt8>(repeating: 0)
    var facts = InlineArray<5, UInt32>(repeating: 0)
    while true {
        var room = value.mutableSpan
        var numbers = facts.mutableSpan
        let count = room.withUnsafeMutableBufferPointer { bytes in
            numbers.withUnsafeMutableBufferPointer { platformEvent(bytes.baseAddress, 512, $0.baseAddress) }
        }
        let bytes = value.span.extracting(first: min(Int(count), 512))
        let (kind, central) = (facts[0], facts[2])
        let now = Instant(milliseconds: 0) + facts[1]
        let characteristic = UInt8(truncatingIfNeeded: facts[3])
        var step = JoinCoordinator.Step?.none
        switch kind {
        case 0: end.connected(central, now: now)
        case 1: end.disconnected(central, now: now)
        case 2: _ = end.subscribed(to: characteristic, by: central, now: now, outbox: &outbox)
        case 3:
            let action = end.written(
                bytes, at: Int(facts[4]), to: characteristic, by: central, now: now, status: status, outbox: &outbox)
            if action == .join, let credentials = end.takeCredentials() {
                step = coordinator.requested(credentials, from: 0)
            }
        case 4:
            var answer = InlineArray<512, UInt8>(repeating: 0)
            var target = answer.mutableSpan
            if let length = end.read(characteristic, status: status, into: &target) {
                send(characteristic, answer.span.extracting(first: length))
            }
        case 5: step = coordinator.staged(now: now)
        case 6: step = coordinator.begun(now: now)
        case 7:
            status = JoinStatus(state: .connected(IPv4Address(10, 0, 0, 2)))
            step = coordinator.stationChanged(to: status, now: now)
        case 8: step = coordinator.committed(now: now)
        case 9: step = coordinator.rolledBack(now: now)
        case 10: step = coordinator.stagingFailed(now: now)
        case 11: step = coordinator.storeRead(committed: SSID(bytes), staged: nil, now: now)
        case 12:
            let point = AccessPoint(
                ssid: SSID(bytes) ?? SSID(), security: .wpaPersonal, signal: SignalStrength(rawValue: -50),
                channel: .unknown)
            coordinator.saw(point)
            end.found(point, outbox: &outbox)
        case 13:
            step = coordinator.scanEnded(complete: true, now: now)
            _ = end.scanEnded(outbox: &outbox)
        case 14: end.scanFailed(outbox: &outbox)
        default:
            step = coordinator.tick(now: now)
            end.tick(now: now, status: status, outbox: &outbox)
        }
        if let step { end.report(step.report, status: status, now: now, outbox: &outbox) }
        for index in 0..<outbox.count {
            outbox.withMessage(index) { characteristic, message in send(characteristic, message) }
        }
        outbox.removeAll()
    }
}

private func send(_ characteristic: UInt8, _ message: borrowing Span<UInt8>) {
    message.withUnsafeBufferPointer { platformSend(UInt32(characteristic), $0.baseAddress, UInt32($0.count)) }
}
