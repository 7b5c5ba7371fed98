extension TopicJSON {
    /// A string of a JSON text: checked, and still where it arrived.
    public struct StringRange: Equatable, Sendable {
        /// Where it stands between its quotes, escapes and all.
        public let range: Range<Int>
        /// How many bytes of UTF-8 it has once it is unescaped.
        public let count: Int

        /// The string whose opening quote is at `quote`.
        init(after quote: Int, in bytes: borrowing Span<UInt8>) throws(SyntaxFault) {
            var place = quote + 1
            var count = 0
            while true {
                guard place < bytes.count else { throw SyntaxFault(.truncated, at: place) }
                let byte = bytes[place]
                switch byte {
                case 0x22:
                    range = quote + 1..<place
                    self.count = count
                    return
                case 0x5C:
                    let (character, width) = try Self.escape(at: place, in: bytes)
                    place += width
                    count += Self.utf8Count(character)
                case ..<0x20: throw SyntaxFault(.controlCharacter, at: place)
                case ..<0x80:
                    place += 1
                    count += 1
                default:
                    switch utf8Unit(at: place, to: bytes.count, in: bytes) {
                    case .character(let width):
                        place += width
                        count += width
                    case .cut: throw SyntaxFault(.truncated, at: bytes.count)
                    case .invalid: throw SyntaxFault(.notUTF8, at: place)
                    }
                }
            }
        }

        /// Whether it has no escape, so that its bytes are those at ``range``.
        public var isPlain: Bool { count == range.count }

        /// Whether it says `text`.
        public func equals(_ text: StaticString, in bytes: borrowing Span<UInt8>) -> Bool {
            guard count == text.utf8CodeUnitCount else { return false }
            var index = 0
            var isSame = true
            unescape(in: bytes) { byte in
                if index >= text.utf8CodeUnitCount || byte != text.utf8Start[index] { isSame = false }
                index += 1
            }
            return isSame
        }

        /// Writes the unescaped bytes at the start of `target`.
        /// - Returns: how many there are; `nil`, and nothing written, where they do not fit.
        public func copy(from bytes: borrowing Span<UInt8>, into target: inout MutableSpan<UInt8>) -> Int? {
            guard count <= target.count, range.upperBound <= bytes.count else { return nil }
            if isPlain {
                copyBytes(bytes, from: range.lowerBound, count: count, into: &target, at: 0)
                return count
            }
            var index = 0
            unescape(in: bytes) { byte in
                target[index] = byte
                index += 1
            }
            return index
        }

        // MARK: - Escapes

        /// Hands over the unescaped bytes, one by one. The string was checked when it was read.
        private func unescape(in bytes: borrowing Span<UInt8>, _ body: (UInt8) -> Void) {
            guard range.upperBound <= bytes.count else { return }
            var place = range.lowerBound
            while place < range.upperBound {
                guard bytes[place] == 0x5C, let (character, width) = try? Self.escape(at: place, in: bytes) else {
                    body(bytes[place])
                    place += 1
                    continue
                }
                place += width
                Self.encode(character, body)
            }
        }

        /// The character that the escape at `place` stands for, and how many bytes the escape has.
        private static func escape(
            at place: Int, in bytes: borrowing Span<UInt8>
        ) throws(SyntaxFault) -> (character: UInt32, width: Int) {
            guard place + 1 < bytes.count else { throw SyntaxFault(.truncated, at: bytes.count) }
            switch bytes[place + 1] {
            case 0x22: return (0x22, 2)
            case 0x5C: return (0x5C, 2)
            case 0x2F: return (0x2F, 2)
            case 0x62: return (0x08, 2)
            case 0x66: return (0x0C, 2)
            case 0x6E: return (0x0A, 2)
            case 0x72: return (0x0D, 2)
            case 0x74: return (0x09, 2)
            case 0x75: break
            default: throw SyntaxFault(.invalidEscape, at: place)
            }
            let first = try codeUnit(at: place + 2, of: place, in: bytes)
            if first & 0xFC00 == 0xDC00 { throw SyntaxFault(.loneSurrogate, at: place) }
            guard first & 0xFC00 == 0xD800 else { return (first, 6) }
            for index in 6...7 {
                guard place + index < bytes.count else { throw SyntaxFault(.truncated, at: bytes.count) }
                let wanted: UInt8 = index == 6 ? 0x5C : 0x75
                guard bytes[place + index] == wanted else { throw SyntaxFault(.loneSurrogate, at: place) }
            }
            let second = try codeUnit(at: place + 8, of: place + 6, in: bytes)
            guard second & 0xFC00 == 0xDC00 else { throw SyntaxFault(.loneSurrogate, at: place) }
            return (0x10000 + (first & 0x3FF) << 10 + second & 0x3FF, 12)
        }

        private static func codeUnit(
            at place: Int, of escape: Int, in bytes: borrowing Span<UInt8>
        ) throws(SyntaxFault) -> UInt32 {
            var unit: UInt32 = 0
            for index in place..<place + 4 {
                guard index < bytes.count else { throw SyntaxFault(.truncated, at: bytes.count) }
                guard let digit = hexDigit(bytes[index]) else { throw SyntaxFault(.invalidEscape, at: escape) }
                unit = unit << 4 | UInt32(digit)
            }
            return unit
        }

        private static func utf8Count(_ character: UInt32) -> Int {
            character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4
        }

        private static func encode(_ character: UInt32, _ body: (UInt8) -> Void) {
            func byte(_ lead: UInt32, _ shift: UInt32, _ mask: UInt32) {
                body(UInt8(truncatingIfNeeded: lead | character >> shift & mask))
            }
            switch utf8Count(character) {
            case 1: byte(0, 0, 0x7F)
            case 2:
                byte(0xC0, 6, 0x1F)
                byte(0x80, 0, 0x3F)
            case 3:
                byte(0xE0, 12, 0x0F)
                byte(0x80, 6, 0x3F)
                byte(0x80, 0, 0x3F)
            default:
                byte(0xF0, 18, 0x07)
                byte(0x80, 12, 0x3F)
                byte(0x80, 6, 0x3F)
                byte(0x80, 0, 0x3F)
            }
        }
    }
}
