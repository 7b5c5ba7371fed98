import BluetoothLE
import ProvisioningProtocols

extension ProvisioningError {
    /// What a failure of the radio means to the one who asked for `step`, which begins a sentence.
    init(_ error: BluetoothError, during step: String) {
        func make(_ code: Code, _ fault: Fault, _ why: String, _ advice: String) -> ProvisioningError {
            let detail = error.detail.isEmpty ? "" : " (\(error.detail))"
            return ProvisioningError(
                code, fault: fault, summary: "\(step) failed: \(why)\(detail).", state: "Nothing is connected.",
                advice: advice)
        }
        self =
            switch error.code {
            case .noAdapter:
                make(.noAdapter, .system, "this machine has no such Bluetooth adapter", "Plug one in, or name another.")
            case .poweredOff:
                make(.poweredOff, .system, "the Bluetooth adapter is off or blocked", "Switch it on.")
            case .notPermitted:
                make(.notPermitted, .system, "this program may not use Bluetooth", "Grant it the permission.")
            case .serviceUnavailable:
                make(.serviceUnavailable, .system, "the Bluetooth service does not run", "Start it.")
            case .notFound:
                make(.notFound, .link, "the device is not in range", "Bring it nearer, switch it on, and look again.")
            case .connectionFailed:
                make(.connectionFailed, .link, "no link came about", "Bring the device nearer and try again.")
            case .disconnected: make(.disconnected, .link, "the link was lost", "Try again.")
            case .timedOut: make(.timedOut, .link, "it took too long", "Bring the device nearer and try again.")
            case .cancelled: make(.cancelled, .caller, "it was cancelled", "Try again when you wish.")
            case .pairingFailed:
                make(.pairingFailed, .device, "the device could not be paired with", "Reset its pairing and try again.")
            case .bondLost:
                make(
                    .bondLost, .device, "one side has forgotten the pairing",
                    "Remove the pairing at both ends, then pair.")
            case .inUse:
                ProvisioningError(
                    .inUse, fault: .system,
                    summary:
                        "\(step) failed: another program of this machine is connected to the device, and has all that "
                        + "it sends to itself (\(error.detail)).",
                    state: "The other program stays connected.",
                    advice: "End the other program, or have it disconnect, and try again.")
            case .unsupported:
                make(.unsupported, .device, "the device cannot do that", "Check that it is the right device.")
            case .attributeError:
                make(.refused, .device, "the device refused", "Restart the device and try again.")
            default: make(.failed, .system, "the radio reported a failure", "Try again.")
            }
    }

    /// Why credentials were not sent.
    init(_ fault: CredentialFault) {
        let (code, advice): (Code, String) =
            switch fault {
            case .emptySSID: (.invalidSSID, "Type the network's name.")
            case .passphraseMissing: (.passphraseNeeded, "Give its passphrase, or say that it is open.")
            case .passphraseForOpenNetwork: (.passphraseNotTaken, "Leave the passphrase out.")
            case .passphraseTooShort, .passphraseTooLong, .malformedWEPKey:
                (.invalidPassphrase, "Check the passphrase.")
            case .hexKeyNotCarried: (.invalidPassphrase, "Give the passphrase that the key was made from.")
            case .enterpriseNotCarried: (.unsupportedSecurity, "Choose a network with a passphrase.")
            case .notText: (.unsupported, "Choose a network whose name and passphrase are text.")
            case .controlAddressMissing: (.topicNeeded, "Give the topic under which it is to be steered.")
            case .messageTooLong: (.tooLong, "Choose a shorter topic.")
            }
        self.init(
            code, fault: .caller, summary: "The credentials were not sent: \(fault).",
            state: "The device is as it was.", advice: advice)
    }

    static var notRecognized: ProvisioningError {
        ProvisioningError(
            .notRecognized, fault: .device,
            summary: "The device looked like one that can be set up, but offers none of the known protocols whole.",
            state: "Nothing is connected.", advice: "Check that it is the right device.")
    }

    static func ambiguousAttributes(_ writable: [CharacteristicID]) -> ProvisioningError {
        let names = writable.map { "\($0.characteristic) of service \($0.service)" }
        return ProvisioningError(
            .ambiguous, fault: .caller,
            summary: "More than one characteristic of the device could take the credentials: "
                + names.joined(separator: ", ") + ".",
            state: "Nothing was sent, and nothing is connected.",
            advice: "Name the right one in the catalogue, with its service.")
    }

