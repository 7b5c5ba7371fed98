import ProvisioningProtocols

/// Reading and writing the messages of Nordic's service.
let nordicCodecSuite = Suite(
    "Nordic codec",
    [
        Check("Every vector is read with the fields that it says, or refused at the byte where it fails") {
            firstNordicFailure { vector in
                do throws(NordicWiFi.DecodingError) {
                    let fields = try NordicFields(of: vector.kind, in: vector.bytes)
                    guard vector.fault == nil, isInitialized(vector) == vector.isInitialized else { return false }
                    return vector.fields.map { $0.withUTF8Buffer { fields.text.elementsEqual($0) } } ?? true
                } catch {
                    return vector.fault.map { $0 == (error.kind, error.offset) } ?? false
                }
            }
        },
        Check("What is written of a vector is read again with the same fields") {
            firstNordicFailure { vector in
                guard let fields = try? NordicFields(of: vector.kind, in: vector.bytes) else { return true }
                guard let bytes = rewritten(vector, into: 1_100) else { return false }
                return (try? NordicFields(of: vector.kind, in: bytes))?.text == fields.text
            }
        },
        Check("No message is written into a byte too few, and nothing of it stays there then") {
            firstNordicFailure { vector in
                guard let count = rewritten(vector, into: 1_100)?.count, count > 0 else { return true }
                return rewritten(vector, into: count)?.count == count && rewritten(vector, into: count - 1) == nil
            }
        },
        Check("No beginning of a vector is read beyond its end") {
            firstNordicFailure { vector in
                let bytes = vector.bytes
                for count in 0..<bytes.count {
                    guard let written = rewritten(NordicBytes(vector.kind, Array(bytes[..<count])), into: 1_100) else {
                        continue
                    }
                    if written.count > 2 * count + 16 { return false }
                }
                return true
            }
        },
        Check(
            "A submessage of 127 bytes has a length of one byte, one of 128 and of 16,384 a longer one, each read again"
        ) {
            for count in [0, 1, 100, 117, 118, 119, 250, 16_370, 16_384, 20_000] {
                let source = [UInt8](repeating: 0x61, count: count)
                var config = NordicWiFi.WifiConfig()
                config.passphrase = ByteRange(0, count: count)
                var request = NordicWiFi.Request()
                request.config = config
                var target = [UInt8](repeating: 0, count: count + 16)
                var span = target.mutableSpan
                guard let written = request.encode(from: source.span, into: &span) else { return "not written" }
                guard let read = try? NordicWiFi.Request(decoding: target.span.extracting(first: written)),
                    let range = read.config?.passphrase?.range, range == written - count..<written
                else { return "not read" }
                if !target[range].allSatisfy({ $0 == 0x61 }) { return "other bytes" }
            }
            return nil
        },
        Check("B6/47: The version is that of a message that has one, and of nothing else") {
            let isVersion = NordicWiFi.version(in: hexBytes("08 01").span) == 1
            let others = [hexBytes(""), hexBytes("10 01"), hexBytes("0A 01 01"), hexBytes("08")]
            return isVersion && others.allSatisfy { NordicWiFi.version(in: $0.span) == nil } ? nil : "a version"
        },
        Check(
            "B7/48: Service data of other than four bytes says nothing; bits without a meaning change none that has one"
        ) {
            let six = hexBytes("00 00 00 00 00 00")
            for count in 0..<6 where (NordicWiFi.advertised(six.span.extracting(first: count)) != nil) != (count == 4) {
                return "a state where there is none"
            }
            if NordicWiFi.advertised(six.span) != nil { return "six bytes" }
            let all = NordicWiFi.advertised(hexBytes("01 FF FF C8").span)
            let none = NordicWiFi.advertised(hexBytes("01 FC FF C8").span)
            return all?.isProvisioned == true && all?.isConnected == true && none?.isProvisioned == false
                && none?.isConnected == false && none?.signal == nil ? nil : "a flag"
        },
        Check("Certificates in a configuration are secret as a passphrase is, whichever field a schema has them in") {
            let fields: [StaticString] = ["1A 04 52 02 5A 71", "22 04 52 02 5A 71", "2A 04 52 02 5A 71"]
            for field in fields {
                var request = hexBytes("08 04 5A 08 0A 00")
                request += hexBytes(field)
                if NordicWiFi.secret(in: request.span) != 8..<12 { return "where they are" }
            }
            return NordicWiFi.secret(in: hexBytes("08 04 5A 06 0A 00 18 01 20 01").span).isEmpty
                ? nil : "numbers are none"
        },
        Check("The passphrase of a request is known as secret, and all of what cannot be read") {
            let typedIn = hexBytes(
                "08 04 5A 18 0A 0C 0A 06 43 65 6C 6C 61 72 12 00 20 00 12 08 68 75 6E 74 65 72 32 32")
            let secret = NordicWiFi.secret(in: typedIn.span)
            if secret != 20..<28 { return "where it is" }
            for count in 5..<typedIn.count {
                let cut = typedIn.span.extracting(first: count)
                if NordicWiFi.secret(in: cut) != 0..<count { return "a request that is cut" }
            }
            return NordicWiFi.secret(in: hexBytes("08 01").span).isEmpty ? nil : "a request without one"
        },
    ])

/// The name of the first vector for which `holds` is false.
func firstNordicFailure(_ holds: (NordicVector) -> Bool) -> StaticString? {
    for vector in nordicVectors where !holds(vector) { return vector.name }
    return nil
}

/// Bytes of one of the messages.
private struct NordicBytes {
    let kind: NordicVector.Kind
    let bytes: [UInt8]

    init(_ kind: NordicVector.Kind, _ bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }
}

private func rewritten(_ vector: NordicVector, into room: Int) -> [UInt8]? {
    rewritten(NordicBytes(vector.kind, vector.bytes), into: room)
}

/// The message in the bytes as it is written into `room` bytes; `nil` where it is none or does not fit.
private func rewritten(_ message: NordicBytes, into room: Int) -> [UInt8]? {
    switch message.kind {
    case .info: rewritten(NordicWiFi.Info.self, message.bytes, into: room)
    case .request: rewritten(NordicWiFi.Request.self, message.bytes, into: room)
    case .response: rewritten(NordicWiFi.Response.self, message.bytes, into: room)
    case .result: rewritten(NordicWiFi.Result.self, message.bytes, into: room)
    }
}

private func rewritten<Message: NordicWiFi.WireMessage>(
    _ type: Message.Type, _ bytes: [UInt8], into room: Int
) -> [UInt8]? {
    guard let message = try? Message(decoding: bytes.span) else { return nil }
    var target = [UInt8](repeating: 0, count: room)
    var span = target.mutableSpan
    guard let count = message.encode(from: bytes.span, into: &span) else {
        // Telling it from a message that was written: a byte that stayed.
        return target.allSatisfy { $0 == 0 } ? nil : target
    }
    return Array(target[..<count])
}

private func isInitialized(_ vector: NordicVector) -> Bool {
    let bytes = vector.bytes
    return switch vector.kind {
    case .info: (try? NordicWiFi.Info(decoding: bytes.span))?.isInitialized ?? false
    case .request: (try? NordicWiFi.Request(decoding: bytes.span))?.isInitialized ?? false
    case .response: (try? NordicWiFi.Response(decoding: bytes.span))?.isInitialized ?? false
    case .result: (try? NordicWiFi.Result(decoding: bytes.span))?.isInitialized ?? false
    }
}
