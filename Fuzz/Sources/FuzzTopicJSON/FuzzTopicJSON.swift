import JSONText
import ProvisioningProtocols

/// Any bytes are read or refused as the object of the JSON protocol. What it says can be said again and is then the same; and
/// its reader takes and refuses what the tree-building reader of hosts does.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    compareReaders(bytes)
    let secret = TopicJSON.secret(in: bytes.span)
    precondition(secret.lowerBound >= 0 && secret.upperBound <= count, "a secret beyond the bytes")
    let object: TopicJSON.CredentialsObject
    do throws(TopicJSON.CredentialsObject.Fault) {
        object = try TopicJSON.CredentialsObject(decoding: bytes.span)
    } catch {
        precondition(Int(error.offset) <= count && secret == 0..<count, "a fault beyond the bytes, or something shown")
        return 0
    }
    precondition(secret == object.pass.range, "another secret")
    guard let address = try? object.controlAddress(in: bytes.span),
        let credentials = try? object.credentials(in: bytes.span)
    else { return 0 }
    var target = [UInt8](repeating: 0xA5, count: 600)
    var span = target.mutableSpan
    guard let written = TopicJSON.encode(credentials, steeredAt: address, into: &span) else {
        precondition(count > TopicJSON.maximumMessageLength || count > 400, "read and not said again")
        return 0
    }
    precondition(written <= TopicJSON.maximumMessageLength && target[written] == 0xA5, "more than it takes")
    let again = target.span.extracting(first: written)
    guard let other = try? TopicJSON.CredentialsObject(decoding: again),
        let otherAddress = try? other.controlAddress(in: again),
        let otherCredentials = try? other.credentials(in: again)
    else { preconditionFailure("not read again") }
    precondition(otherAddress == address && otherCredentials.ssid == credentials.ssid, "other facts")
    let secrets = (secretBytes(of: credentials.passphrase), secretBytes(of: otherCredentials.passphrase))
    precondition(secrets.0 == secrets.1, "another passphrase")
    return 0
}

private func secretBytes(of passphrase: borrowing Passphrase) -> [UInt8] {
    passphrase.withBytes { bytes in bytes.indices.map { bytes[$0] } }
}

private func compareReaders(_ bytes: [UInt8]) {
    var fault: TopicJSON.SyntaxFault.Kind?
    var reader = TopicJSON.Reader(maximumDepth: TopicJSON.Reader.greatestDepth)
    do throws(TopicJSON.SyntaxFault) {
        while true {
            let token = try reader.next(in: bytes.span)
            if token == .end { break }
            guard case .number(let range) = token else { continue }
            let number = Int32(String(decoding: bytes[range], as: UTF8.self))
            precondition(TopicJSON.Reader.integer(at: range, in: bytes.span) == number, "another number")
        }
    } catch {
        precondition(Int(error.offset) <= bytes.count, "a fault beyond the bytes")
        fault = error.kind
    }
    do throws(JSONFault) {
        _ = try JSONReader.read(bytes)
        precondition(fault == nil, "refused by the one without a heap")
    } catch {
        // A name that comes twice and the depth are rules of their own.
        let isOwnRule = error.text.hasSuffix("comes twice") || error.text.hasSuffix("levels")
        precondition(fault != nil || isOwnRule, "taken by the one without a heap")
    }
}
