import ProvisioningProtocols

/// Why bytes could not be decoded, and where.
struct DecodeFailure: Error, Equatable {
    /// The kind of fault, stable.
    let kind: String
    /// What is wrong, for a person.
    let text: String
    /// Which byte of the input it is about.
    let offset: Int

    /// The line that says so.
    var json: JSONObject { ["error": .string(kind), "offset": .integer(offset), "text": .string(text)] }
}

/// Takes bytes as they come and gives out whole messages.
struct MessageStream {
    private var bytes: [UInt8] = []
    /// How many bytes of the input are behind the first of `bytes`.
    private var consumed = 0

    /// Whether a message has begun and not ended.
    var isInsideMessage: Bool { !bytes.isEmpty }

    /// Takes more bytes.
    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// The next whole message; `nil` when more bytes are needed.
    mutating func next() throws(DecodeFailure) -> JSONObject? {
        guard let header = WiFiSet.Header(bytes.span), bytes.count >= header.messageLength else { return nil }
        let frame: WiFiSet.Frame
        do {
            frame = try WiFiSet.Frame(decoding: bytes.span)
        } catch {
            throw failure(error)
        }
        let length = Int(frame.length)
        let object = frame.json(bytes[..<length])
        consumed += length
        bytes.removeFirst(length)
        return object
    }

    /// Says that no more bytes come: a message that has not ended, or none at all, is a fault.
    func finish() throws(DecodeFailure) {
        guard isInsideMessage || consumed == 0 else { return }
        do {
            _ = try WiFiSet.Frame(decoding: bytes.span)
        } catch {
            throw failure(error)
        }
    }

    /// Drops what is left of a message that did not end.
    mutating func removeAll() {
        consumed += bytes.count
        bytes.removeAll()
    }

    /// Whether `value` begins the message after the one that has begun, so that the rest of that one is lost.
    func isOvertaken(by value: [UInt8]) -> Bool {
        guard bytes.count >= 2, let header = WiFiSet.Header(value.span), let lengths = header.plausibleLengths else {
            return false
        }
        return lengths.contains(header.payloadLength) && header.sequence == bytes[1] &+ 1
    }

    private func failure(_ error: WiFiSet.DecodingError) -> DecodeFailure {
        DecodeFailure(kind: "\(error.kind)", text: error.fault, offset: consumed + Int(error.offset))
    }
}

extension WiFiSet.DecodingError {
    /// What is wrong, without the place: that is told beside it, counted from the start of the input.
    fileprivate var fault: String {
        switch kind {
        case .truncated: "truncated: the message needs \(needed) bytes, \(available) are there"
        case .payloadTooShort: "a field reaches past the end of the payload"
        case .payloadTooLong: "bytes are left in the payload after its last field: \(available)"
        case .ssidLength: "an SSID of \(available) bytes is not allowed"
        case .passphraseLength: "a passphrase of \(available) bytes is not allowed"
        }
    }
}
