extension NordicWiFi {
    /// Where a written ``Request`` may hold a secret: from the first to the end of the last, or all of it where it cannot be
    /// read. Empty where it has none. Secret are the passphrase and what else has a length in the configuration, the network
    /// apart: firmware of three schemas has certificates there, with private keys and passwords, in field 3, 4 or 5.
    public static func secret(in value: borrowing Span<UInt8>) -> Range<Int> {
        (try? secrets(in: value)) ?? 0..<value.count
    }

    private static func secrets(in value: borrowing Span<UInt8>) throws(DecodingError) -> Range<Int> {
        var first = value.count
        var last = 0
        var reader = try WireReader(value)
        while true {
            let tag = try reader.nextTag(in: value)
            if tag == 0 { break }
            guard tag == 0x5A else {
                try reader.skip(tag, in: value)
                continue
            }
            var config = try reader.submessage(in: value)
            while true {
                let tag = try config.nextTag(in: value)
                if tag == 0 { break }
                guard tag & 7 == 2, tag != 0x0A else {
                    try config.skip(tag, in: value)
                    continue
                }
                let secret = try config.range(in: value).range
                first = min(first, secret.lowerBound)
                last = max(last, secret.upperBound)
            }
        }
        return first < last ? first..<last : 0..<0
    }
}
