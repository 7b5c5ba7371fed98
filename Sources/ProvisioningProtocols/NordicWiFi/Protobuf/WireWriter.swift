extension NordicWiFi {
    /// Writes protobuf's wire format into borrowed memory. What does not fit is not written, and ``end(_:)`` then says so. All
    /// fields of the service have numbers below 16, so that a tag is one byte. A field that is not there takes none.
    public struct WireWriter: Sendable {
        /// Where the next byte goes.
        private var place = 0
        /// Whether something did not fit, or was not in the source.
        private var isBroken = false

        /// A writer at the start of its target.
        @usableFromInline
        init() {}
    }
}

extension NordicWiFi.WireWriter {
    /// How many bytes were written; `nil` where not all were, and then those that were are overwritten.
    @usableFromInline
    func end(_ target: inout MutableSpan<UInt8>) -> Int? {
        guard isBroken else { return place }
        for index in 0..<min(place, target.count) { target[index] = 0 }
        return nil
    }

    @inline(__always)
    private mutating func byte(_ byte: UInt8, _ target: inout MutableSpan<UInt8>) {
        guard place < target.count else {
            isBroken = true
            return
        }
        target[place] = byte
        place &+= 1
    }

    private mutating func varint(_ value: UInt32, _ target: inout MutableSpan<UInt8>) {
        var rest = value
        while rest > 0x7F {
            byte(UInt8(truncatingIfNeeded: rest) | 0x80, &target)
            rest >>= 7
        }
        byte(UInt8(truncatingIfNeeded: rest), &target)
    }

    /// Writes a number.
    mutating func field(_ tag: UInt8, _ value: UInt32?, _ target: inout MutableSpan<UInt8>) {
        guard let value else { return }
        byte(tag, &target)
        varint(value, &target)
    }

    /// Writes a number as protobuf's `int32` and enumerations have it: a negative one takes the ten bytes of 64 bits.
    mutating func field(_ tag: UInt8, signed value: Int32?, _ target: inout MutableSpan<UInt8>) {
        guard let value else { return }
        guard value < 0 else { return field(tag, UInt32(bitPattern: value), &target) }
        byte(tag, &target)
        var rest = UInt32(bitPattern: value)
        for _ in 0..<4 {
            byte(UInt8(truncatingIfNeeded: rest) | 0x80, &target)
            rest >>= 7
        }
        byte(UInt8(truncatingIfNeeded: rest) | 0xF0, &target)  // four bits of the number, then ones
        for _ in 0..<4 { byte(0xFF, &target) }
        byte(0x01, &target)
    }

    /// Writes an enumeration's number.
    @inline(__always)
    mutating func field<Number: NordicWiFi.WireNumber>(
        _ tag: UInt8, number: Number?, _ target: inout MutableSpan<UInt8>
    ) {
        field(tag, signed: number?.rawValue, &target)
    }

    /// Writes a flag.
    mutating func field(_ tag: UInt8, _ value: Bool?, _ target: inout MutableSpan<UInt8>) {
        guard let value else { return }
        byte(tag, &target)
        byte(value ? 1 : 0, &target)
    }

    /// Writes bytes of `source`.
    mutating func field(
        _ tag: UInt8, _ range: ByteRange?, of source: borrowing Span<UInt8>, _ target: inout MutableSpan<UInt8>
    ) {
        guard let range else { return }
        byte(tag, &target)
        varint(UInt32(range.count), &target)
        guard let held = range.checked(in: source), held.count <= target.count &- place else {
            isBroken = true
            return
        }
        copyBytes(source, from: held.lowerBound, count: held.count, into: &target, at: place)
        place &+= held.count
    }

    /// Writes a submessage. Its length is written when it is known; one that takes more than a byte moves what follows.
    mutating func field<Message: NordicWiFi.WireMessage>(
        _ tag: UInt8, _ message: Message?, of source: borrowing Span<UInt8>, _ target: inout MutableSpan<UInt8>
    ) {
        guard let message else { return }
        byte(tag, &target)
        let start = place
        byte(0, &target)
        message.write(from: source, &self, &target)
        if isBroken { return }
        let count = UInt32(truncatingIfNeeded: place &- start &- 1)
        if count > 0x7F { move(from: start &+ 1, by: count < 1 << 14 ? 1 : 2, &target) }
        let end = place
        place = start
        varint(count, &target)
        place = end
    }

    private mutating func move(from start: Int, by distance: Int, _ target: inout MutableSpan<UInt8>) {
        guard distance <= target.count &- place else {
            isBroken = true
            return
        }
        var index = place
        while index > start {
            index &-= 1
            target[index &+ distance] = target[index]
        }
        place &+= distance
    }
}
