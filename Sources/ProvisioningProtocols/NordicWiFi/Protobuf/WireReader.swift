extension NordicWiFi {
    /// Reads protobuf's wire format from borrowed bytes, field by field, and allocates nothing.
    ///
    /// Every length is checked against what is there. A tag is a field's number and its wire type, as the wire has it:
    /// `number << 3 | type` (Protocol Buffers, "Encoding").
    public struct WireReader: Sendable {
        /// The next byte to be read, counted from the first byte of the whole message.
        public internal(set) var place: Int
        /// Where the tag that was read last begins.
        var tagPlace: Int
        /// Where the message that is read ends.
        public let end: Int

        /// How deep groups of unknown fields may be nested.
        public static var maximumDepth: Int { 32 }

        /// A reader of all of `bytes`.
        /// - Throws: `tooLong` above 65,535 bytes, where a ``ByteRange`` cannot point.
        @inlinable @inline(__always)
        public init(_ bytes: borrowing Span<UInt8>) throws(DecodingError) {
            guard bytes.count <= 0xFFFF else { throw Self.tooLong }
            self.init(from: 0, to: bytes.count)
        }

        @usableFromInline static var tooLong: DecodingError { DecodingError(.tooLong, at: 0xFFFF) }

        /// A reader of the bytes from `place` to `end`, which the caller has checked to be there.
        @usableFromInline @inline(__always)
        init(from place: Int, to end: Int) {
            self.place = place
            tagPlace = place
            self.end = end
        }
    }
}

extension NordicWiFi.WireReader {
    /// The tag of the next field; 0 at the end of the message.
    @inline(__always)
    public mutating func nextTag(in bytes: borrowing Span<UInt8>) throws(NordicWiFi.DecodingError) -> UInt32 {
        guard place < end else { return 0 }
        tagPlace = place
        let byte = bytes[place]
        if byte & 0x80 == 0, byte > 7 {
            place &+= 1
            return UInt32(truncatingIfNeeded: byte)
        }
        return try longTag(in: bytes)
    }

    @inline(never)
    private mutating func longTag(in bytes: borrowing Span<UInt8>) throws(NordicWiFi.DecodingError) -> UInt32 {
        var tag: UInt32 = 0
        for index in 0..<5 {  // of the fifth byte what does not fit 32 bits is shifted out, as Google's reader does
            guard place < end else { throw NordicWiFi.DecodingError(.truncated, at: place) }
            let byte = bytes[place]
            place += 1
            tag |= UInt32(truncatingIfNeeded: byte & 0x7F) << UInt32(truncatingIfNeeded: 7 * index)
            if byte & 0x80 == 0 {
                guard tag >> 3 > 0 else { break }
                return tag
            }
        }
        throw NordicWiFi.DecodingError(.invalidTag, at: tagPlace)
    }

    /// A varint's low 32 bits, as protobuf reads 32-bit fields, and whether any of its 64 bits is set.
    @inline(__always)
    public mutating func varint(
        in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) -> (low: UInt32, isZero: Bool) {
        guard place < end else { throw NordicWiFi.DecodingError(.truncated, at: place) }
        let byte = bytes[place]
        if byte & 0x80 == 0 {
            place &+= 1
            return (UInt32(truncatingIfNeeded: byte), byte == 0)
        }
        return try longVarint(in: bytes)
    }

    @inline(never)
    private mutating func longVarint(
        in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) -> (low: UInt32, isZero: Bool) {
        let rest = bytes.extracting(place..<place &+ min(end &- place, 10))
        var index = 0
        var low: UInt32 = 0
        while index < rest.count, index < 4 {
            let byte = rest[index]
            low |= UInt32(truncatingIfNeeded: byte & 0x7F) &<< UInt32(truncatingIfNeeded: 7 &* index)
            index &+= 1
            if byte & 0x80 == 0 { return passed(index, low, isZero: low == 0) }
        }
        // What is above 32 bits only counts for whether the number is 0. Of the tenth byte one bit belongs to the 64.
        if index < rest.count { low |= UInt32(truncatingIfNeeded: rest[index]) &<< 28 }
        var others: UInt8 = 0
        while index < rest.count {
            let byte = rest[index]
            index &+= 1
            if byte & 0x80 == 0 {
                others = others & 0x7F | (index == 10 ? byte & 1 : byte)
                return passed(index, low, isZero: low == 0 && others == 0)
            }
            others |= byte
        }
        if index < 10 { throw NordicWiFi.DecodingError(.truncated, at: end) }
        throw NordicWiFi.DecodingError(.varintTooLong, at: place)
    }

