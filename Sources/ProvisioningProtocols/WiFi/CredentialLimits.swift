/// Why credentials are not sent, or not taken. It never carries the passphrase.
public enum CredentialFault: Error, Hashable, Sendable {
    /// The SSID has no byte, which is how a hidden network is listed: its name has to be typed in.
    case emptySSID
    /// The network is secured, or not known to be open, and there is no passphrase.
    case passphraseMissing
    /// The network is open, and a passphrase was given.
    case passphraseForOpenNetwork
    /// A WPA passphrase has at least 8 bytes (IEEE 802.11-2020 annex J.4).
    case passphraseTooShort
    /// A passphrase has at most 63 bytes, or is a key of 64 hex digits.
    case passphraseTooLong
    /// A WEP key is 5 or 13 bytes, or 10 or 26 hex digits.
    case malformedWEPKey
    /// A key of 64 hex digits is right for the network, but the protocol carries at most 63 bytes.
    case hexKeyNotCarried
    /// The network wants a user's own credentials, which the protocol does not carry.
    case enterpriseNotCarried
    /// The protocol carries text, and the name or the passphrase is not UTF-8.
    case notText
    /// The protocol tells a device where it is to be steered, and that was not given.
    case controlAddressMissing
    /// Each part is right, and together they are longer than the one message that the protocol has for them.
    case messageTooLong
}

/// What a protocol can carry of credentials.
public struct CredentialLimits: Equatable, Sendable {
    /// Whether a key of 64 hex digits fits.
    public var carriesHexKeys: Bool
    /// Whether the credentials of enterprise networks have a place.
    public var carriesEnterprise: Bool

    /// The limits of a protocol.
    public init(carriesHexKeys: Bool, carriesEnterprise: Bool) {
        self.carriesHexKeys = carriesHexKeys
        self.carriesEnterprise = carriesEnterprise
    }

    /// Checks credentials by the rules that both ends share, in bytes.
    ///
    /// A network of unknown security, or a typed-in one, takes 1 to 63 bytes; where a person says that it is open, its
    /// security is ``Security/open``.
    /// - Throws: the first rule that is broken.
    public func check(
        ssid: SSID, passphrase: borrowing Passphrase, security: Security
    ) throws(CredentialFault) {
        if ssid.count == 0 { throw .emptySSID }
        switch security {
        case .open: if !passphrase.isEmpty { throw .passphraseForOpenNetwork }
        case .wpa2Enterprise: if !carriesEnterprise { throw .enterpriseNotCarried }
        case .wep: try checkWEP(passphrase)
        case .wpaPersonal, .wpa3Personal: try checkLength(passphrase, least: 8)
        default: try checkLength(passphrase, least: 1)
        }
    }

    private func checkWEP(_ key: borrowing Passphrase) throws(CredentialFault) {
        switch key.count {
        case 0: throw .passphraseMissing
        case 5, 13: return
        case 10, 26: if !key.isHexadecimal { throw .malformedWEPKey }
        default: throw .malformedWEPKey
        }
    }

    private func checkLength(_ passphrase: borrowing Passphrase, least: Int) throws(CredentialFault) {
        switch passphrase.count {
        case 0: throw .passphraseMissing
        case ..<least: throw .passphraseTooShort
        case ...63: return
        default:
            if !passphrase.isHexadecimal { throw .passphraseTooLong }
            if !carriesHexKeys { throw .hexKeyNotCarried }
        }
    }
}

extension Credentials {
    /// Checks the credentials by the rules that both ends share (``CredentialLimits/check(ssid:passphrase:security:)``).
    /// - Throws: the first rule that is broken.
    public func check(_ limits: CredentialLimits) throws(CredentialFault) {
        try limits.check(ssid: ssid, passphrase: passphrase, security: security)
    }
}

extension Passphrase {
    /// Whether every byte is a hex digit, either letter case.
    var isHexadecimal: Bool {
        withBytes { bytes in
            for index in bytes.indices {
                switch bytes[index] {
                case 0x30...0x39, 0x41...0x46, 0x61...0x66: continue
                default: return false
                }
            }
            return true
        }
    }
}

#if !hasFeature(Embedded)
    extension CredentialFault: CustomStringConvertible {
        /// A sentence that says what is wrong, without the passphrase.
        public var description: String {
            switch self {
            case .emptySSID: "the network's name is empty: a hidden network's name has to be typed in"
            case .passphraseMissing: "the network needs a passphrase and none was given"
            case .passphraseForOpenNetwork: "the network is open and takes no passphrase"
            case .passphraseTooShort: "the passphrase is shorter than the 8 bytes that WPA asks for"
            case .passphraseTooLong: "the passphrase is longer than 63 bytes and not a key of 64 hex digits"
            case .malformedWEPKey: "a WEP key is 5 or 13 characters, or 10 or 26 hex digits"
            case .hexKeyNotCarried: "this protocol carries at most 63 bytes, so not a key of 64 hex digits"
            case .enterpriseNotCarried: "this protocol carries no credentials for enterprise networks"
            case .notText: "this protocol carries text, and the name or the passphrase is not UTF-8"
            case .controlAddressMissing: "the device has to be given a topic and an id, and they are missing"
            case .messageTooLong: "topic, name, passphrase and id together are longer than one message holds"
            }
        }
    }
#endif
