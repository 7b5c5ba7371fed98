package import BluetoothLE
import DefaultPlatform
import Provisioning
import ProvisioningProtocols
import Runtime
import WiFiStation

private let tryVirtual = "Without an adapter, `--radio virtual` tries everything between processes of this machine."

extension CommandFailure {
    /// What a failure of the provisioning service means for the program's end, and what to type next. `device` is the one that
    /// it is about, where there was one.
    init(_ error: ProvisioningError, about device: FoundDevice? = nil) {
        let status: ExitStatus =
            switch error.code {
            case .noAdapter, .poweredOff, .notPermitted, .serviceUnavailable: .machineCannot
            case .notFound: .notFound
            case .timedOut: .timedOut
            case .cancelled: .interrupted
            default: .failed
            }
        let next =
            switch error.code {
            case .unsupported:
                "`gangway info \(device.map { shellWord($0.name ?? $0.identifier) } ?? "DEVICE")` tells what it can do."
            case .disconnected: "Bring the device nearer and run the command again."
            default: error.advice
            }
        let advice = [next, status == .machineCannot ? Self.machineAdvice : ""]
        self.init(
            status, error.code.rawValue, fault: Fault(rawValue: error.fault.rawValue) ?? .system,
            [error.summary, error.state].filter { !$0.isEmpty }.joined(separator: " "),
            advice: advice.filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// What a failure of a session means: what its protocol cannot do, no other of the device's can either.
    init(_ error: ProvisioningError, of session: ProvisioningSession) {
        let plain = CommandFailure(error, about: session.device)
        guard error.code == .unsupported, session.protocolIDs.count > 1 else {
            self = plain
            return
        }
        let names = session.protocolIDs.map(\.rawValue).joined(separator: ", ")
        self.init(
            plain.status, plain.code, fault: plain.fault, plain.message,
            advice: "None of its protocols (\(names)) can do all that was asked. " + plain.advice, list: plain.list)
    }

    /// What a failure of the radio itself means.
    package init(_ error: BluetoothError) {
        let (status, text): (ExitStatus, String) =
            switch error.code {
            case .noAdapter: (.machineCannot, "This machine has no Bluetooth adapter that can be used.")
            case .poweredOff: (.machineCannot, "The Bluetooth adapter is switched off or blocked.")
            case .notPermitted: (.machineCannot, "This program may not use Bluetooth.")
            case .serviceUnavailable: (.machineCannot, "The Bluetooth service does not run.")
            case .advertisementRefused: (.machineCannot, "The adapter refused the advertisement.")
            case .timedOut: (.timedOut, "The radio did not answer in time.")
            case .cancelled: (.interrupted, "Interrupted.")
            default: (.failed, "The radio failed.")
            }
        let detail = error.detail.isEmpty ? "" : " (" + safeText(error.detail) + ")"
        self.init(
            status, error.code.rawValue, fault: .system, text + detail,
            advice: status == .machineCannot ? Self.machineAdvice : "")
    }

    /// What a failure of a device's Wi-Fi means.
    init(_ error: StationError, of choice: StationChoice) {
        if case .simulated = choice {
            self.init(
                error.code == .notPermitted ? .machineCannot : .failed, error.code.rawValue, fault: .caller,
                "The simulated station cannot be used: \(error.text).",
                advice: "`gangway help device` tells of its file and its folder.")
            return
        }
        let status: ExitStatus =
            switch error.code {
            case .noInterface, .serviceUnavailable, .poweredOff, .notPermitted: .machineCannot
            case .timedOut: .timedOut
            case .cancelled: .interrupted
            default: .failed
            }
        self.init(
            status, error.code.rawValue, fault: .system, "The Wi-Fi of this machine cannot be used: \(error.text).",
            advice: "`gangway doctor` tells what is missing; `--station simulated:FILE` needs no Wi-Fi.")
    }

    private static var machineAdvice: String { "`gangway doctor` tells what is missing. " + tryVirtual }
}

extension CommandFailure {
    /// That something cannot be written, which `sentence` says up to the system's reason.
    static func unwritable(_ sentence: String, _ number: Int32, advice: String = "") -> CommandFailure {
        CommandFailure(
            isForbidden(number) ? .machineCannot : .failed, isForbidden(number) ? "notPermitted" : "unwritable",
            fault: .caller, "\(sentence): \(systemText(number)).", advice: advice)
    }
}

/// A name as a word for a shell: as it is where it is plain, otherwise in quotes.
func shellWord(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
            && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "-_.:/".contains(Character(scalar)))
    }
    guard !isPlain || text.isEmpty else { return text }
    return "'" + safeText(text).replacing("'", with: "'\\''") + "'"
}

extension StationError {
    /// The failure for a person: what follows a colon, without a full stop.
    var text: String {
        let kind: String? =
            switch code {
            case .noInterface: "there is no such Wi-Fi interface"
            case .serviceUnavailable: "the Wi-Fi service does not run"
            case .poweredOff: "Wi-Fi is switched off or blocked"
            case .notPermitted: "this program is not permitted to"
            case .scanFailed: "the scan failed"
            case .timedOut: "it took too long"
            default: nil
            }
        guard !detail.isEmpty else { return kind ?? "it failed" }
        return kind.map { $0 + " (" + safeText(detail) + ")" } ?? safeText(detail)
    }
}
