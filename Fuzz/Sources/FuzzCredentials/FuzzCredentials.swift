import ProvisioningProtocols

/// Credentials of any bytes are refused or come out at the other end as they were, and nothing of them is left behind.
///
/// The input is the security (two bytes), the length of the name, the name and the passphrase.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard bytes.count >= 3 else { return 0 }
    let security = Security(rawValue: UInt16(bytes[0]) | UInt16(bytes[1] & 3) << 8)
    let nameEnd = min(3 + Int(bytes[2]) % 40, bytes.count)
    let name = Array(bytes[3..<nameEnd]), secret = Array(bytes[nameEnd...])
    guard let ssid = SSID(name.span), let passphrase = Passphrase(secret.span) else {
        precondition(name.count > 32 || secret.count > 64)
        return 0
    }
    precondition(ssid.count == name.count && passphrase.count == secret.count)
    var target = [UInt8](repeating: 0, count: 128)
    var span = target.mutableSpan
    let written = WiFiSet.encodeCredentials(ssid: ssid, passphrase: passphrase, sequence: bytes[0], into: &span)
    precondition((written == nil) == (name.isEmpty || secret.count > 63), "refused for another reason")
    if allows(ssid, passphrase, security) {
        precondition(written != nil, "allowed and not written")
        precondition(
            secret.isEmpty == (security == .open), "a passphrase where there is none, or none where there is one")
    }
    guard let written else { return 0 }
    guard let frame = try? WiFiSet.Frame(decoding: target.span.extracting(first: written)),
        case .credentialWrite(let write) = frame.message
    else { preconditionFailure("not read as credentials") }
    precondition(write.ssid == ssid && Array(target[write.passphrase.range]) == secret, "other credentials")
    return 0
}

private func allows(_ ssid: SSID, _ passphrase: borrowing Passphrase, _ security: Security) -> Bool {
    do throws(CredentialFault) {
        try WiFiSet.credentialLimits.check(ssid: ssid, passphrase: passphrase, security: security)
        return true
    } catch {
        return false
    }
}
