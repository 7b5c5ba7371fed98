extension WiFiSet.Message {
    /// Writes the message at the start of `target`; what lies after it is left as it is.
    ///
    /// A message whose bytes stay in the frame that it was decoded from (credentials, error, unknown) is written from
    /// `frame`; without one use ``WiFiSet/encodeCredentials(ssid:passphrase:sequence:into:)`` and
    /// ``WiFiSet/encodeError(_:text:sequence:into:)``.
    /// - Returns: how many bytes it takes; `nil`, and nothing written, where they do not fit or `frame` does not hold them.
    public func encode(
        sequence: UInt8, from frame: borrowing Span<UInt8> = Span(), into target: inout MutableSpan<UInt8>
    ) -> Int? {
        switch self {
        case .listStart, .statusRequest:
            return WiFiSet.begin(type, sequence, 0, in: &target)
        case .networkEntry(let point):
            return WiFiSet.encode(point, sequence: sequence, into: &target)
        case .listEnd(let count):
            return WiFiSet.encode(type, byte: count, sequence: sequence, into: &target)
        case .credentialAck(let status):
            return WiFiSet.encode(type, byte: status.rawValue, sequence: sequence, into: &target)
        case .statusResponse(let report):
            return WiFiSet.encode(report, sequence: sequence, into: &target)
        case .credentialWrite(let write):
            guard let passphrase = write.passphrase.checked(in: frame) else { return nil }
            return WiFiSet.encode(
                ssid: write.ssid, passphrase: frame.extracting(passphrase), sequence: sequence, into: &target)
        case .error(let code, let text):
            guard let text = text.checked(in: frame) else { return nil }
            return WiFiSet.encodeError(code, text: frame.extracting(text), sequence: sequence, into: &target)
        case .unknown(let type, let payload):
            guard let payload = payload.checked(in: frame) else { return nil }
            guard let end = WiFiSet.begin(type, sequence, payload.count, in: &target) else { return nil }
            copyBytes(frame, from: payload.lowerBound, count: payload.count, into: &target, at: WiFiSet.Header.length)
            return end
        }
    }
}

extension WiFiSet {
    /// Writes a credential write at the start of `target`.
    /// - Returns: how many bytes it takes; `nil`, and nothing written, where they do not fit, the SSID is empty, or the
    ///   passphrase has more than the 63 bytes that the protocol carries: it is never cut.
    public static func encodeCredentials(
        ssid: SSID, passphrase: borrowing Passphrase, sequence: UInt8, into target: inout MutableSpan<UInt8>
    ) -> Int? {
        passphrase.withBytes { encode(ssid: ssid, passphrase: $0, sequence: sequence, into: &target) }
    }

    /// Writes an error message at the start of `target`.
    /// - Returns: how many bytes it takes; `nil`, and nothing written, where they do not fit or `text` has more than 255.
    public static func encodeError(
        _ code: ErrorCode, text: borrowing Span<UInt8>, sequence: UInt8, into target: inout MutableSpan<UInt8>
    ) -> Int? {
        guard text.count <= 255, let end = begin(.error, sequence, 2 + text.count, in: &target) else { return nil }
        target[4] = code.rawValue
        target[5] = UInt8(truncatingIfNeeded: text.count)
        copyBytes(text, from: 0, count: text.count, into: &target, at: 6)
        return end
    }

    /// Writes the header and says where the message ends, if all of it fits.
    @inline(__always)
    static func begin(
        _ type: MessageType, _ sequence: UInt8, _ payloadLength: Int, in target: inout MutableSpan<UInt8>
    ) -> Int? {
        let end = Header.length + payloadLength
        guard end <= target.count else { return nil }
        target[0] = type.rawValue
        target[1] = sequence
        target[2] = UInt8(truncatingIfNeeded: payloadLength)
        target[3] = UInt8(truncatingIfNeeded: payloadLength >> 8)
        return end
    }

    @inline(__always)
    static func encode(_ point: AccessPoint, sequence: UInt8, into target: inout MutableSpan<UInt8>) -> Int? {
        let count = point.ssid.count
        guard let end = begin(.networkEntry, sequence, 4 + count, in: &target) else { return nil }
        target[4] = UInt8(truncatingIfNeeded: count)
        point.ssid.write(into: &target, at: 5)
        target[end - 3] = UInt8(bitPattern: point.signal.rawValue)
        target[end - 2] = point.security.wifiSetNumber
        target[end - 1] = point.channel.rawValue
        return end
    }

    static func encode(_ report: StatusReport, sequence: UInt8, into target: inout MutableSpan<UInt8>) -> Int? {
        let count = report.ssid.count
        guard let end = begin(.statusResponse, sequence, 7 + count, in: &target) else { return nil }
        let address = report.address.octets
        target[4] = report.state.rawValue
        target[5] = UInt8(bitPattern: report.signal.rawValue)
        target[6] = address.0
        target[7] = address.1
        target[8] = address.2
        target[9] = address.3
        target[10] = UInt8(truncatingIfNeeded: count)
        report.ssid.write(into: &target, at: 11)
        return end
    }

    static func encode(
        _ type: MessageType, byte: UInt8, sequence: UInt8, into target: inout MutableSpan<UInt8>
    ) -> Int? {
        guard let end = begin(type, sequence, 1, in: &target) else { return nil }
        target[4] = byte
        return end
    }

    @inline(__always)
    static func encode(
        ssid: SSID, passphrase: borrowing Span<UInt8>, sequence: UInt8, into target: inout MutableSpan<UInt8>
    ) -> Int? {
        let count = ssid.count
        guard count > 0, passphrase.count <= Frame.maximumPassphraseLength,
            let end = begin(.credentialWrite, sequence, 2 + count + passphrase.count, in: &target)
        else { return nil }
        target[4] = UInt8(truncatingIfNeeded: count)
        ssid.write(into: &target, at: 5)
        target[5 + count] = UInt8(truncatingIfNeeded: passphrase.count)
        copyBytes(passphrase, from: 0, count: passphrase.count, into: &target, at: 6 + count)
        return end
    }
}
