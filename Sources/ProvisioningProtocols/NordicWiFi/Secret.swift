extension NordicWiFi {
    /// Where a written ``Request`` may hold a passphrase: from the first to the end of the last, or all of it where it cannot
    /// be read. Empty where it has none.
    public static func secret(in value: borrowing Span<UInt8>) -> Range<Int> {
        (try? passphrases(in: value)) ?? 0..<value.count
    }

    private static func passphrases(in value: borrowing Span<UInt8>) throws(DecodingError) -> Range<Int> {
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
                guard tag == 0x12 else {
                    try config.skip(tag, in: value)
                    continue
                }
                let passphrase = try config.range(in: value).range
                first = min(first, passphrase.lowerBound)
                last = max(last, passphrase.upperBound)
            }
        }
        return first < last ? first..<last : 0..<0
    }
}
