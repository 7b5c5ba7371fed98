import ProvisioningProtocols

/// Any events in any order: a device's end of each protocol never traps, sends messages that can be read, and waits for no
/// moment that has passed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    switch input.choice(3) {
    case 0: drive(WiFiSet.DeviceMachine.self, &input, checkWiFiSet)
    case 1: drive(NordicWiFi.DeviceMachine.self, &input, checkNordic)
    default: drive(TopicJSON.DeviceMachine.self, &input) { _, _ in preconditionFailure("it says nothing") }
    }
    return 0
}

private func checkWiFiSet(_ characteristic: UInt8, _ message: [UInt8]) {
    let frame = try? WiFiSet.Frame(decoding: message.span)
    precondition(frame.map { Int($0.length) } == message.count, "not a message")
}

private func checkNordic(_ characteristic: UInt8, _ message: [UInt8]) {
    let isWhole: Bool? =
        switch NordicWiFi.Characteristic(rawValue: characteristic) {
        case .info: (try? NordicWiFi.Info(decoding: message.span))?.isInitialized
        case .controlPoint: (try? NordicWiFi.Response(decoding: message.span))?.isInitialized
        case .dataOut: (try? NordicWiFi.Result(decoding: message.span))?.isInitialized
        case nil: nil
        }
    precondition(isWhole == true, "not a message")
}

private func drive<End: DeviceEnd & ~Copyable>(
    _ type: End.Type, _ input: inout Input, _ check: (UInt8, [UInt8]) -> Void
) {
    var end = End()
    var outbox = Outbox()
    var last: [UInt8] = []
    let nothing: [UInt8] = []
    var now = Instant(milliseconds: 1_000)
    var status = JoinStatus(state: .notConfigured)
    while !input.isEmpty {
        let event = input.choice(13)
        let central = UInt32(input.choice(4))
        var action = DeviceAction.none
        switch event {
        case 0: end.connected(central, now: now)
        case 1: end.disconnected(central, now: now)
        case 2:
            action = end.subscribed(to: UInt8(input.choice(6)), by: central, now: now, outbox: &outbox)
        case 3, 4:
            let offset = event == 3 ? 0 : input.offset()
            let number = UInt8(input.choice(6))
            let bytes = input.bytes()
            let secret = End.secret(in: bytes.span, at: offset, of: number)
            precondition(secret.lowerBound >= 0 && secret.upperBound <= bytes.count, "a secret beyond the bytes")
            precondition(!End.isSuperseded(bytes.span, by: nothing.span), "said by nothing")
            action = end.written(
                bytes.span, at: offset, to: number, by: central, now: now, status: status, outbox: &outbox)
        case 5:
            status = input.status()
            end.report(input.report(), status: status, now: now, outbox: &outbox)
        case 6: end.found(input.accessPoint(), outbox: &outbox)
        case 7: end.scanFailed(outbox: &outbox)
        case 8: action = end.scanEnded(outbox: &outbox)
        case 9: now = now + UInt32(input.byte()) * 64
        case 10: read(&end, UInt8(input.choice(6)), status, check)
        case 11: takeCredentials(&end)
        default: end.wipe()
        }
        if action == .join, input.choice(8) > 0 { takeCredentials(&end) }
        if let deadline = end.deadline, deadline <= now {
            end.tick(now: now, status: status, outbox: &outbox)
            precondition(end.deadline.map { $0 > now } ?? true, "it waits for what has passed")
        }
        precondition(action != .scan || end.wantsAccessPoints, "a scan for nobody")
        for index in 0..<outbox.count {
            outbox.withMessage(index) { number, bytes in
                let message = bytes.indices.map { bytes[$0] }
                check(number, message)
                _ = End.isSuperseded(last.span, by: message.span)
                last = message
            }
        }
        outbox.removeAll()
    }
}

private func read<End: DeviceEnd & ~Copyable>(
    _ end: inout End, _ number: UInt8, _ status: JoinStatus, _ check: (UInt8, [UInt8]) -> Void
) {
    var value = [UInt8](repeating: 0, count: 512)
    var target = value.mutableSpan
    let count = end.read(number, status: status, into: &target)
    if let count, count > 0 { check(number, Array(value[..<count])) }
    var data = [UInt8](repeating: 0, count: 20)
    var room = data.mutableSpan
    let length = end.serviceData(status: status, into: &room)
    precondition((0...20).contains(length))
    guard let told = NordicWiFi.advertised(data.span.extracting(first: length)) else { return }
    precondition(told.isProvisioned == status.isProvisioned, "advertised otherwise than it is")
}

private func takeCredentials<End: DeviceEnd & ~Copyable>(_ end: inout End) {
    let address = end.controlAddress
    guard let credentials = end.takeCredentials() else { return }
    precondition(address == nil || end.controlAddress == nil, "an address that was taken")
    precondition(credentials.ssid.count > 0, "a network without a name")
    precondition(end.takeCredentials() == nil, "taken twice")
}

extension Input {
    /// Mostly where a piece of a long write may begin, and at times where none can.
    fileprivate mutating func offset() -> Int {
        switch byte() {
        case 0xFF: .max
        case 0xFE: -1
        case let near: Int(near) * (flag() ? 2 : 1)
        }
    }

    fileprivate mutating func ssid() -> SSID { SSID(bytes(32)) ?? SSID() }

    fileprivate mutating func status() -> JoinStatus {
        let state: StationState =
            switch choice(7) {
            case 0: .notConfigured
            case 1: .disconnected
            case 2: .associating
            case 3: .authenticating
            case 4: .obtainingAddress
            case 5: .connected(IPv4Address(byte(), byte(), byte(), byte()))
            default: .failed(JoinFailure(rawValue: number()))
            }
        let signal = flag() ? SignalStrength(rawValue: Int8(bitPattern: byte())) : nil
        return JoinStatus(state: state, ssid: ssid(), signal: signal, isProvisioned: flag())
    }

    fileprivate mutating func report() -> JoinCoordinator.Report {
        switch choice(7) {
        case 0: .nothing
        case 1: .status
        case 2: .stored(ssid())
        case 3: .notStored(ssid())
        case 4: .failed(JoinFailure(rawValue: number()))
        case 5: .cleared
        default: .notCleared
        }
    }

    fileprivate mutating func accessPoint() -> AccessPoint {
        var point = AccessPoint(
            ssid: ssid(), bssid: flag() ? HardwareAddress(UInt64(number())) : nil,
            security: Security(rawValue: number()), signal: SignalStrength(rawValue: Int8(bitPattern: byte())),
            channel: Channel(rawValue: byte()),
            band: [Band.any, .twoPointFourGHz, .fiveGHz, .sixGHz][choice(4)])
        if flag() { point.wireSecurity = byte() }
        return point
    }
}
