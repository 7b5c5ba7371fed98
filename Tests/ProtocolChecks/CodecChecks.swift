import ProvisioningProtocols

/// Reading and writing the messages of WiFiSet.
let codecSuite = Suite(
    "WiFiSet codec",
    [
        Check("Every vector is read as the message it is, or refused at the byte where it fails") {
            firstFailure { vector in
                let bytes = vector.bytes
                do throws(WiFiSet.DecodingError) {
                    let frame = try WiFiSet.Frame(decoding: bytes.span)
                    guard let (type, fields) = vector.message else { return false }
                    return frame.message.type == type && frame.sequence == fields.sequence
                        && frame.length == bytes.count && shows(frame.message, fields)
                } catch {
                    return vector.fault.map { $0 == (error.kind, error.offset) } ?? false
                }
            }
        },
        Check("A2/5: A name of 32 bytes is the same in the list, in the credentials and in the status") {
            var names: [SSID] = []
            for vector in wifiSetVectors where vector.belongs(to: "A2/5") {
                switch message(vector.bytes) {
                case .networkEntry(let point): names.append(point.ssid)
                case .credentialWrite(let write): names.append(write.ssid)
                case .statusResponse(let report): names.append(report.ssid)
                default: return vector.name
                }
            }
            guard names.count == 3, let name = names.first, name.count == 32, name[31] == 0x7A else { return "a name" }
            return names.allSatisfy { $0 == name } ? nil : "they differ"
        },
        Check("A2/8: Lengths that no name or passphrase has are told apart from a malformed message") {
            for (hex, kind): (StaticString, WiFiSet.DecodingError.Kind) in [
                ("10 03 0A 00 00 08 68 75 6E 74 65 72 32 32", .ssidLength),
                ("10 03 05 00 21 78 78 78 78", .ssidLength),
                ("10 03 05 00 01 78 40 78 78", .passphraseLength),
                ("10 03 05 00 01 78 3F 78 78", .payloadTooShort),
                ("10 03 05 00 20 78 78 78 78", .payloadTooShort),
                ("10 03 06 00 01 78 01 78 78", .truncated),
            ] where fault(hexBytes(hex)) != kind { return hex }
            return firstFailure { !$0.belongs(to: "A2/8") || fault($0.bytes) == .ssidLength }
        },
        Check("A5/19: A status without a network has no name and no address") {
            guard case .statusResponse(let report) = message(hexBytes("21 01 07 00 00 00 00 00 00 00 00")) else {
                return "the message"
            }
            return report == WiFiSet.StatusReport(state: .notConfigured) && report.address == .unspecified ? nil : "it"
        },
        Check("A7/22: WPA3 is read as secured, and a join without a passphrase is refused") {
            guard case .networkEntry(let point) = message(hexBytes("02 01 08 00 04 42 61 72 6E C8 04 06")) else {
                return "the message"
            }
            guard point.security == .wpa3Personal, point.security.needsPassphrase else { return "the security" }
            do throws(CredentialFault) {
                try Credentials(ssid: point.ssid, passphrase: Passphrase(), security: point.security)
                    .check(WiFiSet.credentialLimits)
                return "it was not refused"
            } catch {
                return error == .passphraseMissing ? nil : "the reason"
            }
        },
        Check("B1/30: Every message is written as it was read, its length field equal to its payload") {
            firstFailure { vector in
                let bytes = vector.bytes
                guard let frame = try? WiFiSet.Frame(decoding: bytes.span) else { return true }
                return written(frame, from: bytes) == bytes
            }
        },
        Check("No message is written into a byte too few, and nothing is written then") {
            firstFailure { vector in
                let bytes = vector.bytes
                guard let frame = try? WiFiSet.Frame(decoding: bytes.span) else { return true }
                var target = [UInt8](repeating: 0xA5, count: bytes.count - 1)
                var span = target.mutableSpan
                let count = frame.message.encode(sequence: frame.sequence, from: bytes.span, into: &span)
                return count == nil && target == [UInt8](repeating: 0xA5, count: bytes.count - 1)
            }
        },
        Check("Every beginning of every message is refused as truncated") {
            firstFailure { vector in
                guard vector.message != nil else { return true }
                let bytes = vector.bytes
                for count in 0..<bytes.count {
                    do throws(WiFiSet.DecodingError) {
                        _ = try WiFiSet.Frame(decoding: bytes.span.extracting(first: count))
                        return false
                    } catch {
                        if error.kind != .truncated || error.offset != count { return false }
                    }
                }
                return true
            }
        },
        Check("Bytes after the message are not its own: its length tells them apart") {
            firstFailure { vector in
                guard vector.message != nil else { return true }
                let bytes = vector.bytes
                let frame = try? WiFiSet.Frame(decoding: (bytes + [0x01, 0x02]).span)
                return frame.map { Int($0.length) == bytes.count } ?? false
            }
        },
        Check("A security that WiFiSet has no number for is never written as open") {
            for security in [Security.unspecified, .unknown(0), .unknown(4), Security(rawValue: 0x300)] {
                let point = AccessPoint(
                    ssid: SSID(), security: security, signal: SignalStrength(rawValue: -40), channel: .unknown)
                let bytes = written(.networkEntry(point))
                if bytes.count != 8 || bytes[6] != 0xFF { return "a security number other than 255" }
            }
            return nil
        },
        Check("A passphrase of 64 bytes is not written, and not cut") {
            let digits = [UInt8](repeating: 0x61, count: 64)
            guard let ssid = SSID([0x42].span), let passphrase = Passphrase(digits.span) else { return "test data" }
            var target = [UInt8](repeating: 0, count: 200)
            var span = target.mutableSpan
            let count = WiFiSet.encodeCredentials(ssid: ssid, passphrase: passphrase, sequence: 0, into: &span)
            return count == nil && target.allSatisfy { $0 == 0 } ? nil : "something was written"
        },
        Check("Credentials for no name are not written") {
            var target = [UInt8](repeating: 0, count: 200)
            var span = target.mutableSpan
            let count = WiFiSet.encodeCredentials(ssid: SSID(), passphrase: Passphrase(), sequence: 0, into: &span)
            return count == nil ? nil : "something was written"
        },
        Check("A text of 255 bytes is written whole and one of 256 not at all") {
            var target = [UInt8](repeating: 0, count: 300)
            var span = target.mutableSpan
            let text = [UInt8](repeating: 0x41, count: 256)
            let whole = WiFiSet.encodeError(
                .scanFailed, text: text.span.extracting(first: 255), sequence: 7, into: &span)
            let more = WiFiSet.encodeError(.scanFailed, text: text.span, sequence: 7, into: &span)
            return whole == 261 && more == nil && target[2] == 1 && target[3] == 1 ? nil : "its length"
        },
    ])

