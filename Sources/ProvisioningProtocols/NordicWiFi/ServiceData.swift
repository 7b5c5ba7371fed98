extension NordicWiFi {
    /// The version of the service that is spoken here.
    public static var version: UInt32 { 1 }

    /// What service data says: version, flags as 16 bits with the least significant byte first, signal. Anything but its
    /// four bytes says nothing.
    public static func advertised(_ serviceData: borrowing Span<UInt8>) -> AdvertisedState? {
        guard serviceData.count == 4 else { return nil }
        let flags = serviceData[1]
        let isConnected = flags & 0x02 != 0
        let signal = Int8(bitPattern: serviceData[3])
        return AdvertisedState(
            version: serviceData[0], isProvisioned: flags & 0x01 != 0, isConnected: isConnected,
            signal: isConnected && signal != .min ? SignalStrength(rawValue: signal) : nil)
    }

    /// Writes service data at the start of `target`.
    /// - Returns: 4, or 0 and nothing written where they do not fit.
    public static func encode(_ state: AdvertisedState, into target: inout MutableSpan<UInt8>) -> Int {
        guard target.count >= 4 else { return 0 }
        target[0] = state.version
        target[1] = (state.isProvisioned ? 0x01 : 0) | (state.isConnected ? 0x02 : 0)
        target[2] = 0
        target[3] = UInt8(bitPattern: state.signal?.rawValue ?? .min)
        return 4
    }

    /// The version in the value of ``Characteristic/info``; `nil` where that cannot be read or tells none.
    public static func version(in value: borrowing Span<UInt8>) -> UInt32? {
        (try? Info(decoding: value))?.version
    }
}
