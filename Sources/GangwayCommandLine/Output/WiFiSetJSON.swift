import ProvisioningProtocols

extension WiFiSet.Frame {
    /// The message as `gangway decode` and `--trace` print it; `bytes` is the frame. A passphrase is only counted.
    func json(_ bytes: ArraySlice<UInt8>) -> JSONObject {
        var object: JSONObject = [
            "type": .string(message.type.description), "sequence": .integer(Int(sequence)),
            "length": .integer(Int(length) - WiFiSet.Header.length),
        ]
        switch message {
        case .listStart, .statusRequest: break
        case .networkEntry(let point):
            object.append(point.ssid)
            object.append("rssi", .integer(Int(point.signal.rawValue)))
            object.append("security", .string(point.security.description))
            object.append("channel", .integer(Int(point.channel.rawValue)))
        case .listEnd(let count): object.append("count", .integer(Int(count)))
        case .credentialWrite(let write):
            object.append(write.ssid)
            object.append("passphraseLength", .integer(Int(write.passphrase.count)))
        case .credentialAck(let status): object.append("status", .integer(Int(status.rawValue)))
        case .statusResponse(let report):
            object.append("state", .string(report.state.description))
            object.append("rssi", .integer(Int(report.signal.rawValue)))
            object.append("address", report.address == .unspecified ? .null : .string(report.address.description))
            object.append(report.ssid)
        case .error(let code, let text):
            let start = bytes.startIndex + text.range.lowerBound
            let message = bytes[start..<start + Int(text.count)]
            object.append("code", .integer(Int(code.rawValue)))
            object.append("message", .string(String(decoding: message, as: UTF8.self)))
        case .unknown(let type, _): object.append("typeNumber", .integer(Int(type.rawValue)))
        }
        return object
    }
}

extension JSONObject {
    /// Adds a network's name, as it is shown and as its bytes.
    mutating func append(_ ssid: SSID) {
        append("ssid", .string(ssid.description))
        append("ssidHex", .string(hexText(ssid.bytes)))
    }
}
