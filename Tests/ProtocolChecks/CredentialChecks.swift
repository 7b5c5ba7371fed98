import ProvisioningProtocols

/// What is checked before credentials are sent, and by the device that gets them.
let credentialSuite = Suite(
    "Credential rules",
    [
        Check("A name has 1 to 32 bytes") {
            guard check(name: [], phrase(8), .wpaPersonal) == .emptySSID else { return "an empty one was taken" }
            return check(name: [UInt8](repeating: 1, count: 32), phrase(8), .wpaPersonal) == nil ? nil : "32 bytes"
        },
        Check("A4/15: WPA takes 8 to 63 bytes, and says on which side a passphrase is outside") {
            for security in [Security.wpaPersonal, .wpa3Personal] {
                for (count, fault) in [
                    (0, CredentialFault.passphraseMissing), (1, .passphraseTooShort), (7, .passphraseTooShort),
                    (8, nil), (63, nil), (64, .passphraseTooLong),
                ] where check(phrase(count), security) != fault { return "a length" }
            }
            return nil
        },
        Check("A4/13: A key of 64 hex digits passes where the protocol carries it, and WiFiSet says that it does not") {
            let digits = hexDigits("0123456789abcdefABCDEF0123456789abcdef0123456789abcdef0123456789")
            let open = CredentialLimits(carriesHexKeys: true, carriesEnterprise: false)
            for security in [Security.wpaPersonal, .wpa3Personal, .unspecified, .unknown(7)] {
                if check(digits, security) != .hexKeyNotCarried { return "WiFiSet" }
                if check(digits, security, open) != nil { return "a protocol that carries it" }
                if check(phrase(64), security, open) != .passphraseTooLong { return "64 other characters" }
            }
            return nil
        },
        Check("A WEP key is 5 or 13 bytes, or 10 or 26 hex digits") {
            for count in 1...64 where check(phrase(count), .wep) != ([5, 13].contains(count) ? nil : .malformedWEPKey) {
                return "a length of other characters"
            }
            for digits: StaticString in ["0123456789", "0123456789abcdefABCDEF0123"]
            where check(hexDigits(digits), .wep) != nil { return "hex digits" }
            return check([], .wep) == .passphraseMissing ? nil : "no key"
        },
        Check("An open network takes no passphrase, and no other goes without one") {
            guard check([], .open) == nil, check(phrase(8), .open) == .passphraseForOpenNetwork else { return "open" }
            for security in [Security.wep, .wpaPersonal, .wpa3Personal, .unspecified, .unknown(7)]
            where check([], security) != .passphraseMissing { return "one that is not open" }
            return nil
        },
        Check("Unknown and typed-in networks take 1 to 63 bytes") {
            for security in [Security.unspecified, .unknown(7)] {
                for count in 1...63 where check(phrase(count), security) != nil { return "a length" }
                if check(phrase(64), security) != .passphraseTooLong { return "64 bytes" }
            }
            return nil
        },
        Check("An enterprise network is refused unless the protocol carries its credentials") {
            let carrying = CredentialLimits(carriesHexKeys: true, carriesEnterprise: true)
            guard check(phrase(8), .wpa2Enterprise) == .enterpriseNotCarried else { return "WiFiSet" }
            return check(phrase(8), .wpa2Enterprise, carrying) == nil ? nil : "a protocol that carries it"
        },
    ])

private func phrase(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x7A, count: count) }

private func hexDigits(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { Array($0) } }

private func check(
    name: [UInt8] = [0x42], _ passphrase: [UInt8], _ security: Security,
    _ limits: CredentialLimits = WiFiSet.credentialLimits
) -> CredentialFault? {
    guard let ssid = SSID(name.span), let passphrase = Passphrase(passphrase.span) else { return nil }
    do throws(CredentialFault) {
        try Credentials(ssid: ssid, passphrase: passphrase, security: security).check(limits)
        return nil
    } catch {
        return error
    }
}
