import CBoard
import DeviceFirmware
import ProvisioningProtocols
import SerialLink

/// The board of the images: Bluetooth at the other end of the serial port, a driver for Wi-Fi behind its C interface, and a
/// store in flash.
struct VirtualBoard: ~Copyable, DeviceBoard {
    var store = FlashStore(BoardFlash())
    /// Instructions that went into the line, the driver and the flash: no part of what the device's end costs.
    var spent: UInt32 = 0

    // MARK: Bluetooth

    var canNotify: Bool { true }

    mutating func startAdvertising() { report(.advertising) { $0.add(UInt8(1), send) } }

    mutating func stopAdvertising() { report(.advertising) { $0.add(UInt8(0), send) } }

    mutating func advertise(_ data: borrowing Span<UInt8>, for service: Int) {
        report(.serviceData) {
            $0.add(UInt8(truncatingIfNeeded: service), send)
            $0.add(data, send)
        }
    }

    @inline(never)
    mutating func notify(_ value: borrowing Span<UInt8>, on characteristic: UInt8, of service: Int) {
        report(.notification) {
            $0.add(UInt8(truncatingIfNeeded: service), send)
            $0.add(characteristic, send)
            $0.add(value, send)
        }
    }

    /// Sends a frame of what `fill` adds.
    @inline(never)
    mutating func report(_ kind: LinkFrame.Report, _ fill: (inout LinkEncoder) -> Void) {
        let start = board_instructions()
        var encoder = LinkEncoder(kind.rawValue, send)
        fill(&encoder)
        encoder.end(send)
        spent &+= board_instructions() &- start
    }

    // MARK: Wi-Fi

    @inline(never)
    mutating func startScan(_ options: ScanOptions) -> Bool {
        wifi_scan()
        return true
    }

    mutating func stopScan() { wifi_stop_scan() }

    var accessPointCount: Int { Int(wifi_point_count()) }

    @inline(never)
    mutating func accessPoint(at index: Int) -> AccessPoint {
        let start = board_instructions()
        defer { spent &+= board_instructions() &- start }
        guard let known = wifi_point(UInt32(truncatingIfNeeded: index)) else {
            return AccessPoint(ssid: SSID(), security: .open, signal: SignalStrength(rawValue: 0), channel: .unknown)
        }
        let point = known.pointee
        return AccessPoint(
            ssid: name(point.ssid, point.ssid_length), bssid: address(point.bssid),
            security: Security(rawValue: UInt16(point.security)), signal: SignalStrength(rawValue: point.signal),
            channel: Channel(rawValue: point.channel))
    }

    @inline(never)
    mutating func join(_ credentials: borrowing Credentials) -> Bool {
        let start = board_instructions()
        defer { spent &+= board_instructions() &- start }
        let ssid = credentials.ssid
        return credentials.passphrase.withBytes { passphrase in
            ssid.withBytes { ssid in
                ssid.withUnsafeBufferPointer { ssid in
                    passphrase.withUnsafeBufferPointer { passphrase in
                        wifi_join(
                            ssid.baseAddress, UInt8(truncatingIfNeeded: ssid.count), passphrase.baseAddress,
                            UInt8(truncatingIfNeeded: passphrase.count))
                    }
                }
            }
        }
    }

    mutating func leave() { wifi_leave() }

    // MARK: Store

    mutating func open() -> Bool { counting { $0.open() } }
    mutating func load(_ slot: CredentialSlot) -> Credentials? {
        let start = board_instructions()
        defer { spent &+= board_instructions() &- start }
        return store.load(slot)
    }
    mutating func stage(_ credentials: borrowing Credentials, steeredAt address: ControlAddress?) -> Bool {
        let start = board_instructions()
        defer { spent &+= board_instructions() &- start }
        return store.stage(credentials, steeredAt: address)
    }
    mutating func commit() -> Bool { counting { $0.commit() } }
    mutating func rollBack() -> Bool { counting { $0.rollBack() } }
    mutating func forget() -> Bool { counting { $0.forget() } }
    mutating func controlAddress() -> ControlAddress? {
        let start = board_instructions()
        defer { spent &+= board_instructions() &- start }
        return store.controlAddress()
    }

