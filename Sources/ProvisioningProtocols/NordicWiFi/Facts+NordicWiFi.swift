/// The service's numbers in the terms that all protocols share, and back.
extension JoinFailure {
    /// Why a join failed; *unspecified* where the device did not say.
    init(_ reason: NordicWiFi.ConnectionFailureReason?) {
        switch reason {
        case nil: self = .unspecified
        case .some(.authError): self = .wrongPassphrase
        case .some(.networkNotFound): self = .networkNotFound
        case .some(.timeout): self = .timeOut
        case .some(.failIP): self = .noAddress
        case .some(.failConn): self = .connectionFailed
        case .some(let other): self = .unknown(UInt8(truncatingIfNeeded: other.rawValue))
        }
    }
}

extension NordicWiFi.ConnectionFailureReason {
    /// The number that comes nearest.
    init(_ reason: JoinFailure) {
        switch reason {
        case .wrongPassphrase, .credentialsRefused: self = .authError
        case .networkNotFound: self = .networkNotFound
        case .timeOut: self = .timeout
        case .noAddress: self = .failIP
        default: self = .failConn
        }
    }
}

extension StationState {
    /// The state with this number; *disconnected* for one that is not known.
    init(_ state: NordicWiFi.ConnectionState, reason: NordicWiFi.ConnectionFailureReason?, address: IPv4Address?) {
        switch state {
        case .authentication: self = .authenticating
        case .association: self = .associating
        case .obtainingIP: self = .obtainingAddress
        case .connected: self = .connected(address ?? IPv4Address(0, 0, 0, 0))
        case .connectionFailed: self = .failed(JoinFailure(reason))
        default: self = .disconnected
        }
    }
}

extension NordicWiFi {
    /// A network with bytes of its own: what a ``WifiInfo`` says, which only refers to them.
    struct Network: Equatable, Sendable {
        var ssid: SSID
        var bssid: HardwareAddress?
        var band: FrequencyBand?
        var channel: UInt32 = 0
        var auth: AuthMode?

        init(ssid: SSID) { self.ssid = ssid }

        /// A copy; `nil` where the name is missing or has more bytes than a network's. An address of zeros is none.
        init?(_ info: WifiInfo, in bytes: borrowing Span<UInt8>) {
            guard let ssid = NordicWiFi.ssid(of: info, in: bytes) else { return nil }
            self.ssid = ssid
            bssid = NordicWiFi.bssid(of: info, in: bytes)
            if bssid == HardwareAddress(0) { bssid = nil }
            band = info.band
            channel = info.channel ?? 0
            auth = info.auth
        }

        /// The same, its bytes in `source`. Without an address the field is there, and empty.
        func info(_ source: inout Source) -> WifiInfo {
            var info = WifiInfo()
            info.ssid = ssid.withBytes { source.keep($0) }
            var address = InlineArray<6, UInt8>(repeating: 0)
            var target = address.mutableSpan
            bssid?.write(into: &target, at: 0)
            info.bssid = source.keep(address.span.extracting(first: bssid == nil ? 0 : 6))
            info.band = band
            info.channel = channel
            info.auth = auth
            return info
        }
    }

    /// The bytes that a message refers to while it is encoded. They may hold a passphrase, and are overwritten at the end.
    struct Source: ~Copyable {
        private var bytes = InlineArray<128, UInt8>(repeating: 0)
        private var count = 0

        /// A copy of `span`; nothing where there is no room.
        mutating func keep(_ span: borrowing Span<UInt8>) -> ByteRange? {
            let start = count
            guard span.count <= bytes.count - start else { return nil }
            for index in 0..<span.count { bytes[start + index] = span[index] }
            count += span.count
            return ByteRange(start, count: span.count)
        }

        /// Writes `message`, which refers to bytes kept here.
        borrowing func encode<Message: WireMessage>(_ message: Message, _ target: inout MutableSpan<UInt8>) -> Int? {
            message.encode(from: bytes.span.extracting(first: count), into: &target)
        }

        mutating func wipe() { for index in 0..<count { bytes[index] = 0 } }
    }
}
