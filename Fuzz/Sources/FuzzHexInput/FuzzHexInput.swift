import JSONText
import ProvisioningProtocols

/// What is typed for `gangway decode`, cut anywhere, is refused at a place that it has or read whole; each message that comes of
/// it is a line of JSON. Nordic's are read and refused as its messages themselves are.
///
/// The first byte says what the hex digits are, the second where they are cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let kind = input.choice(6)
    let cut = input.choice(64)
    let text = input.remainder()
    let bytes = read(text, cutAt: min(cut, text.count))
    switch kind {
    case 0: decode(bytes, cutAt: min(cut, bytes.count))
    case 1: compare(bytes, "request", NordicWiFi.Request.self)
    case 2: compare(bytes, "response", NordicWiFi.Response.self)
    case 3: compare(bytes, "result", NordicWiFi.Result.self)
    case 4: compare(bytes, "info", NordicWiFi.Info.self)
    default: compareObject(bytes)
    }
    return 0
}

/// The bytes before the first fault, the same however the text is cut.
private func read(_ text: [UInt8], cutAt cut: Int) -> [UInt8] {
    var whole: [UInt8] = []
    var pieces: [UInt8] = []
    var first = HexReader()
    var second = HexReader()
    var faults: (HexReader.Failure?, HexReader.Failure?)
    do throws(HexReader.Failure) {
        try first.read(text, into: &whole)
        try first.finish()
    } catch { faults.0 = error }
    do throws(HexReader.Failure) {
        try second.read(text[..<cut], into: &pieces)
        try second.read(text[cut...], into: &pieces)
        try second.finish()
    } catch { faults.1 = error }
    precondition(whole == pieces && faults.0 == faults.1 && first.count == whole.count, "a cut made a difference")
    switch faults.0 {
    case .notHex(let offset)?, .oddDigits(let offset)?: precondition(offset == whole.count, "a fault elsewhere")
    case nil:
        let digits = text.filter { ![0x20, 0x09, 0x0A, 0x0D, 0x3A].contains($0) }
        precondition(hexText(whole) == String(decoding: digits, as: UTF8.self).uppercased(), "other bytes")
    }
    return whole
}

private func decode(_ bytes: [UInt8], cutAt cut: Int) {
    func decoded(_ pieces: [ArraySlice<UInt8>]) -> [JSONObject] {
        var objects: [JSONObject] = []
        var stream = MessageStream()
        do throws(DecodeFailure) {
            for piece in pieces {
                stream.append(piece)
                while let object = try stream.next() { objects.append(object) }
            }
            try stream.finish()
        } catch {
            precondition(error.offset >= 0 && error.offset <= bytes.count, "a fault beyond the bytes")
            objects.append(error.json)
        }
        return objects
    }
    let objects = decoded([bytes[...]])
    precondition(objects == decoded([bytes[..<cut], bytes[cut...]]), "a cut made a difference")
    objects.forEach(check)
}

/// The dump agrees with the message: what is refused, and that required fields are there.
private func compare<Message: NordicWiFi.WireMessage>(_ bytes: [UInt8], _ name: String, _ type: Message.Type) {
    guard let schema = NordicSchema.message(name) else { preconditionFailure("no such message") }
    var isWhole = false
    do throws(NordicWiFi.DecodingError) { isWhole = try Message(decoding: bytes.span).isInitialized } catch {}
    do throws(DecodeFailure) {
        check(try NordicJSON.object(bytes, as: schema))
        precondition(isWhole, "shown and not read")
    } catch {
        precondition(!isWhole, "read and not shown")
        precondition(error.offset >= 0 && error.offset <= bytes.count, "a fault beyond the bytes")
        check(error.json)
    }
}

private func compareObject(_ bytes: [UInt8]) {
    let isObject = (try? TopicJSON.CredentialsObject(decoding: bytes.span)) != nil
    do throws(DecodeFailure) {
        check(try TopicJSONText.object(bytes))
        precondition(isObject, "shown and not read")
    } catch {
        precondition(!isObject, "read and not shown")
        precondition(error.offset >= 0 && error.offset <= bytes.count, "a fault beyond the bytes")
        check(error.json)
    }
}

/// One line, and JSON.
private func check(_ object: JSONObject) {
    let text = Array(object.text.utf8)
    precondition(!text.contains(0x0A), "more than a line")
    precondition((try? JSONReader.read(text)) != nil, "no JSON")
}
