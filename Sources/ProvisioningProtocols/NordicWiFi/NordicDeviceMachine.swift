extension NordicWiFi {
    /// The device's end of the service.
    ///
    /// It keeps all in fixed memory. Requests of several centrals are answered in the order they come; all of them hear all
    /// answers, as they hear the networks and the states.
    public struct DeviceMachine: ~Copyable {
        /// A long write that is not complete, or a complete request with credentials until they are taken.
        var held = HeldWrite()
        /// Whether the answer to credentials, or to *forget*, is still to be given.
        var owesConfig = false
        var owesForget = false
        var isScanning = false
        var mustScanAgain = false
        var options = ScanOptions()
        var centrals: UInt16 = 0
        /// What was told last of the station.
        var told = JoinStatus(state: .notConfigured)
        /// The network of the credentials that came last, to be told with the status.
        var network: Network?

        /// A device that nobody is connected to.
        public init() {}
    }
}

extension NordicWiFi.DeviceMachine: DeviceEnd {
    /// The UUID of the service.
    public static var serviceUUID: (high: UInt64, low: UInt64) { NordicWiFi.serviceUUID }

    /// Info, Control Point and Data Out.
    public static var characteristicCount: Int { 3 }

    /// The characteristic at `index`, 0 to 2. All but Info need an encrypted link, to be written and to be subscribed to.
    public static func characteristic(at index: Int) -> ServedCharacteristic {
        let (which, properties): (NordicWiFi.Characteristic, UInt16) =
            switch index {
            case 0: (.info, 0x02)
            case 1: (.controlPoint, 0x08 | 0x20 | 0x200 | 0x400)
            default: (.dataOut, 0x10 | 0x400)
            }
        return ServedCharacteristic(number: which.rawValue, uuid: which.uuid, properties: properties)
    }

    /// The passphrase; all of a write that cannot be read, and of a piece.
    public static func secret(
        in bytes: borrowing Span<UInt8>, at offset: Int, of characteristic: UInt8
    ) -> Range<Int> {
        offset == 0 ? NordicWiFi.secret(in: bytes) : 0..<bytes.count
    }

    /// Nothing is: each answer and each state is news.
    public static func isSuperseded(_ earlier: borrowing Span<UInt8>, by later: borrowing Span<UInt8>) -> Bool {
        false
    }

    /// How the scan that was asked for is to be done.
    public var scanOptions: ScanOptions { options }

    /// Version, flags and signal.
    public func serviceData(status: JoinStatus, into target: inout MutableSpan<UInt8>) -> Int {
        var state = AdvertisedState(
            version: UInt8(truncatingIfNeeded: NordicWiFi.version), isProvisioned: status.isProvisioned,
            isConnected: false)
        if case .connected = status.state {
            state.isConnected = true
            state.signal = status.signal
        }
        return NordicWiFi.encode(state, into: &target)
    }

    /// By when ``tick(now:status:outbox:)`` is to be called.
    public var deadline: Instant? { held.deadline }

    /// Whether networks are being told.
    public var wantsAccessPoints: Bool { isScanning }

    /// A central has connected.
    public mutating func connected(_ central: UInt32, now: Instant) { if centrals < .max { centrals += 1 } }

    /// A central's link has ended; what it had begun to write is dropped.
    public mutating func disconnected(_ central: UInt32, now: Instant) {
        held.disconnected(central)
        if centrals > 0 { centrals -= 1 }
        guard centrals == 0 else { return }
        isScanning = false
        mustScanAgain = false
        owesConfig = false
        owesForget = false
    }

    /// A subscription brings nothing by itself.
    public mutating func subscribed(
        to characteristic: UInt8, by central: UInt32, now: Instant, outbox: inout Outbox
    ) -> DeviceAction { .none }

    /// The version; nothing else can be read.
    public mutating func read(
        _ characteristic: UInt8, status: JoinStatus, into target: inout MutableSpan<UInt8>
    ) -> Int? {
        guard characteristic == NordicWiFi.Characteristic.info.rawValue else { return nil }
        var info = NordicWiFi.Info()
        info.version = NordicWiFi.version
        return NordicWiFi.Source().encode(info, &target)
    }

    /// Forgets and overwrites a long write that is not complete, and credentials that were not taken.
    public mutating func wipe() { held.drop() }

    /// Gives up a long write that was not continued.
    public mutating func tick(now: Instant, status: JoinStatus, outbox: inout Outbox) {
        guard held.isOverdue(at: now) else { return }
        let request = Asked(held.bytes.span.extracting(first: held.count))
        let isAnswered = held.isAnswered
        held.drop()
        if !isAnswered { answer(request.message.opCode, .invalidProto, outbox: &outbox) }
    }
}
