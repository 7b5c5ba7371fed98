/// Why something over Bluetooth could not be done.
///
/// `code` is an open set; `detail` is what the platform said of it, for people and logs, and never holds a value that was
/// read or written.
public struct BluetoothError: Error, Hashable, Sendable {
    /// The kinds of failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, stable.
        public let rawValue: String

        /// The kind of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// This machine has no adapter, or not the one asked for.
        public static var noAdapter: Code { Code(rawValue: "noAdapter") }
        /// The adapter is switched off or blocked.
        public static var poweredOff: Code { Code(rawValue: "poweredOff") }
        /// This program may not use Bluetooth.
        public static var notPermitted: Code { Code(rawValue: "notPermitted") }
        /// The Bluetooth service of this machine does not run, or ended.
        public static var serviceUnavailable: Code { Code(rawValue: "serviceUnavailable") }
        /// The peripheral is not there.
        public static var notFound: Code { Code(rawValue: "notFound") }
        /// It was there, but no link came about.
        public static var connectionFailed: Code { Code(rawValue: "connectionFailed") }
        /// The link ended.
        public static var disconnected: Code { Code(rawValue: "disconnected") }
        /// The limit passed.
        public static var timedOut: Code { Code(rawValue: "timedOut") }
        /// The calling task was cancelled.
        public static var cancelled: Code { Code(rawValue: "cancelled") }
        /// Pairing was refused or failed.
        public static var pairingFailed: Code { Code(rawValue: "pairingFailed") }
        /// One side has lost the bond that the other relies on.
        public static var bondLost: Code { Code(rawValue: "bondLost") }
        /// The peer answered an attribute request with an error.
        public static var attributeError: Code { Code(rawValue: "attributeError") }
        /// The attribute is not there, or cannot do that.
        public static var unsupported: Code { Code(rawValue: "unsupported") }
        /// Another program of this machine has it to itself.
        public static var inUse: Code { Code(rawValue: "inUse") }
        /// The value is longer than an attribute or the link can carry.
        public static var valueTooLong: Code { Code(rawValue: "valueTooLong") }
        /// The advertisement was refused by the adapter.
        public static var advertisementRefused: Code { Code(rawValue: "advertisementRefused") }
        /// Something else, which `detail` tells.
        public static var failed: Code { Code(rawValue: "failed") }
    }

    /// What kind of failure it is.
    public var code: Code { facts.code }
    /// What the platform said.
    public var detail: String { facts.detail }
    /// The ATT error code, where the peer sent one (Core Specification 5.4, Vol 3 Part F §3.4.1.1).
    public var attributeError: ATTError? { facts.attributeError }

    /// Apart, because every call that can fail keeps room for its error, and hardly any fails.
    private let facts: Facts

    private final class Facts: Sendable {
        let code: Code
        let detail: String
        let attributeError: ATTError?

        init(_ code: Code, _ detail: String, _ attributeError: ATTError?) {
            self.code = code
            self.detail = detail
            self.attributeError = attributeError
        }
    }

    /// A failure of this kind.
    public init(_ code: Code, _ detail: String = "", attributeError: ATTError? = nil) {
        facts = Facts(code, detail, attributeError)
    }

    /// Whether both say the same.
    public static func == (left: BluetoothError, right: BluetoothError) -> Bool {
        left.code == right.code && left.detail == right.detail && left.attributeError == right.attributeError
    }

    /// Hashes all that it says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(detail)
        hasher.combine(attributeError)
    }
}

/// The error codes of the attribute protocol (Core Specification 5.4, Vol 3 Part F §3.4.1.1). An open set.
public struct ATTError: RawRepresentable, Hashable, Sendable {
    /// The code on the wire.
    public let rawValue: UInt8

    /// The error with this code.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The attribute cannot be read.
    public static var readNotPermitted: ATTError { ATTError(rawValue: 0x02) }
    /// The attribute cannot be written.
    public static var writeNotPermitted: ATTError { ATTError(rawValue: 0x03) }
    /// The link is not authenticated.
    public static var insufficientAuthentication: ATTError { ATTError(rawValue: 0x05) }
    /// The offset is past the end of the value.
    public static var invalidOffset: ATTError { ATTError(rawValue: 0x07) }
    /// The value has a length that the attribute does not take.
    public static var invalidAttributeValueLength: ATTError { ATTError(rawValue: 0x0D) }
    /// Something unlikely went wrong.
    public static var unlikelyError: ATTError { ATTError(rawValue: 0x0E) }
    /// The link is not encrypted.
    public static var insufficientEncryption: ATTError { ATTError(rawValue: 0x0F) }
    /// The peripheral is too busy to take the request.
    public static var insufficientResources: ATTError { ATTError(rawValue: 0x11) }
}
