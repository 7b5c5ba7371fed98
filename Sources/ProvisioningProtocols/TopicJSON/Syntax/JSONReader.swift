extension TopicJSON {
    /// What stands in a JSON text, in its order.
    public enum Token: Equatable, Sendable {
        /// A `{`.
        case beginObject
        /// Its `}`.
        case endObject
        /// A `[`.
        case beginArray
        /// Its `]`.
        case endArray
        /// The name of a member of the object; its value comes next.
        case name(StringRange)
        /// A string.
        case string(StringRange)
        /// A number, and where it stands.
        case number(Range<Int>)
        /// `true` or `false`.
        case boolean(Bool)
        /// `null`.
        case null
        /// The end of the text, which was one whole value.
        case end
    }
}

extension TopicJSON {
    /// Reads a JSON text (RFC 8259) token by token: strictly, without a heap and without recursion.
    ///
    /// It keeps a place in bytes that the caller lends to each call, always the same. What is of any length stays where it is:
    /// a ``StringRange`` says where, and unescapes it when it is asked.
    public struct Reader: Sendable {
        /// How deep arrays and objects may be nested, at most.
        public static var greatestDepth: UInt8 { 32 }

        private enum Expected: UInt8 {
            case value, valueOrEnd, name, nameOrEnd, separator, nothing
        }

        /// The next byte to be read.
        public private(set) var place = 0
        /// How many arrays and objects are open.
        public private(set) var depth: UInt8 = 0
        private let maximumDepth: UInt8
        /// A bit for each that is open, the innermost the lowest: 1 for an object.
        private var kinds: UInt32 = 0
        private var expected = Expected.value

        /// A reader at the start of a text, which may be nested `maximumDepth` deep, at most ``greatestDepth``.
        public init(maximumDepth: UInt8 = 8) { self.maximumDepth = min(maximumDepth, Self.greatestDepth) }

        /// The next token.
        public mutating func next(in bytes: borrowing Span<UInt8>) throws(SyntaxFault) -> Token {
            skipSpace(in: bytes)
            if expected == .nothing {
                if place < bytes.count { throw SyntaxFault(.trailingBytes, at: place) }
                return .end
            }
            guard place < bytes.count else { throw SyntaxFault(.truncated, at: place) }
            var byte = bytes[place]
            if expected == .separator, byte == 0x2C {
                expected = isInObject ? .name : .value
                place += 1
                skipSpace(in: bytes)
                guard place < bytes.count else { throw SyntaxFault(.truncated, at: place) }
                byte = bytes[place]
            }
            switch expected {
            case .name, .nameOrEnd: return try name(byte, in: bytes)
            case .value, .valueOrEnd: return try value(byte, in: bytes)
            case .separator, .nothing: return try close(byte)
            }
        }

        /// Passes over the value that comes next, whatever it is.
        public mutating func skipValue(in bytes: borrowing Span<UInt8>) throws(SyntaxFault) {
            let start = depth
            repeat { _ = try next(in: bytes) } while depth > start
        }

        private mutating func name(_ byte: UInt8, in bytes: borrowing Span<UInt8>) throws(SyntaxFault) -> Token {
            guard byte == 0x22 else {
                if expected == .nameOrEnd { return try close(byte) }
                throw SyntaxFault(.unexpectedByte, at: place)
            }
            let string = try StringRange(after: place, in: bytes)
            place = string.range.upperBound + 1
            skipSpace(in: bytes)
            guard place < bytes.count else { throw SyntaxFault(.truncated, at: place) }
            guard bytes[place] == 0x3A else { throw SyntaxFault(.unexpectedByte, at: place) }
            place += 1
            expected = .value
            return .name(string)
        }

        private mutating func value(_ byte: UInt8, in bytes: borrowing Span<UInt8>) throws(SyntaxFault) -> Token {
            switch byte {
            case 0x22:
                let string = try StringRange(after: place, in: bytes)
                place = string.range.upperBound + 1
                valueEnded()
                return .string(string)
            case 0x7B:
                try open(isObject: true)
                return .beginObject
            case 0x5B:
                try open(isObject: false)
                return .beginArray
            case 0x2D, 0x30...0x39:
                let start = place
                try passNumber(in: bytes)
                valueEnded()
                return .number(start..<place)
            case 0x74: return try word("true", .boolean(true), in: bytes)
            case 0x66: return try word("false", .boolean(false), in: bytes)
            case 0x6E: return try word("null", .null, in: bytes)
            default:
                if expected == .valueOrEnd { return try close(byte) }
                throw SyntaxFault(.unexpectedByte, at: place)
            }
        }