    @inline(__always)
    private mutating func passed(_ count: Int, _ low: UInt32, isZero: Bool) -> (low: UInt32, isZero: Bool) {
        place &+= count
        return (low, isZero)
    }

    /// An enumeration's number.
    @inline(__always)
    public mutating func number<Number: NordicWiFi.WireNumber>(
        in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) -> Number {
        Number(rawValue: Int32(bitPattern: try varint(in: bytes).low))
    }

    /// The bytes of a length-delimited field.
    @inline(__always)
    public mutating func range(in bytes: borrowing Span<UInt8>) throws(NordicWiFi.DecodingError) -> ByteRange {
        guard place < end, bytes[place] < 0x80 else { return try longRange(in: bytes) }
        let count = Int(truncatingIfNeeded: bytes[place])
        let start = place &+ 1
        guard count <= end &- start else { throw NordicWiFi.DecodingError(.truncated, at: place) }
        place = start &+ count
        return ByteRange(start, count: count)
    }

    @inline(never)
    private mutating func longRange(in bytes: borrowing Span<UInt8>) throws(NordicWiFi.DecodingError) -> ByteRange {
        let start = place
        let count = try varint(in: bytes).low
        // A length has five bytes at most, and of the fifth the three bits that make it less than two gigabytes.
        let taken = place &- start
        guard taken < 5 || (taken == 5 && bytes[place &- 1] < 8) else {
            throw NordicWiFi.DecodingError(.varintTooLong, at: start)
        }
        guard count <= UInt32(truncatingIfNeeded: end &- place), count <= 0xFFFF else {
            throw NordicWiFi.DecodingError(.truncated, at: start)
        }
        let range = ByteRange(place, count: Int(truncatingIfNeeded: count))
        place &+= Int(truncatingIfNeeded: count)
        return range
    }

    /// A reader of a submessage, which this one passes over.
    @inline(__always)
    public mutating func submessage(in bytes: borrowing Span<UInt8>) throws(NordicWiFi.DecodingError) -> Self {
        let range = try range(in: bytes)
        return Self(from: Int(range.offset), to: place)
    }

    /// Reads a submessage into `message`, which keeps what it has from an earlier part.
    @inline(__always)
    mutating func merge<Message: NordicWiFi.WireMessage>(
        into message: inout Message?, in bytes: borrowing Span<UInt8>
    ) throws(NordicWiFi.DecodingError) {
        let inner = try submessage(in: bytes)
        if message == nil { message = Message() }
        try message?.merge(inner, in: bytes)
    }

    /// Passes over the field whose tag was just read, whatever its type.
    @inline(never)
    public mutating func skip(_ tag: UInt32, in bytes: borrowing Span<UInt8>) throws(NordicWiFi.DecodingError) {
        try skip(tag, in: bytes, depth: 0)
    }

    private mutating func skip(
        _ tag: UInt32, in bytes: borrowing Span<UInt8>, depth: Int
    ) throws(NordicWiFi.DecodingError) {
        let start = place
        switch tag & 7 {
        case 0: _ = try varint(in: bytes)
        case 1: try pass(8)
        case 2: _ = try range(in: bytes)
        case 3:
            guard depth < Self.maximumDepth else { throw NordicWiFi.DecodingError(.tooDeep, at: start) }
            while true {
                let inner = try nextTag(in: bytes)
                if inner == 0 { throw NordicWiFi.DecodingError(.truncated, at: place) }
                if inner == tag + 1 { return }
                try skip(inner, in: bytes, depth: depth + 1)
            }
        case 5: try pass(4)
        default: throw NordicWiFi.DecodingError(.invalidTag, at: tagPlace)
        }
    }

    private mutating func pass(_ count: Int) throws(NordicWiFi.DecodingError) {
        guard count <= end - place else { throw NordicWiFi.DecodingError(.truncated, at: place) }
        place += count
    }
}
