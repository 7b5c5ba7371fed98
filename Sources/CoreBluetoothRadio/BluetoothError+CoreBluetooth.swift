import BluetoothLE
import CoreBluetooth
import Foundation

extension BluetoothError {
    /// What an error of CoreBluetooth means. `otherwise` is the kind where it does not tell.
    init(_ error: (any Error)?, doing action: String, otherwise code: Code = .failed) {
        if let attribute = error as? CBATTError {
            self.init(attribute: attribute, doing: action)
        } else if let radio = error as? CBError {
            self.init(Self.code(of: radio.code, otherwise: code), Self.text(of: radio, action))
        } else {
            self.init(code, error.map { "\(action): \($0.localizedDescription)" } ?? action)
        }
    }

    private init(attribute error: CBATTError, doing action: String) {
        let number = UInt8(truncatingIfNeeded: error.code.rawValue)
        let text = "\(action): the peripheral answered with attribute error 0x\(String(number, radix: 16))"
        switch error.code {
        case .insufficientAuthentication, .insufficientEncryption, .insufficientEncryptionKeySize:
            // The system has tried to pair before it tells of these.
            self.init(.pairingFailed, text, attributeError: ATTError(rawValue: number))
        default:
            self.init(.attributeError, text, attributeError: ATTError(rawValue: number))
        }
    }

    private static func code(of error: CBError.Code, otherwise code: Code) -> Code {
        switch error {
        case .peerRemovedPairingInformation: .bondLost
        case .encryptionTimedOut: .pairingFailed
        case .unknownDevice: .notFound
        case .connectionFailed, .connectionLimitReached, .connectionTimeout: .connectionFailed
        case .notConnected: .disconnected
        case .operationNotSupported: .unsupported
        case .operationCancelled: .cancelled
        default: code
        }
    }

    private static func text(of error: CBError, _ action: String) -> String {
        guard error.code == .peerRemovedPairingInformation else {
            return "\(action): \(error.localizedDescription)"
        }
        return "\(action): the peripheral has lost its bond with this machine; a person removes the peripheral in the "
            + "system's Bluetooth settings, and the next connection pairs anew"
    }

    /// The same as the end of a link: that is what it is, whatever the reason, but for a bond that is lost.
    var asLinkEnd: BluetoothError {
        code == .bondLost ? self : BluetoothError(.disconnected, detail, attributeError: attributeError)
    }
}
