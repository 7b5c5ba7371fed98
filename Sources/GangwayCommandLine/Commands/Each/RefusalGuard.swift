import Provisioning
import ProvisioningProtocols

/// Keeps a wrong passphrase from being tried on every device of a bench.
///
/// As long as it has worked for none, no more devices try it at the same time than may refuse it; when that many have refused
/// it one after the other, no further one is tried.
struct RefusalGuard: Equatable, Sendable {
    /// How many devices in a row may say that the passphrase is wrong.
    static let limit = 3

    private(set) var inARow = 0
    private var hasWorked = false

    /// Whether the passphrase counts as wrong.
    var isTripped: Bool { inARow >= Self.limit }

    /// Takes how a device's join ended.
    mutating func note(_ outcome: JoinOutcome) {
        switch outcome {
        case .connected: (inARow, hasWorked) = (0, true)
        case .failed(.wrongPassphrase, _): inARow += 1
        case .accepted, .failed, .unknown: break
        }
    }

    /// How many devices may be at it at the same time, of `atOnce` that are wished for.
    func room(of atOnce: Int) -> Int {
        if isTripped { return 0 }
        return hasWorked ? atOnce : min(atOnce, Self.limit - inARow)
    }
}
