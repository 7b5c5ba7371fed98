extension NordicWiFi {
    /// Writes protobuf's wire format into borrowed memory, which whoever encodes has checked to be large enough. All fields
    /// of the service have numbers below 16, so that a tag is one byte.
    public struct WireWriter: Sendable {
        /// Where the next byte goes.
        public private(set) var place = 0

        /// A writer at the start of its target.
        init() {}

        mutating func byte(_ byte: UInt8, _ target: inout MutableSpan<UInt8>) {
            target[place] = byte
            place += 1
        }

        mutating func varint(_ value: UInt32, _ target: inout MutableSpan<UInt8>) {
            var rest = value
            while rest > 0x7F {
                byte(UInt8(truncatingIfNeeded: rest) | 0x80, &target)
                rest >>= 7
            }
            byte(UInt8(truncatingIfNeeded: rest), &target)
        }

        /// A 32-bit number as protobuf's `int32` and enumerations have it: a negative one takes the ten bytes of 64 bits.
        mutating func signed(_ value: Int32, _ target: inout MutableSpan<UInt8>) {
            guard value < 0 else { return varint(UInt32(bitPattern: value), &target) }
            var rest = UInt32(bitPattern: value)
            for _ in 0..<4 {
                byte(UInt8(truncatingIfNeeded: rest) | 0x80, &target)
                rest >>= 7
            }
            byte(UInt8(truncatingIfNeeded: rest) | 0xF0, &target)  // four bits of the number, then ones
            for _ in 0..<4 { byte(0xFF, &target) }
            byte(0x01, &target)
        }

        mutating func field(_ tag: UInt8, _ value: UInt32?, _ target: inout MutableSpan<UInt8>) {
            guard let value else { return }
            byte(tag, &target)
            varint(value, &target)
        }

        mutating func field(_ tag: UInt8, signed value: Int32?, _ target: inout MutableSpan<UInt8>) {
            guard let value else { return }
            byte(tag, &target)
            signed(value, &target)
        }

        mutating func field(_ tag: UInt8, _ value: Bool?, _ target: inout MutableSpan<UInt8>) {
            guard let value else { return }
            byte(tag, &target)
            byte(value ? 1 : 0, &target)
        }

        /// Bytes that stay where they are: in `source`, which holds them.
        mutating func field(
            _ tag: UInt8, _ range: ByteRange?, of source: borrowing Span<UInt8>, _ target: inout MutableSpan<UInt8>
        ) {
            guard let range else { return }
            byte(tag, &target)
            let count = Int(range.count)
            varint(UInt32(range.count), &target)
            copyBytes(source, from: Int(range.offset), count: count, into: &target, at: place)
            place += count
        }

        mutating func field<Message: WireMessage>(
            _ tag: UInt8, _ message: Message?, of source: borrowing Span<UInt8>, _ target: inout MutableSpan<UInt8>
        ) {
            guard let message else { return }
            byte(tag, &target)
            varint(UInt32(truncatingIfNeeded: message.encodedCount), &target)
            message.write(from: source, &self, &target)
        }
    }

    /// How many bytes fields take. A field that is not there takes none.
    enum WireSize {
        static func varint(_ value: UInt32) -> Int {
            value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : value < 1 << 28 ? 4 : 5
        }

        static func field(_ value: UInt32?) -> Int {
            switch value {
            case .some(let value): 1 + varint(value)
            case nil: 0
            }
        }

        static func field(signed value: Int32?) -> Int {
            switch value {
            case .some(let value): value < 0 ? 11 : 1 + varint(UInt32(bitPattern: value))
            case nil: 0
            }
        }

        static func field(_ value: Bool?) -> Int { value == nil ? 0 : 2 }

        static func field(_ range: ByteRange?) -> Int {
            switch range {
            case .some(let range): 1 + varint(UInt32(range.count)) + Int(range.count)
            case nil: 0
            }
        }

        static func field<Message: WireMessage>(_ message: Message?) -> Int {
            guard let count = message?.encodedCount else { return 0 }
            return 1 + varint(UInt32(truncatingIfNeeded: count)) + count
        }
    }
}
