extension TopicJSON {
    /// Writes JSON (RFC 8259) into borrowed memory, which whoever encodes has checked to be large enough with ``size(of:)``.
    public struct Writer: Sendable {
        /// Where the next byte goes.
        public private(set) var place = 0
        private var needsComma = false

        /// A writer at the start of its target.
        public init() {}

        /// Begins an object.
        public mutating func beginObject(_ target: inout MutableSpan<UInt8>) {
            separate(&target)
            byte(0x7B, &target)
            needsComma = false
        }

        /// Ends the object that was begun last.
        public mutating func endObject(_ target: inout MutableSpan<UInt8>) {
            byte(0x7D, &target)
            needsComma = true
        }

        /// The name of a member, of plain characters; its value is to follow.
        public mutating func name(_ name: StaticString, _ target: inout MutableSpan<UInt8>) {
            separate(&target)
            byte(0x22, &target)
            word(name, &target)
            byte(0x22, &target)
            byte(0x3A, &target)
            needsComma = false
        }

        /// A string, whose bytes are UTF-8.
        public mutating func string(_ text: borrowing Span<UInt8>, _ target: inout MutableSpan<UInt8>) {
            separate(&target)
            byte(0x22, &target)
            for index in text.indices {
                let letter = Self.shortEscape(text[index])
                if letter != 0 {
                    byte(0x5C, &target)
                    byte(letter, &target)
                } else if text[index] < 0x20 {
                    word("\\u00", &target)
                    byte(lowerHexDigit(text[index] >> 4), &target)
                    byte(lowerHexDigit(text[index] & 0xF), &target)
                } else {
                    byte(text[index], &target)
                }
            }
            byte(0x22, &target)
            needsComma = true
        }

        /// A whole number.
        public mutating func number(_ value: Int32, _ target: inout MutableSpan<UInt8>) {
            separate(&target)
            if value < 0 { byte(0x2D, &target) }
            var divisor: UInt32 = 1
            while value.magnitude / divisor > 9 { divisor *= 10 }
            while divisor > 0 {
                byte(0x30 + UInt8(truncatingIfNeeded: value.magnitude / divisor % 10), &target)
                divisor /= 10
            }
            needsComma = true
        }

        /// `true` or `false`.
        public mutating func boolean(_ value: Bool, _ target: inout MutableSpan<UInt8>) {
            separate(&target)
            word(value ? "true" : "false", &target)
            needsComma = true
        }

        /// How many bytes a string takes, quotes and escapes included.
        public static func size(of text: borrowing Span<UInt8>) -> Int {
            var size = 2
            for index in text.indices {
                size += shortEscape(text[index]) != 0 ? 2 : text[index] < 0x20 ? 6 : 1
            }
            return size
        }

        /// The letter of a byte's escape of two characters; 0 where it has none.
        private static func shortEscape(_ byte: UInt8) -> UInt8 {
            switch byte {
            case 0x22, 0x5C: byte
            case 0x08: 0x62
            case 0x09: 0x74
            case 0x0A: 0x6E
            case 0x0C: 0x66
            case 0x0D: 0x72
            default: 0
            }
        }

        private mutating func separate(_ target: inout MutableSpan<UInt8>) {
            if needsComma { byte(0x2C, &target) }
        }

        private mutating func word(_ word: StaticString, _ target: inout MutableSpan<UInt8>) {
            for index in 0..<word.utf8CodeUnitCount { byte(word.utf8Start[index], &target) }
        }

        private mutating func byte(_ byte: UInt8, _ target: inout MutableSpan<UInt8>) {
            target[place] = byte
            place += 1
        }
    }
}
