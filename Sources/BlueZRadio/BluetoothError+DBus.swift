import BluetoothLE
import DBus

extension BluetoothError {
    /// What a failed call means. `otherwise` is the kind where the error's name does not tell.
    init(_ error: DBusError, doing action: String, otherwise code: Code = .failed) {
        let said = error.message.isEmpty ? error.name : error.message
        self.init(
            Self.code(of: error, otherwise: code), "\(action): \(said)", attributeError: Self.attributeError(of: error))
    }

    private static func code(of error: DBusError, otherwise code: Code) -> Code {
        if error.isCancelled { return .cancelled }
        if error.isTimeout { return .timedOut }
        if error.isDisconnected || error.isServiceUnknown { return .serviceUnavailable }
        if error.isAccessDenied { return .notPermitted }
        if error.isUnknownObject { return .notFound }
        if error.meansSocketTaken { return .inUse }
        switch error.name {
        case BlueZNames.error("NotReady"): return .poweredOff
        case BlueZNames.error("NotConnected"): return .disconnected
        case BlueZNames.error("NotSupported"): return .unsupported
        case BlueZNames.error("InvalidOffset"), BlueZNames.error("NotPermitted"): return .attributeError
        case BlueZNames.error("InvalidValueLength"): return .attributeError
        case BlueZNames.error("AuthenticationFailed"), BlueZNames.error("AuthenticationCanceled"),
            BlueZNames.error("AuthenticationRejected"), BlueZNames.error("AuthenticationTimeout"):
            return .pairingFailed
        default: return attributeError(of: error) == nil ? code : .attributeError
        }
    }

    /// BlueZ names the common codes of the attribute protocol and puts the others into its text.
    private static func attributeError(of error: DBusError) -> ATTError? {
        switch (error.name, error.message) {
        case (BlueZNames.error("InvalidOffset"), _): return .invalidOffset
        case (BlueZNames.error("InvalidValueLength"), _), (_, "Invalid Length"): return .invalidAttributeValueLength
        case (BlueZNames.error("NotPermitted"), "Read not permitted"): return .readNotPermitted
        case (BlueZNames.error("NotPermitted"), "Write not permitted"): return .writeNotPermitted
        case (BlueZNames.error("NotPermitted"), "Not paired"): return .insufficientEncryption
        default: break
        }
        let prefix = "Operation failed with ATT error: 0x"
        guard error.message.hasPrefix(prefix) else { return nil }
        return UInt8(error.message.dropFirst(prefix.utf8.count).prefix(2), radix: 16).map(ATTError.init(rawValue:))
    }
}

extension DBusError {
    /// Whether BlueZ refuses notifications because somebody has the socket of the characteristic.
    var meansSocketTaken: Bool { name == BlueZNames.error("NotPermitted") && message == "Notify acquired" }
}
