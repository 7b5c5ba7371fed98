public import Runtime

/// Why something could not be done, for a program to decide on and for a person to read.
///
/// A join that the device tried and could not do is not an error but an outcome. No text here ever holds a passphrase.
public struct ProvisioningError: ExplainedError {
    /// The kinds of failure. An open set.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, stable.
        public let rawValue: String

        /// The kind of this name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Whose fault a failure is.
    public enum Fault: String, Hashable, Sendable {
        /// What was asked for cannot be done.
        case caller
        /// The device did something wrong, or cannot do it.
        case device
        /// The radio link did not hold.
        case link
        /// This machine: no adapter, not permitted, service not running.
        case system
    }

    /// What kind of failure it is.
    public var code: Code { facts.code }
    /// Whose fault it is.
    public var fault: Fault { facts.fault }
    /// What failed, a whole sentence.
    public var summary: String { facts.summary }
    /// What the state is now, a whole sentence.
    public var state: String { facts.state }
    /// What to do next, a whole sentence.
    public var advice: String { facts.advice }
    /// The networks that did arrive, where a list ended before it was whole.
    public var networks: NetworkList? { facts.networks }
    /// The status, in the protocol's own numbers, with which the device refused, where it gave one.
    public var deviceStatus: UInt8? { facts.deviceStatus }

    /// Apart, because every call that can fail keeps room for its error, and hardly any fails.
    private let facts: Facts

    private final class Facts: Sendable {
        let code: Code
        let fault: Fault
        let summary: String
        let state: String
        let advice: String
        let networks: NetworkList?
        let deviceStatus: UInt8?

        init(
            _ code: Code, _ fault: Fault, _ summary: String, _ state: String, _ advice: String,
            _ networks: NetworkList?, _ deviceStatus: UInt8?
        ) {
            self.code = code
            self.fault = fault
            self.summary = summary
            self.state = state
            self.advice = advice
            self.networks = networks
            self.deviceStatus = deviceStatus
        }
    }

    /// A failure of these facts.
    public init(
        _ code: Code, fault: Fault, summary: String, state: String, advice: String, networks: NetworkList? = nil,
        deviceStatus: UInt8? = nil
    ) {
        facts = Facts(code, fault, summary, state, advice, networks, deviceStatus)
    }

    /// The same with the status that the device gave; as it is where it gave none.
    func refused(with status: UInt8?) -> ProvisioningError {
        guard let status else { return self }
        return ProvisioningError(
            code, fault: fault, summary: summary, state: state, advice: advice, networks: networks,
            deviceStatus: status)
    }
}

extension ProvisioningError.Code {
    /// This machine has no Bluetooth adapter, or not the one asked for.
    public static var noAdapter: Self { Self(rawValue: "noAdapter") }
    /// The adapter is switched off or blocked.
    public static var poweredOff: Self { Self(rawValue: "poweredOff") }
    /// This program may not use Bluetooth.
    public static var notPermitted: Self { Self(rawValue: "notPermitted") }
    /// The Bluetooth service of this machine does not run, or ended.
    public static var serviceUnavailable: Self { Self(rawValue: "serviceUnavailable") }
    /// The device is not in range.
    public static var notFound: Self { Self(rawValue: "notFound") }
    /// The device is there, but no link came about.
    public static var connectionFailed: Self { Self(rawValue: "connectionFailed") }
    /// The link ended.
    public static var disconnected: Self { Self(rawValue: "disconnected") }
    /// A limit passed.
    public static var timedOut: Self { Self(rawValue: "timedOut") }
    /// The calling task was cancelled, or the session was closed meanwhile.
    public static var cancelled: Self { Self(rawValue: "cancelled") }
    /// Pairing was refused or failed.
    public static var pairingFailed: Self { Self(rawValue: "pairingFailed") }
    /// One side has lost the bond that the other relies on.
    public static var bondLost: Self { Self(rawValue: "bondLost") }
    /// The device speaks none of the protocols it seemed to speak.
    public static var notRecognized: Self { Self(rawValue: "notRecognized") }
    /// Another program of this machine has what the device sends to itself.
    public static var inUse: Self { Self(rawValue: "inUse") }
    /// More than one attribute of the device could take the credentials.
    public static var ambiguous: Self { Self(rawValue: "ambiguous") }
    /// The device's protocol cannot do that.
    public static var unsupported: Self { Self(rawValue: "unsupported") }
    /// The device answered with an error of the attribute protocol.
    public static var refused: Self { Self(rawValue: "refused") }
    /// The network's name is not 1 to 32 bytes long.
    public static var invalidSSID: Self { Self(rawValue: "invalidSSID") }
    /// The passphrase has a length that the network's security does not take.
    public static var invalidPassphrase: Self { Self(rawValue: "invalidPassphrase") }
    /// The network needs a passphrase, and none was given.
    public static var passphraseNeeded: Self { Self(rawValue: "passphraseNeeded") }
    /// A passphrase was given for an open network.
    public static var passphraseNotTaken: Self { Self(rawValue: "passphraseNotTaken") }
    /// The protocol cannot carry what this kind of security needs.
    public static var unsupportedSecurity: Self { Self(rawValue: "unsupportedSecurity") }
    /// The device has to be told under which topic it is steered, and none was given.
    public static var topicNeeded: Self { Self(rawValue: "topicNeeded") }
    /// What is to be sent is longer than one message of the protocol.
    public static var tooLong: Self { Self(rawValue: "tooLong") }
    /// Another call of the same kind took the place of this one.
    public static var replaced: Self { Self(rawValue: "replaced") }
    /// Something else, which the summary tells.
    public static var failed: Self { Self(rawValue: "failed") }
}
