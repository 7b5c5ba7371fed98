import ProvisioningProtocols

/// The device's end of protocols as firmware would drive it, with nothing behind: it is linked, not run, to show that all of
/// it needs no heap, and what it takes. The platform's half is two functions. What is in it, the build says: without any
/// of the conditions it is the driver alone, which the sizes of the others are measured against.
@c(gangway_device_main) public func deviceMain() {
    while true { takeEvent() }
}

// In static memory, so that the image tells the size of each.
#if SERVES_WIFISET
    nonisolated(unsafe) private var wifiSet = WiFiSet.DeviceMachine()
#endif
#if SERVES_NORDIC
    nonisolated(unsafe) private var nordic = NordicWiFi.DeviceMachine()
#endif
#if SERVES_JSON
    nonisolated(unsafe) private var json = TopicJSON.DeviceMachine()
#endif
#if JOINS
    nonisolated(unsafe) private var coordinator = JoinCoordinator()
#endif
nonisolated(unsafe) private var outbox = Outbox()
nonisolated(unsafe) private var status = JoinStatus(state: .notConfigured)
nonisolated(unsafe) private var value = InlineArray<512, UInt8>(repeating: 0)

/// Waits for the next event and fills `bytes` with its value, `facts` with its kind, time, central, characteristic, offset and
/// service.
@_extern(c, "platform_event")
func platformEvent(_ bytes: UnsafeMutablePointer<UInt8>?, _ capacity: UInt32, _ facts: UnsafeMutablePointer<UInt32>?)
    -> UInt32
/// Sends a message, or takes note of a step of the join.
@_extern(c, "platform_send")
func platformSend(_ characteristic: UInt32, _ bytes: UnsafePointer<UInt8>?, _ count: UInt32)

private struct Event {
    let kind: UInt32
    let now: Instant
    let central: UInt32
    let characteristic: UInt8
    let offset: Int
    let service: UInt32
}

private func takeEvent() {
    var facts = InlineArray<6, UInt32>(repeating: 0)
    var room = value.mutableSpan
    var numbers = facts.mutableSpan
    let count = room.withUnsafeMutableBufferPointer { bytes in
        numbers.withUnsafeMutableBufferPointer { platformEvent(bytes.baseAddress, 512, $0.baseAddress) }
    }
    let event = Event(
        kind: facts[0], now: Instant(milliseconds: 0) + facts[1], central: facts[2],
        characteristic: UInt8(truncatingIfNeeded: facts[3]), offset: Int(facts[4]), service: facts[5])
    take(event, room.span.extracting(first: min(Int(count), 512)))
    for index in 0..<outbox.count {
        outbox.withMessage(index) { characteristic, message in
            message.withUnsafeBufferPointer { platformSend(UInt32(characteristic), $0.baseAddress, UInt32($0.count)) }
        }
    }
    outbox.removeAll()
}

private func take(_ event: Event, _ bytes: borrowing Span<UInt8>) {
    #if SERVES_WIFISET
        if event.service == 0 { hand(event, bytes, to: &wifiSet) }
    #endif
    #if SERVES_NORDIC
        if event.service == 1 { hand(event, bytes, to: &nordic) }
    #endif
    #if SERVES_JSON
        if event.service == 2 { hand(event, bytes, to: &json) }
    #endif
    #if JOINS
        join(event, bytes)
    #endif
    if event.kind == 7 { status = JoinStatus(state: .connected(IPv4Address(10, 0, 0, 2)), ssid: SSID(bytes) ?? SSID()) }
}

/// Hands a protocol an event.
private func hand<End: DeviceEnd & ~Copyable>(
    _ event: Event, _ bytes: borrowing Span<UInt8>, to end: inout End
) {
    let now = event.now
    switch event.kind {
    case 0: end.connected(event.central, now: now)
    case 1: end.disconnected(event.central, now: now)
    case 2: _ = end.subscribed(to: event.characteristic, by: event.central, now: now, outbox: &outbox)
    case 3:
        let action = end.written(
            bytes, at: event.offset, to: event.characteristic, by: event.central, now: now, status: status,
            outbox: &outbox)
        if action == .join {
            if let address = end.controlAddress { address.topic.withBytes { platformSend(3, nil, UInt32($0.count)) } }
            take(end.takeCredentials())
        }
    case 4:
        var room = value.mutableSpan
        let count = end.read(event.characteristic, status: status, into: &room)
        platformSend(0, nil, UInt32(count ?? 0))
    case 5: end.report(.status, status: status, now: now, outbox: &outbox)
    case 6: end.report(.stored(status.ssid), status: status, now: now, outbox: &outbox)
    case 8: end.report(.notStored(status.ssid), status: status, now: now, outbox: &outbox)
    case 9:
        let reason = JoinFailure(rawValue: UInt16(truncatingIfNeeded: event.central))
        end.report(.failed(reason), status: status, now: now, outbox: &outbox)
    case 10: end.report(.cleared, status: status, now: now, outbox: &outbox)
    case 12: end.found(point(bytes), outbox: &outbox)
    case 13: _ = end.scanEnded(outbox: &outbox)
    case 14: end.scanFailed(outbox: &outbox)
    case 15:
        var room = value.mutableSpan
        platformSend(1, nil, UInt32(end.serviceData(status: status, into: &room)))
    default: end.tick(now: now, status: status, outbox: &outbox)
    }
}

/// What a scan found.
private func point(_ bytes: borrowing Span<UInt8>) -> AccessPoint {
    AccessPoint(
        ssid: SSID(bytes) ?? SSID(), security: .wpaPersonal, signal: SignalStrength(rawValue: -50), channel: .unknown)
}

/// Credentials came in.
private func take(_ credentials: consuming Credentials?) {
    guard let credentials else { return }
    status.ssid = credentials.ssid
    #if JOINS
        carryOut(coordinator.requested(credentials, from: 0))
    #else
        credentials.passphrase.withBytes { platformSend(2, nil, UInt32($0.count)) }
    #endif
}

#if JOINS
    /// Tells the coordinator an event.
    private func join(_ event: Event, _ bytes: borrowing Span<UInt8>) {
        let now = event.now
        switch event.kind {
        case 5: carryOut(coordinator.staged(now: now))
        case 6: carryOut(coordinator.begun(now: now))
        case 7: carryOut(coordinator.stationChanged(to: status, now: now))
        case 8: carryOut(coordinator.committed(now: now))
        case 9: carryOut(coordinator.rolledBack(now: now))
        case 10: carryOut(coordinator.stagingFailed(now: now))
        case 11: carryOut(coordinator.storeRead(committed: SSID(bytes), staged: nil, now: now))
        case 12: coordinator.saw(point(bytes))
        case 13: carryOut(coordinator.scanEnded(complete: true, now: now))
        case 15: carryOut(coordinator.start())
        case 16: carryOut(coordinator.forget())
        case 17: carryOut(coordinator.forgotten(now: now))
        case 18: carryOut(coordinator.stationFailed(now: now))
        case 19: carryOut(coordinator.stationLost())
        default: carryOut(coordinator.tick(now: now))
        }
        status = coordinator.status
    }

    private func carryOut(_ step: JoinCoordinator.Step) {
        platformSend(UInt32(step.action.rawValue), nil, step.report == .nothing ? 0 : 1)
    }
#endif
