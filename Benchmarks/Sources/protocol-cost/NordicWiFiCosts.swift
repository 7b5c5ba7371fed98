import ProvisioningProtocols

/// Messages of Nordic's service: a scan record of 35 bytes, which `nanopb-cost` decodes too, a request to join and a status.
let nordicWiFiCosts = [
    Cost("NordicWiFi: decode a scan record of 35 bytes", limit: 560) { decode($0) },
    Cost("NordicWiFi: scan record as an access point", limit: 900) { accessPoints($0) },
    Cost("NordicWiFi: encode a scan record of 35 bytes", limit: 900) { encode($0) },
    Cost("NordicWiFi: decode a request of 37 bytes", limit: 560) { decodeRequests($0) },
]

private let record: [UInt8] = [
    0x0A, 0x21, 0x0A, 0x14, 0x0A, 0x04, 0x42, 0x61, 0x72, 0x6E, 0x12, 0x06, 0xC0, 0xFF, 0xEE, 0x80, 0x81, 0xFE, 0x18,
    0x01, 0x20, 0x06, 0x28, 0x03, 0x10, 0xC8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01,
]
private let request: [UInt8] = [
    0x08, 0x04, 0x5A, 0x21, 0x0A, 0x15, 0x0A, 0x05, 0x41, 0x6E, 0x6E, 0x65, 0x78, 0x12, 0x06, 0xC0, 0xFF, 0xEE, 0x80,
    0x81, 0xFE, 0x18, 0x01, 0x20, 0x06, 0x28, 0x04, 0x12, 0x08, 0x68, 0x75, 0x6E, 0x74, 0x65, 0x72, 0x32, 0x32,
]

private func decode(_ count: Int) -> Int {
    var sum = 0
    let span = record.span
    for _ in 0..<count {
        guard let result = try? NordicWiFi.Result(decoding: span), let record = result.scanRecord else { continue }
        sum &+= Int(record.wifi?.ssid?.count ?? 0)
    }
    return sum
}

private func accessPoints(_ count: Int) -> Int {
    var sum = 0
    let span = record.span
    for _ in 0..<count {
        guard let result = try? NordicWiFi.Result(decoding: span), let record = result.scanRecord,
            let point = NordicWiFi.accessPoint(in: record, of: span)
        else { continue }
        sum &+= point.ssid.count
    }
    return sum
}

private func encode(_ count: Int) -> Int {
    let span = record.span
    guard let result = try? NordicWiFi.Result(decoding: span) else { return 0 }
    var storage = [UInt8](repeating: 0, count: 64)
    var target = storage.mutableSpan
    var sum = 0
    for _ in 0..<count { sum &+= result.encode(from: span, into: &target) ?? 0 }
    return sum
}

private func decodeRequests(_ count: Int) -> Int {
    var sum = 0
    let span = request.span
    for _ in 0..<count {
        guard let request = try? NordicWiFi.Request(decoding: span), let config = request.config else { continue }
        sum &+= Int(config.passphrase?.count ?? 0)
    }
    return sum
}
