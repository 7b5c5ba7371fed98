import BluetoothLE
import Provisioning
import ProvisioningProtocols
import WiFiStation

private let tryVirtual = "Without an adapter, `--radio virtual` tries everything between processes of this machine."

extension CommandFailure {
    /// What a failure of the provisioning service means for the program's end.
    init(_ error: ProvisioningError) {
        let status: ExitStatus =
            switch error.code {
            case .noAdapter, .poweredOff, .notPermitted, .serviceUnavailable: .machineCannot
            case .notFound: .notFound
            case .timedOut: .timedOut
            case .cancelled: .interrupted
            default: .failed
            }
        let advice = [error.advice, status == .machineCannot ? Self.machineAdvice : ""]
        self.init(
            status, error.code.rawValue, fault: Fault(rawValue: error.fault.rawValue) ?? .system,
            [error.summary, error.state].filter { !$0.isEmpty }.joined(separator: " "),
            advice: advice.filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// What a failure of the radio itself means.
    init(_ error: BluetoothError) {
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

    /// What a failure of the device's Wi-Fi means.
    init(_ error: StationError) {
        let status: ExitStatus =
            switch error.code {
            case .noInterface, .serviceUnavailable, .poweredOff, .notPermitted: .machineCannot
            case .timedOut: .timedOut
            case .cancelled: .interrupted
            default: .failed
            }
        let detail = error.detail.isEmpty ? "" : " (" + safeText(error.detail) + ")"
        self.init(
            status, error.code.rawValue, fault: .system,
            "The Wi-Fi of this machine cannot be used: \(error.code.rawValue)\(detail).",
            advice: "`gangway doctor` tells what is missing; `--station simulated:FILE` needs no Wi-Fi.")
    }

    private static var machineAdvice: String { "`gangway doctor` tells what is missing. " + tryVirtual }
}
