#if !hasFeature(Embedded)
    /// Bytes as text a terminal can show: valid UTF-8 as it is with control characters escaped, `\xNN` for other bytes.
    func escapedText(_ bytes: [UInt8]) -> String {
        func hex(_ byte: UInt8) -> String {
            let digits = String(byte, radix: 16, uppercase: true)
            return byte < 16 ? "\\x0" + digits : "\\x" + digits
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return bytes.map { (0x20..<0x7F).contains($0) && $0 != 0x5C ? String(UnicodeScalar($0)) : hex($0) }.joined()
        }
        return text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: String(scalar).utf8.map(hex).joined()
            default: String(scalar)
            }
        }.joined()
    }
#endif
