public import BluetoothLE

/// Why a device could not be served. A join that fails is not one: that is a ``DeviceEvent``, and the device goes on.
public struct DeviceError: Error, Hashable, Sendable {
    /// The kinds of failure. An open set.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, stable.
        public let rawValue: String

        /// The kind of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The caller's fault: the device runs already, or has run.
        public static var alreadyRun: Code { Code(rawValue: "alreadyRun") }
        /// The caller's fault: the configuration names no protocol.
        public static var noProtocol: Code { Code(rawValue: "noProtocol") }
        /// The system's fault: the radio cannot be used; ``DeviceError/radio`` says why.
        public static var radioUnavailable: Code { Code(rawValue: "radioUnavailable") }
    }

    /// What kind of failure it is.
    public let code: Code
    /// What the radio said, where it is the cause.
    public let radio: BluetoothError?

    /// A failure of this kind.
    public init(_ code: Code, radio: BluetoothError? = nil) {
        self.code = code
        self.radio = radio
    }
}

extension DeviceError: CustomStringConvertible {
    /// What failed, what the state is now and what to do next.
    public var description: String {
        switch code {
        case .alreadyRun: "This device has been run before; make a new one. The one that runs goes on."
        case .noProtocol: "The device serves no protocol; name at least one. Nothing was advertised."
        case .radioUnavailable:
            "The device is not on the air: \(radio?.code.rawValue ?? "failed") \(radio?.detail ?? ""). Nothing was stored."
        default: code.rawValue
        }
    }
}
