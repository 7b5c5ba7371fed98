import Runtime

/// What an HCI event tells about a connection (Core Specification 5.4, Vol 4 Part E §7.7).
enum HCIEvent {
    /// The handle whose connection has ended or begun; `nil` for every other event, and for one that tells of a failure.
    ///
    /// A controller gives a handle out again after its connection ended, so that both mean the same for those who follow
    /// it: nothing that comes belongs to what was before. A capture may lack either.
    static func renewedHandle(_ bytes: ArraySlice<UInt8>) -> UInt16? {
        var reader = ByteReader(bytes)
        guard let code = reader.byte(), let length = reader.byte(), reader.remaining >= Int(length) else { return nil }
        switch code {
        case 0x03, 0x05: break  // connection complete, disconnection complete
        case 0x3E:  // LE: connection complete, the enhanced one, and its second version
            guard let kind = reader.byte(), [0x01, 0x0A, 0x29].contains(kind) else { return nil }
        default: return nil
        }
        guard reader.byte() == 0 else { return nil }
        return reader.littleEndian16().map { $0 & 0x0FFF }
    }
}
