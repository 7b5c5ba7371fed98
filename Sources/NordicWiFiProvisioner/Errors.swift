import Provisioning

/// A request was made while no device was connected. Nothing was sent.
public struct DeviceNotConnectedError: Error, Sendable {
    /// The error.
    public init() {}
}

/// Why the version was not received.
public enum ProvisionerInfoError: Error, Hashable, Sendable {
    /// What came could not be read.
    case badData
    /// Nothing came.
    case emptyData
}

/// Why something failed.
public enum ProvisionerError: Error, Sendable {
    /// There is no device of that identifier in range.
    case noPeripheralFound
    /// The link failed; the error within, a `ProvisioningError`, says why and what to do.
    case notConnected(any Error)
    /// Bluetooth cannot be used on this machine now.
    case bluetoothNotAvailable
    /// The device does not speak the protocol, or not that part of it.
    case notSupported
    /// Something else.
    case unknown
    /// What came could not be read.
    case badData
    /// The device did not do what it was asked, or did not answer.
    case deviceFailureResponse
    /// The answer says nothing.
    case emptyResponse
    /// The device, or this library in its place, refuses an argument: one is missing or out of range.
    case invalidArgument
    /// The device could not read the request.
    case failedToDecodeRequest
    /// The device failed in itself.
    case internalError

    init(_ error: ProvisioningError) {
        // The statuses of the protocol, as its schema numbers them.
        switch error.deviceStatus {
        case 1: self = .invalidArgument
        case 2: self = .failedToDecodeRequest
        case 3: self = .internalError
        default: self = Self.made(from: error)
        }
    }

    private static func made(from error: ProvisioningError) -> ProvisionerError {
        switch error.code {
        case .noAdapter, .poweredOff, .notPermitted, .serviceUnavailable: .bluetoothNotAvailable
        case .notFound: .noPeripheralFound
        case .notRecognized, .unsupported: .notSupported
        case .connectionFailed, .disconnected, .pairingFailed, .bondLost, .cancelled: .notConnected(error)
        case .invalidSSID, .invalidPassphrase, .passphraseNeeded, .passphraseNotTaken, .unsupportedSecurity:
            .invalidArgument
        case .timedOut: error.fault == .link ? .notConnected(error) : .deviceFailureResponse
        case .refused: .deviceFailureResponse
        default: .unknown
        }
    }

    /// For a person.
    public var localizedDescription: String {
        switch self {
        case .noPeripheralFound: "The device is not in range."
        case .notConnected(let error): "The device is not connected: \(error)"
        case .bluetoothNotAvailable: "Bluetooth cannot be used now."
        case .notSupported: "The device does not offer that."
        case .unknown: "It failed for an unknown reason."
        case .badData: "The device sent something that cannot be read."
        case .deviceFailureResponse: "The device did not do what it was asked."
        case .emptyResponse: "The device sent an empty answer."
        case .invalidArgument: "An argument is missing or out of range."
        case .failedToDecodeRequest: "The device could not read the request."
        case .internalError: "The device failed in itself."
        }
    }
}
