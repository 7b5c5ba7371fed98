import ProvisioningProtocols

/// Messages of WiFiSet: an entry of 20 bytes, credentials of 31, and the way through the framer.
let wiFiSetCosts = [
    Cost("WiFiSet: decode an entry of 20 bytes", limit: 220) { decode(entry, $0) },
    Cost("WiFiSet: encode an entry of 20 bytes", limit: 200) { encode(entry, $0) },
    Cost("WiFiSet: decode credentials of 31 bytes", limit: 270) { decode(credentials, $0) },
    Cost("WiFiSet: encode credentials of 31 bytes", limit: 250) { encodeCredentials($0) },
    Cost("WiFiSet: framer with decode, whole", limit: 330) { frame(entry, pieces: 20, $0) },
    Cost("WiFiSet: framer with decode, byte by byte", limit: 1_400) { frame(entry, pieces: 1, $0) },
]

private let entry: [UInt8] = [
    0x02, 0x05, 0x10, 0x00, 0x0C, 0x4D, 0x79, 0x4E, 0x65, 0x74, 0x77, 0x6F, 0x72, 0x6B, 0x32, 0x2E, 0x34, 0xC8, 0x02,
    0x06,
]
private let credentials: [UInt8] = [
    0x10, 0x01, 0x1B, 0x00, 0x0C, 0x4D, 0x79, 0x4E, 0x65, 0x74, 0x77, 0x6F, 0x72, 0x6B, 0x32, 0x2E, 0x34, 0x0D, 0x6D,
    0x79, 0x70, 0x61, 0x73, 0x73, 0x77, 0x6F, 0x72, 0x64, 0x31, 0x32, 0x33,
]

private func decode(_ bytes: [UInt8], _ count: Int) -> Int {
    var sum = 0
    let span = bytes.span
    for _ in 0..<count {
        if let frame = try? WiFiSet.Frame(decoding: span) { sum &+= Int(frame.length) }
    }
    return sum
}

private func encode(_ bytes: [UInt8], _ count: Int) -> Int {
    guard let frame = try? WiFiSet.Frame(decoding: bytes.span) else { return 0 }
    var storage = [UInt8](repeating: 0, count: 64)
    var target = storage.mutableSpan
    var sum = 0
    for index in 0..<count {
        sum &+= frame.message.encode(sequence: UInt8(truncatingIfNeeded: index), into: &target) ?? 0
    }
    return sum
}

private func encodeCredentials(_ count: Int) -> Int {
    guard let ssid = SSID(credentials.span.extracting(5..<17)),
        let passphrase = Passphrase(credentials.span.extracting(18..<31))
    else { return 0 }
    var storage = [UInt8](repeating: 0, count: 64)
    var target = storage.mutableSpan
    var sum = 0
    for index in 0..<count {
        sum &+=
            WiFiSet.encodeCredentials(
                ssid: ssid, passphrase: passphrase, sequence: UInt8(truncatingIfNeeded: index), into: &target) ?? 0
    }
    return sum
}

private func frame(_ bytes: [UInt8], pieces: Int, _ count: Int) -> Int {
    var framer = WiFiSet.Framer()
    let now = Instant(milliseconds: 0)
    let span = bytes.span
    var sum = 0
    for _ in 0..<count {
        var place = 0
        while place < bytes.count {
            guard framer.append(span.extracting(unchecked: place..<place &+ pieces), now: now) else {
                place &+= pieces
                continue
            }
            place &+= pieces
            sum &+= framer.take(length) ?? 0
        }
    }
    return sum
}

private func length(_ bytes: borrowing Span<UInt8>) -> Int {
    do throws(WiFiSet.DecodingError) {
        return Int(try WiFiSet.Frame(decoding: bytes).length)
    } catch {
        return 0
    }
}
