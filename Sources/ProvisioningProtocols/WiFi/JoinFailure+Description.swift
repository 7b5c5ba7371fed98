#if !hasFeature(Embedded)
    extension JoinFailure: CustomStringConvertible {
        /// The reason for a person: what follows a colon, without a full stop.
        public var description: String {
            switch self {
            case .unspecified: "the device did not say why"
            // Devices report other troubles in the same words, so that it is never certain.
            case .wrongPassphrase: "the passphrase is probably wrong"
            case .networkNotFound: "the network was not found"
            case .timeOut: "it took too long"
            case .noAddress: "the network gave no address"
            case .unsupportedSecurity: "the device cannot do this kind of security"
            case .deviceFault: "the device failed"
            case .storageFailed: "the device could not store the credentials; what it had before is intact"
            case .credentialsRefused: "the device refused the credentials without a try"
            case .connectionFailed: "the connection to the access point failed"
            case .replaced: "another program gave the device other credentials meanwhile, and it joins with those"
            default: "reason \(rawValue & 0xFF)"
            }
        }

        /// The reason's name for programs, stable: `wrongPassphrase`, or `unknown(N)` for one that has none.
        public var name: String {
            switch self {
            case .unspecified: "unspecified"
            case .wrongPassphrase: "wrongPassphrase"
            case .networkNotFound: "networkNotFound"
            case .timeOut: "timeOut"
            case .noAddress: "noAddress"
            case .unsupportedSecurity: "unsupportedSecurity"
            case .deviceFault: "deviceFault"
            case .storageFailed: "storageFailed"
            case .credentialsRefused: "credentialsRefused"
            case .connectionFailed: "connectionFailed"
            case .replaced: "replaced"
            default: "unknown(\(rawValue & 0xFF))"
            }
        }
    }
#endif