    private mutating func counting(_ work: (inout FlashStore<BoardFlash>) -> Bool) -> Bool {
        let start = board_instructions()
        let isDone = work(&store)
        spent &+= board_instructions() &- start
        return isDone
    }

    // MARK: What people want to know

    mutating func credentialsReceived(for ssid: SSID) { tell(.received, ssid) }
    mutating func credentialsStored(for ssid: SSID) { tell(.stored, ssid) }
    mutating func storingFailed(for ssid: SSID) { tell(.notStored, ssid) }
    mutating func credentialsCleared() { tell(.cleared, SSID()) }

    mutating func stateChanged(to status: JoinStatus) {
        let number: UInt8 =
            switch status.state {
            case .notConfigured: 0
            case .disconnected: 1
            case .associating: 2
            case .authenticating: 3
            case .obtainingAddress: 4
            case .connected: 5
            case .failed: 6
            }
        tell(.state, status.ssid) { $0.add(number, send) }
    }

    mutating func wifiConnected(to ssid: SSID, address: IPv4Address) {
        let octets = address.octets
        tell(.connected, ssid) {
            $0.add(octets.0, send)
            $0.add(octets.1, send)
            $0.add(octets.2, send)
            $0.add(octets.3, send)
        }
    }

    mutating func connectionFailed(to ssid: SSID, because reason: JoinFailure) {
        tell(.failed, ssid) { $0.add(reason.rawValue, send) }
    }

    #if !SERVES_WIFISET  // which says nothing of it
        mutating func steered(at address: ControlAddress) {
            report(.happening) { encoder in
                encoder.add(LinkFrame.Happening.steered.rawValue, send)
                add((address.id.high, address.id.low), to: &encoder)
                address.topic.withBytes { encoder.add($0, send) }
            }
        }
    #endif

    @inline(never)
    private mutating func tell(
        _ happening: LinkFrame.Happening, _ ssid: SSID, _ facts: (inout LinkEncoder) -> Void = { _ in }
    ) {
        report(.happening) { encoder in
            encoder.add(happening.rawValue, send)
            facts(&encoder)
            for index in 0..<ssid.count { encoder.add(ssid[index], send) }
        }
    }
}

/// The 16 bytes of a UUID, the most significant first.
@inline(never)
func add(_ uuid: (high: UInt64, low: UInt64), to encoder: inout LinkEncoder) {
    let high = unsafeBitCast(uuid.high.bigEndian, to: SIMD8<UInt8>.self)
    let low = unsafeBitCast(uuid.low.bigEndian, to: SIMD8<UInt8>.self)
    for index in 0..<8 { encoder.add(high[index], send) }
    for index in 0..<8 { encoder.add(low[index], send) }
}

/// Sends a byte.
func send(_ byte: UInt8) { board_send(byte) }

/// The flash of the board.
struct BoardFlash: ~Copyable, FlashPages {
    var pageSize: Int { 8192 }
    func word(at offset: Int, of page: Int) -> UInt32 {
        board_flash_word(UInt32(truncatingIfNeeded: page), UInt32(truncatingIfNeeded: offset))
    }
    mutating func program(_ word: UInt32, at offset: Int, of page: Int) -> Bool {
        board_flash_program(UInt32(truncatingIfNeeded: page), UInt32(truncatingIfNeeded: offset), word)
    }
    mutating func erase(_ page: Int) -> Bool { board_flash_erase(UInt32(truncatingIfNeeded: page)) }
}

/// A name as C has it.
@inline(never)
func name<Bytes>(_ bytes: Bytes, _ count: UInt8) -> SSID {
    withUnsafeBytes(of: bytes) { raw in
        let all = raw.bindMemory(to: UInt8.self)
        return SSID(all.span.extracting(first: min(Int(count), all.count))) ?? SSID()
    }
}

/// A hardware address as C has it.
@inline(never)
func address(_ bytes: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8)) -> HardwareAddress {
    let all = SIMD8<UInt8>(0, 0, bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5)
    return HardwareAddress(UInt64(bigEndian: unsafeBitCast(all, to: UInt64.self)))
}