    static func unsupported(_ what: String) -> ProvisioningError {
        ProvisioningError(
            .unsupported, fault: .caller, summary: "The device's protocol cannot \(what).",
            state: "The device is as it was.", advice: "Its protocol's capabilities tell what it can do.")
    }

    static var linkLost: ProvisioningError {
        ProvisioningError(
            .disconnected, fault: .link, summary: "The link to the device was lost.", state: "Nothing is connected.",
            advice: "Connect again.")
    }

    static var statusTimedOut: ProvisioningError {
        ProvisioningError(
            .timedOut, fault: .device, summary: "The device did not say where it stands.",
            state: "The device is as it was.", advice: "Ask again, or restart the device.")
    }

    static var statusRefused: ProvisioningError {
        ProvisioningError(
            .refused, fault: .device, summary: "The device refused to say where it stands.",
            state: "The device is as it was.", advice: "Ask again, or restart the device.")
    }

    static var joinTimedOut: ProvisioningError {
        ProvisioningError(
            .timedOut, fault: .link, summary: "The credentials could not be written within the limit.",
            state: "The device is as it was.", advice: "Bring the device nearer and try again.")
    }

    static var replaced: ProvisioningError {
        ProvisioningError(
            .replaced, fault: .caller, summary: "Another join took the place of this one.",
            state: "The device joins with the later credentials.",
            advice: "Wait for the later join.")
    }

    /// The peer answered a write of credentials with an error of the attribute protocol.
    static func refused(_ code: UInt8) -> ProvisioningError {
        ProvisioningError(
            .refused, fault: .device, summary: "The device refused the credentials (ATT error \(code)).",
            state: "The device is as it was.", advice: "Restart the device and try again.")
    }

    static var versionFailed: ProvisioningError {
        ProvisioningError(
            .refused, fault: .device, summary: "The device did not tell the version of its protocol.",
            state: "The device is as it was.", advice: "Go on without it, or restart the device.")
    }

    static func stopFailed(_ end: ProvisionerList.End) -> ProvisioningError {
        guard end != .linkLost else { return .linkLost }
        return ProvisioningError(
            .refused, fault: .device, summary: "The device did not stop its scan.",
            state: "The scan ends by itself.", advice: "Wait for the end of the list.")
    }

    static func forgetFailed(_ result: ProvisionerForgetResult) -> ProvisioningError {
        func make(_ code: Code, _ fault: Fault, _ summary: String, _ state: String) -> ProvisioningError {
            ProvisioningError(
                code, fault: fault, summary: summary, state: state,
                advice: "Look at its status, and try again where it still has its network.")
        }
        let unsure = "Whether the device still has its network is not known."
        return switch result {
        case .linkLost: make(.disconnected, .link, "The link was lost while the device was told to forget.", unsure)
        case .timedOut: make(.timedOut, .device, "The device did not say that it has forgotten.", unsure)
        case .refused(let code):
            make(
                .refused, .device, "The device refused to forget its network (ATT error \(code)).",
                "The device is as it was.")
        case .failed, .forgotten:
            make(
                .refused, .device, "The device could not forget its network.",
                "It has its network still.")
        }
    }

    static func listFailed(_ end: ProvisionerList.End, with list: NetworkList) -> ProvisioningError {
        let count = list.accessPoints.count
        switch end {
        case .linkLost:
            return ProvisioningError(
                .disconnected, fault: .link, summary: "The link was lost while the list of networks came.",
                state: "Nothing is connected; \(count) networks had come.", advice: "Connect again.", networks: list)
        case .refused:
            return ProvisioningError(
                .refused, fault: .device, summary: "The device refused to send its list of networks.",
                state: "The device is as it was.", advice: "Type the network's name.", networks: list)
        case .timedOut, .ended, .stopped:
            return ProvisioningError(
                .timedOut, fault: .device, summary: "The list of networks did not end within the limit.",
                state: "\(count) networks had come.",
                advice: "Ask again, or type the network's name.", networks: list)
        }
    }
}
