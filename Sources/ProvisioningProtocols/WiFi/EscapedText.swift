#if !hasFeature(Embedded)
    /// Bytes as text that a terminal can show: valid UTF-8 as it is but for control characters, and `\xNN` for each byte of
    /// those and for each byte that is no part of valid UTF-8.
    func escapedText(_ bytes: [UInt8]) -> String {
        var text = ""
        var place = 0
        var input = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        while true {
            switch parser.parseScalar(from: &input) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                let count = encoded.count
                if scalar.isUnprintable {
                    text += hexEscapes(bytes[place..<place + count])
                } else {
                    text.unicodeScalars.append(scalar)
                }
                place += count
            case .error(let count):
                text += hexEscapes(bytes[place..<place + count])
                place += count
            case .emptyInput:
                return text
            }
        }
    }

    private func hexEscapes(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return byte < 16 ? "\\x0" + digits : "\\x" + digits
        }.joined()
    }

    extension Unicode.Scalar {
        /// Whether it moves the cursor, turns the direction of the text or breaks the line instead of showing something.
        fileprivate var isUnprintable: Bool {
            switch properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }
#endif