/// The name of the first vector for which `holds` is false.
func firstFailure(_ holds: (Vector) -> Bool) -> StaticString? {
    for vector in wifiSetVectors where !holds(vector) { return vector.name }
    return nil
}

/// The message that the bytes are.
private func message(_ bytes: [UInt8]) -> WiFiSet.Message? {
    (try? WiFiSet.Frame(decoding: bytes.span))?.message
}

/// Why the bytes are no message.
private func fault(_ bytes: [UInt8]) -> WiFiSet.DecodingError.Kind? {
    do throws(WiFiSet.DecodingError) {
        _ = try WiFiSet.Frame(decoding: bytes.span)
        return nil
    } catch {
        return error.kind
    }
}

/// The message as bytes, with its text and passphrase from `frame`.
func written(_ frame: WiFiSet.Frame, from bytes: [UInt8]) -> [UInt8] {
    written(frame.message, sequence: frame.sequence, from: bytes)
}

/// The message as bytes; empty where it cannot be written.
func written(_ message: WiFiSet.Message, sequence: UInt8 = 0, from bytes: [UInt8] = []) -> [UInt8] {
    var target = [UInt8](repeating: 0xA5, count: 512)
    var span = target.mutableSpan
    let count = message.encode(sequence: sequence, from: bytes.span, into: &span) ?? 0
    return Array(target[..<count])
}

/// Whether the message has the fields.
private func shows(_ message: WiFiSet.Message, _ fields: Expected) -> Bool {
    let number = UInt8(truncatingIfNeeded: fields.number)
    guard let ssid = SSID(hexBytes(fields.ssid).span) else { return false }
    switch message {
    case .listStart, .statusRequest, .unknown: return true
    case .networkEntry(let point):
        let security = number < 5 ? Security(rawValue: UInt16(number)) : .unknown(number)
        return point.ssid == ssid && point.security == security && point.signal.rawValue == fields.rssi
            && point.channel.rawValue == fields.channel && point.bssid == nil
    case .listEnd(let count): return count == number
    case .credentialWrite(let write): return write.ssid == ssid && Int(write.passphrase.count) == fields.length
    case .credentialAck(let status): return status.rawValue == number
    case .statusResponse(let report):
        return report.ssid == ssid && report.state.rawValue == number && report.signal.rawValue == fields.rssi
            && report.address.octets == fields.address
    case .error(let code, _): return code.rawValue == number
    }
}
