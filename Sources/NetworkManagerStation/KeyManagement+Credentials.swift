import ProvisioningProtocols
import WiFiStation

extension KeyManagement {
    /// What suits `credentials`, with `visible` being the kinds of the access points of that name that are known.
    ///
    /// A protocol that carries no security leaves it to what is in range, and for a name that is not, to the length of
    /// the passphrase: five bytes can only be a WEP key. No passphrase and no security is an open network.
    /// - Throws: `invalidCredentials` when no network could take them, or NetworkManager cannot carry them.
    init(for credentials: borrowing Credentials, visible: Set<SecurityKind>) throws(StationError) {
        let isWithoutPassphrase = credentials.passphrase.isEmpty
        let chosen: KeyManagement =
            switch credentials.security {
            case .open: visible.contains(.owe) && !visible.contains(.open) ? .owe : .open
            case .wep: .wep
            case .wpaPersonal: visible.contains(.sae) && !visible.contains(.psk) ? .sae : .psk
            case .wpa3Personal: visible.contains(.psk) ? .psk : .sae
            case .wpa2Enterprise:
                throw StationError(.invalidCredentials, CredentialFault.enterpriseNotCarried.description)
            default:
                if isWithoutPassphrase {
                    visible.contains(.owe) && !visible.contains(.open) ? .owe : .open
                } else if visible.contains(.psk) {
                    .psk
                } else if visible.contains(.sae) {
                    .sae
                } else if visible.contains(.wep) || credentials.passphrase.count == 5 {
                    .wep
                } else {
                    .psk
                }
            }
        do throws(CredentialFault) {
            try CredentialLimits(carriesHexKeys: true, carriesEnterprise: false)
                .check(ssid: credentials.ssid, passphrase: credentials.passphrase, security: chosen.security)
        } catch {
            throw StationError(.invalidCredentials, error.description)
        }
        guard credentials.passphrase.isText else {
            throw StationError(.invalidCredentials, "NetworkManager takes only passphrases that are UTF-8 text")
        }
        self = chosen
    }

    private var security: Security {
        switch self {
        case .open, .owe: .open
        case .wep: .wep
        case .psk: .wpaPersonal
        case .sae: .wpa3Personal
        }
    }
}

extension Passphrase {
    /// Whether D-Bus can carry it as a string: UTF-8 without a NUL.
    fileprivate var isText: Bool {
        withBytes { bytes in
            !bytes.indices.contains { bytes[$0] == 0 } && (try? UTF8Span(validating: bytes)) != nil
        }
    }
}