        private mutating func open(isObject: Bool) throws(SyntaxFault) {
            guard depth < maximumDepth else { throw SyntaxFault(.tooDeep, at: place) }
            depth += 1
            kinds = kinds << 1 | (isObject ? 1 : 0)
            expected = isObject ? .nameOrEnd : .valueOrEnd
            place += 1
        }

        private mutating func close(_ byte: UInt8) throws(SyntaxFault) -> Token {
            let isObject = isInObject
            guard depth > 0, byte == (isObject ? 0x7D : 0x5D) else { throw SyntaxFault(.unexpectedByte, at: place) }
            depth -= 1
            kinds >>= 1
            place += 1
            valueEnded()
            return isObject ? .endObject : .endArray
        }

        private mutating func valueEnded() { expected = depth == 0 ? .nothing : .separator }

        private var isInObject: Bool { kinds & 1 == 1 }

        private mutating func word(
            _ word: StaticString, _ token: Token, in bytes: borrowing Span<UInt8>
        ) throws(SyntaxFault) -> Token {
            for index in 0..<word.utf8CodeUnitCount {
                guard place < bytes.count else { throw SyntaxFault(.truncated, at: place) }
                guard bytes[place] == word.utf8Start[index] else { throw SyntaxFault(.unexpectedByte, at: place) }
                place += 1
            }
            valueEnded()
            return token
        }

        @inline(__always)
        private mutating func skipSpace(in bytes: borrowing Span<UInt8>) {
            while place < bytes.count {
                switch bytes[place] {
                case 0x20, 0x09, 0x0A, 0x0D: place += 1
                default: return
                }
            }
        }
    }
}

extension TopicJSON.Reader {
    private mutating func passNumber(in bytes: borrowing Span<UInt8>) throws(TopicJSON.SyntaxFault) {
        let start = place
        if bytes[place] == 0x2D { place += 1 }
        let whole = place
        try passDigits(in: bytes)
        if place - whole > 1, bytes[whole] == 0x30 { throw TopicJSON.SyntaxFault(.invalidNumber, at: start) }
        if place < bytes.count, bytes[place] == 0x2E {
            place += 1
            try passDigits(in: bytes)
        }
        guard place < bytes.count, bytes[place] | 0x20 == 0x65 else { return }
        place += 1
        if place < bytes.count, bytes[place] == 0x2B || bytes[place] == 0x2D { place += 1 }
        try passDigits(in: bytes)
    }

    /// Passes over at least one digit.
    private mutating func passDigits(in bytes: borrowing Span<UInt8>) throws(TopicJSON.SyntaxFault) {
        let start = place
        while place < bytes.count, bytes[place] >= 0x30, bytes[place] <= 0x39 { place += 1 }
        guard place == start else { return }
        throw TopicJSON.SyntaxFault(place < bytes.count ? .invalidNumber : .truncated, at: place)
    }

    /// The number at `range`, where it is written without fraction and exponent and fits 32 bits.
    public static func integer(at range: Range<Int>, in bytes: borrowing Span<UInt8>) -> Int32? {
        guard range.upperBound <= bytes.count, range.lowerBound >= 0 else { return nil }
        var value: Int32 = 0
        let isNegative = !range.isEmpty && bytes[range.lowerBound] == 0x2D
        for index in range.lowerBound + (isNegative ? 1 : 0)..<range.upperBound {
            guard bytes[index] >= 0x30, bytes[index] <= 0x39 else { return nil }
            let digit = Int32(bytes[index] &- 0x30)
            let (tens, isTooMuch) = value.multipliedReportingOverflow(by: 10)
            let (sum, isOver) =
                isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
            guard !isTooMuch, !isOver else { return nil }
            value = sum
        }
        return range.isEmpty ? nil : value
    }
}
