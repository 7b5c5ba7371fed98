import Runtime

/// One direction of one link in a capture.
struct LinkDirection: Hashable {
    /// The adapter's number.
    let adapter: UInt16
    /// The connection's handle.
    let handle: UInt16
    /// How many times the handle changed hands before: what tells its connections apart.
    let renewals: Int
    /// Whether this machine sends.
    let isSent: Bool

    /// The other direction of the same link.
    var reversed: LinkDirection {
        LinkDirection(adapter: adapter, handle: handle, renewals: renewals, isSent: !isSent)
    }
}

/// Puts the fragments of L2CAP frames together again (Core Specification 5.4, Vol 3 Part A §7.2.1) and gives out those of
/// the attribute protocol, channel 4.
struct L2CAPReassembler {
    private struct Partial {
        let length: Int
        var bytes: [UInt8]
    }

    /// Links beyond this many at a time are passed over: no controller has more.
    private static let maximumLinks = 256
    private static let attributeChannel: UInt16 = 4

    private var partials: [LinkDirection: Partial] = [:]
    /// How often each adapter's handles changed hands.
    private var renewals: [UInt32: Int] = [:]

    /// Takes an ACL packet; the attribute protocol's unit that it completes, where it does.
    mutating func take(_ packet: BTSnoop.Packet) -> (LinkDirection, [UInt8])? {
        var reader = ByteReader(packet.bytes)
        guard let word = reader.littleEndian16(), let length = reader.littleEndian16(),
            let data = reader.take(min(Int(length), reader.remaining))
        else { return nil }
        let link = link(adapter: packet.adapter, handle: word & 0x0FFF, isSent: packet.isSent)
        if word >> 12 & 0x03 == 0x01 {  // a fragment that goes on
            guard partials[link] != nil else { return nil }
            partials[link]?.bytes.append(contentsOf: data)
        } else {
            begin(link, data)
        }
        return complete(link)
    }

    /// Ends the connection that has the handle: what comes next on it is another's. Both directions of the one that ended.
    mutating func end(_ renewal: BTSnoop.Renewal) -> [LinkDirection] {
        let sent = link(adapter: renewal.adapter, handle: renewal.handle, isSent: true)
        for link in [sent, sent.reversed] { partials[link] = nil }
        renewals[Self.key(renewal.adapter, renewal.handle), default: 0] += 1
        return [sent, sent.reversed]
    }

    private func link(adapter: UInt16, handle: UInt16, isSent: Bool) -> LinkDirection {
        LinkDirection(
            adapter: adapter, handle: handle, renewals: renewals[Self.key(adapter, handle)] ?? 0, isSent: isSent)
    }

    private static func key(_ adapter: UInt16, _ handle: UInt16) -> UInt32 { UInt32(adapter) << 16 | UInt32(handle) }

    private mutating func begin(_ link: LinkDirection, _ data: ArraySlice<UInt8>) {
        partials[link] = nil
        var reader = ByteReader(data)
        guard let length = reader.littleEndian16(), partials.count < Self.maximumLinks else { return }
        partials[link] = Partial(length: Int(length) + 2, bytes: Array(reader.takeRest()))
    }

    private mutating func complete(_ link: LinkDirection) -> (LinkDirection, [UInt8])? {
        guard let partial = partials[link], partial.bytes.count >= partial.length else { return nil }
        partials[link] = nil
        var reader = ByteReader(partial.bytes[..<partial.length])
        guard reader.littleEndian16() == Self.attributeChannel else { return nil }
        return (link, Array(reader.takeRest()))
    }
}
