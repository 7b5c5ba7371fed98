import CBoard
import DeviceFirmware
import ProvisioningProtocols
import SerialLink

#if SERVES_WIFISET
    typealias Served = Serving<WiFiSet.DeviceMachine, ServingNoMore>
#else
    typealias Served = AllProtocols
#endif

/// The image: a device whose Bluetooth is at the other end of the serial port.
@c(image_main) public func imageMain() {
    var image = Image()
    image.run()
}

// In static memory rather than on the stack, whose use is measured. Nothing but ``Image`` touches them, on the one thread
// that there is.
nonisolated(unsafe) private var firmware = DeviceFirmware<Served, VirtualBoard>(VirtualBoard())
nonisolated(unsafe) private var decoder = LinkDecoder()
nonisolated(unsafe) private var value = InlineArray<512, UInt8>(repeating: 0)

private struct Image: ~Copyable {
    /// Instructions that the device's end took, and those that are no part of it.
    private var taken: UInt32 = 0

    mutating func run() {
        _ = wifi_work(0)
        introduce()
        measured { firmware.start(now: $0) }
        while true {
            let now = Instant(milliseconds: board_milliseconds())
            listen(now: now)
            let wait = work(now: now)
            measured { firmware.poll(now: $0) }
            sleep(wait)
        }
    }

    /// Takes what came over the line, at most what a frame has before time is looked at again.
    @inline(never)
    private mutating func listen(now: Instant) {
        for _ in 0..<600 {
            let byte = board_receive()
            if byte < 0 { return }
            guard decoder.take(UInt8(truncatingIfNeeded: byte)) else { continue }
            decoder.withFrame { kind, rest in handle(kind, rest) }
            decoder.wipe()
        }
    }

    /// Lets the driver work, and tells what it says.
    @inline(never)
    private mutating func work(now: Instant) -> UInt32 {
        // The low half: a conversion needs a heap type (see `UInt64.init(widening:)` of ProvisioningProtocols).
        let wait = wifi_work(unsafeBitCast(board_milliseconds().littleEndian, to: SIMD2<UInt32>.self).x.littleEndian)
        if wifi_scan_ended() { measured { firmware.scanFinished(isComplete: true, now: $0) } }
        var status = wifi_status()
        guard wifi_changed(&status) else { return wait }
        let state = JoinStatus(
            state: Self.state(of: status), ssid: name(status.ssid, status.ssid_length),
            signal: SignalStrength(rawValue: status.signal))
        measured { firmware.wifiChanged(to: state, now: $0) }
        return wait
    }

    private static func state(of status: wifi_status) -> StationState {
        switch UInt32(status.state) {
        case WIFI_ASSOCIATING.rawValue: .associating
        case WIFI_AUTHENTICATING.rawValue: .authenticating
        case WIFI_OBTAINING_ADDRESS.rawValue: .obtainingAddress
        case WIFI_CONNECTED.rawValue:
            .connected(IPv4Address(status.address.0, status.address.1, status.address.2, status.address.3))
        case WIFI_WRONG_PASSPHRASE.rawValue: .failed(.wrongPassphrase)
        case WIFI_NOT_FOUND.rawValue: .failed(.networkNotFound)
        case WIFI_NO_ADDRESS.rawValue: .failed(.noAddress)
        default: .disconnected
        }
    }

    @inline(never)
    private func sleep(_ wait: UInt32) {
        let now = Instant(milliseconds: board_milliseconds())
        let until = firmware.deadline.map { $0.milliseconds(since: now) } ?? 60_000
        board_wait(min(min(wait, until), 60_000))
    }

    /// Runs a part of the device's end, and counts what it takes.
    private mutating func measured(_ part: (Instant) -> Void) {
        let now = Instant(milliseconds: board_milliseconds())
        let (start, spent) = (board_instructions(), firmware.board.spent)
        part(now)
        taken &+= board_instructions() &- start &- (firmware.board.spent &- spent)
    }

