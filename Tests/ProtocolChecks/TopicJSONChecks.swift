import ProvisioningProtocols

/// The object of credentials.
let topicJSONSuite = Suite(
    "Credentials object",
    [
        Check("Every vector is read as it says, or refused for its reason and at its byte") {
            for vector in topicJSONVectors where !holds(vector) { return vector.name }
            return nil
        },
        Check("A3/9: Quotes and backslashes in a name and a passphrase come back as they were, and \"/\" as itself") {
            let written = encoded(name: bytes("Net\\1\"x"), passphrase: bytes("a\\b\"c"))
            let wanted = bytes(
                #"{"topic":"home/lamp","ssid":"Net\\1\"x","pass":"a\\b\"c","id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"}"#
            )
            if written != wanted { return "the object" }
            guard let object = try? TopicJSON.CredentialsObject(decoding: wanted.span) else { return "refused" }
            return unescaped(object.ssid, in: wanted) == bytes("Net\\1\"x")
                && unescaped(object.pass, in: wanted) == bytes("a\\b\"c") ? nil : "the strings"
        },
        Check("A4/13: A key of 64 hex digits is carried whole") {
            let key = bytes("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef")
            guard let written = encoded(name: bytes("Barn"), passphrase: key) else { return "refused" }
            guard let object = try? TopicJSON.CredentialsObject(decoding: written.span) else { return "not read" }
            guard let credentials = try? object.credentials(in: written.span) else { return "not taken" }
            return credentials.passphrase.withBytes { got in got.indices.map { got[$0] } } == key ? nil : "the key"
        },
        Check("A4/15: A passphrase of 63 bytes is carried whole, quotes and all") {
            let phrase = [UInt8](repeating: 0x22, count: 63)
            guard let written = encoded(name: bytes("Barn"), passphrase: phrase),
                let object = try? TopicJSON.CredentialsObject(decoding: written.span),
                let credentials = try? object.credentials(in: written.span)
            else { return "not carried" }
            return credentials.passphrase.withBytes { got in got.indices.map { got[$0] } } == phrase ? nil : "the bytes"
        },
        Check("A4/13: 64 bytes that are no hex digits are refused at both ends, and never cut") {
            let phrase = [UInt8](repeating: 0x7A, count: 64)
            if fault(name: bytes("Barn"), passphrase: phrase) != .passphraseTooLong { return "before sending" }
            let text =
                bytes(#"{"topic":"a","ssid":"Barn","pass":""#) + phrase
                + bytes(#"","id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"}"#)
            return writeError(text) == .passphrase ? nil : "at the device"
        },
        Check("A1/4: A name of eight emoji is 32 bytes and passes both ends; nine are refused") {
            let one = bytes("🏠")
            let eight = [one, one, one, one, one, one, one, one].flatMap { $0 }
            guard let written = encoded(name: eight, passphrase: bytes("longenough")) else { return "not sent" }
            if writeError(written) != nil { return "not taken" }
            let text =
                bytes(#"{"topic":"a","ssid":""#) + eight + one
                + bytes(#"","pass":"","id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"}"#)
            return writeError(text) == .ssid ? nil : "nine"
        },
        Check("B4/38: 512 bytes are sent; one more is refused before anything is written") {
            // Escaped the name takes 194 bytes, the passphrase 65, the id 38, all that is between them 32.
            let name = [UInt8](repeating: 1, count: 32)
            let phrase = [UInt8](repeating: 0x62, count: 63)
            for (count, backslashes, length) in [
                (181, 0, 512), (180, 1, 512), (182, 0, 513), (181, 1, 513), (200, 69, 600),
            ] {
                let topic =
                    [UInt8](repeating: 0x5C, count: backslashes) + [UInt8](repeating: 0x61, count: count - backslashes)
                let written = encoded(name: name, passphrase: phrase, topic: topic)
                let fault = fault(name: name, passphrase: phrase, topic: topic)
                if length == 512 {
                    guard let written, written.count == 512, fault == nil, writeError(written) == nil else {
                        return "512"
                    }
                } else if written != nil || fault != .messageTooLong {
                    return "more"
                }
            }
            return nil
        },
        Check("What is not text, and what no device could be told by, is refused before anything is written") {
            if fault(name: [0xFF], passphrase: bytes("longenough")) != .notText { return "a name" }
            if fault(name: [0x61], passphrase: [UInt8](repeating: 0xFE, count: 8)) != .notText { return "a passphrase" }
            if fault(name: [], passphrase: bytes("longenough")) != .emptySSID { return "no name" }
            // A topic that is none makes no address.
            return fault(name: bytes("Barn"), passphrase: bytes("longenough"), topic: []) == .controlAddressMissing
                ? nil : "no address"
        },
        Check("Of an object only the passphrase is secret, and all of what cannot be read") {
            let whole = bytes(
                #"{"pass":"a\"bcdefgh","topic":"a","ssid":"b","id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"}"#)
            if TopicJSON.secret(in: whole.span) != 9..<19 { return "whole" }
            for count in 0..<whole.count
            where TopicJSON.secret(in: whole.span.extracting(first: count)) != 0..<count { return "a piece" }
            let twice = bytes(#"{"pass":"a","pass":"b","topic":"a","ssid":"b","id":""}"#)
            return TopicJSON.secret(in: twice.span) == 0..<twice.count ? nil : "twice"
        },
    ])

/// The object for a name and a passphrase; `nil` where it is not written.
private func encoded(name: [UInt8], passphrase: [UInt8], topic: [UInt8] = bytes("home/lamp")) -> [UInt8]? {
    guard let credentials = credentials(name: name, passphrase: passphrase), let address = address(topic) else {
        return nil
    }
    var target = InlineArray<600, UInt8>(repeating: 0)
    var span = target.mutableSpan
    guard let count = TopicJSON.encode(credentials, steeredAt: address, into: &span) else { return nil }
    return (0..<count).map { target[$0] }
}

private func fault(
    name: [UInt8], passphrase: [UInt8], topic: [UInt8] = bytes("home/lamp")
) -> CredentialFault? {
    guard let credentials = credentials(name: name, passphrase: passphrase) else { return nil }
    do throws(CredentialFault) {
        try TopicJSON.check(credentials, steeredAt: address(topic))
        return nil
    } catch { return error }
}

func credentials(name: [UInt8], passphrase: [UInt8]) -> Credentials? {
    guard let ssid = SSID(name.span), let passphrase = Passphrase(passphrase.span) else { return nil }
    return Credentials(ssid: ssid, passphrase: passphrase)
}

func address(_ topic: [UInt8] = bytes("home/lamp")) -> ControlAddress? {
    guard let id = DeviceID(bytes("9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913").span),
        let topic = try? TopicName(topic.span)
    else { return nil }
    return ControlAddress(topic: topic, id: id)
}

/// With which error a device refuses `text`; `nil` where it takes it, or where it is no object.
private func writeError(_ text: [UInt8]) -> TopicJSON.WriteError? {
    guard let object = try? TopicJSON.CredentialsObject(decoding: text.span) else { return .malformed }
    do throws(TopicJSON.WriteError) {
        _ = try object.credentials(in: text.span)
        _ = try object.controlAddress(in: text.span)
        return nil
    } catch { return error }
}

/// Whether a vector is read as it says.
private func holds(_ vector: TopicJSONVector) -> Bool {
    let text = hexBytes(vector.hex)
    let object: TopicJSON.CredentialsObject
    do throws(TopicJSON.CredentialsObject.Fault) {
        object = try TopicJSON.CredentialsObject(decoding: text.span)
    } catch { return vector.fault == error.kind && vector.offset == error.offset }
    return vector.fault == nil && unescaped(object.topic, in: text) == hexBytes(vector.topic)
        && unescaped(object.ssid, in: text) == hexBytes(vector.ssid) && object.pass.count == vector.passphraseLength
        && unescaped(object.id, in: text) == hexBytes(vector.id) && writeError(text) == vector.refusal
}

/// Bytes that are written to a device, and what they are to be read as.
struct TopicJSONVector: Sendable {
    /// What it shows.
    let name: StaticString
    /// The bytes, as pairs of hex digits with spaces between them.
    let hex: StaticString
    /// The strings of the object, unescaped and as hex digits.
    var topic: StaticString = ""
    var ssid: StaticString = ""
    var id: StaticString = ""
    /// How many bytes the passphrase has.
    var passphraseLength = 0
    /// Why a device refuses it though it is an object of the kind.
    var refusal: TopicJSON.WriteError?
    /// Why it is none, and at which byte that shows.
    var fault: TopicJSON.CredentialsObject.Fault.Kind?
    var offset: UInt32 = 0
}
