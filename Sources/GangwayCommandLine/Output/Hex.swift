/// Two upper-case hex digits a byte, without spaces.
func hexText(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in bytes {
        text.unicodeScalars.append(hexDigit(byte >> 4))
        text.unicodeScalars.append(hexDigit(byte & 0x0F))
    }
    return text
}

private func hexDigit(_ value: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(value < 10 ? 0x30 + value : 0x41 + value - 10)
}

/// The value of an ASCII hex digit.
func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
}

/// Reads hex digits piece by piece; spaces, line ends and colons may stand between bytes.
struct HexReader {
    private var high: UInt8?
    /// How many whole bytes were read.
    private(set) var count = 0

    /// Why text is not hex.
    enum Failure: Error, Equatable {
        /// Something that is neither a digit nor a separator, after so many bytes.
        case notHex(offset: Int)
        /// A byte with one digit, after so many bytes.
        case oddDigits(offset: Int)
    }

    /// Reads on; the bytes that became whole, also those before a failure, are appended to `bytes`.
    mutating func read(_ text: some Sequence<UInt8>, into bytes: inout [UInt8]) throws(Failure) {
        for character in text {
            switch character {
            case 0x20, 0x09, 0x0A, 0x0D, 0x3A:
                if high != nil { throw .oddDigits(offset: count) }
            default:
                guard let value = hexValue(character) else { throw .notHex(offset: count) }
                guard let first = high else {
                    high = value
                    continue
                }
                bytes.append(first << 4 | value)
                high = nil
                count += 1
            }
        }
    }

    /// Says that no more text comes.
    func finish() throws(Failure) {
        if high != nil { throw .oddDigits(offset: count) }
    }
}