    // MARK: - Requests

    @inline(never)
    private mutating func handle(_ kind: UInt8, _ rest: borrowing Span<UInt8>) {
        guard let request = LinkFrame.Request(rawValue: kind) else { return }
        switch request {
        case .hello:
            introduce()
            return
        case .forget: return measured { firmware.forget(now: $0) }
        case .measure: return tellFigures()
        default: break
        }
        guard rest.count >= 4 else { return }
        let client = number(rest, at: 0) | number(rest, at: 2) &<< 16
        switch request {
        case .connected: return measured { firmware.clientConnected(client, now: $0) }
        case .left: return measured { firmware.clientLeft(client, now: $0) }
        default: break
        }
        guard rest.count >= 6 else { return }
        let service = Int(rest[4])
        let characteristic = rest[5]
        guard request != .subscribed else {
            return measured { firmware.subscribed(to: characteristic, of: service, by: client, now: $0) }
        }
        guard rest.count >= 8 else { return }
        let asked = UInt16(truncatingIfNeeded: number(rest, at: 6))
        if request == .read { return read(characteristic, of: service, asked) }
        guard rest.count >= 10 else { return }
        let place = WrittenTo(characteristic: characteristic, offset: Int(number(rest, at: 8)), client: client)
        var error: UInt8 = 0
        let value = rest.extracting(droppingFirst: 10)
        let now = Instant(milliseconds: board_milliseconds())
        let (start, spent) = (board_instructions(), firmware.board.spent)
        error = firmware.written(value, place, to: service, now: now)
        taken &+= board_instructions() &- start &- (firmware.board.spent &- spent)
        answer(asked, error)
    }

    @inline(never)
    private mutating func read(_ characteristic: UInt8, of service: Int, _ asked: UInt16) {
        var room = value.mutableSpan
        guard let count = firmware.read(characteristic, of: service, into: &room) else { return answer(asked, 0x02) }
        let known = value.span.extracting(first: min(count, 512))
        firmware.board.report(.answer) {
            $0.add(asked, send)
            $0.add(UInt8(0), send)
            $0.add(known, send)
        }
    }

    @inline(never)
    private func answer(_ asked: UInt16, _ error: UInt8) {
        firmware.board.report(.answer) {
            $0.add(asked, send)
            $0.add(error, send)
        }
    }

    private func number(_ bytes: borrowing Span<UInt8>, at place: Int) -> UInt32 {
        UInt32(bytes[place]) | UInt32(bytes[place + 1]) &<< 8
    }

    // MARK: - Who it is

    @inline(never)
    private func introduce() {
        firmware.board.report(.started) { encoder in
            encoder.add(LinkFrame.version, send)
            encoder.add(UInt8(truncatingIfNeeded: Served.count), send)
            let name: StaticString = "Gangway board"
            for index in 0..<name.utf8CodeUnitCount { encoder.add(name.utf8Start[index], send) }
        }
        for index in 0..<Served.count { introduce(index) }
        let isAdvertising: UInt8 = firmware.isAdvertising ? 1 : 0
        firmware.board.report(.advertising) { $0.add(isAdvertising, send) }
        firmware.tellServiceData()
    }

    @inline(never)
    private func introduce(_ index: Int) {
        firmware.board.report(.service) {
            $0.add(UInt8(truncatingIfNeeded: index), send)
            add(Served.serviceUUID(at: index), to: &$0)
            for place in 0..<Served.characteristicCount(at: index) {
                let characteristic = Served.characteristic(place, at: index)
                $0.add(characteristic.number, send)
                $0.add(characteristic.properties, send)
                add(characteristic.uuid, to: &$0)
            }
        }
    }

    @inline(never)
    private func tellFigures() {
        let taken = taken
        firmware.board.report(.figures) {
            $0.add(taken, send)
            $0.add(board_stack_used(), send)
            $0.add(board_flash_writes(), send)
        }
    }
}
