import BluetoothLE
import CoreBluetooth

/// How long what needs the radio waits for it, and why it then fails.
struct RadioWait {
    /// In milliseconds; 0 where waiting is of no use.
    let limit: UInt32
    let error: BluetoothError

    /// How long a person may think about whether to allow Bluetooth, in milliseconds.
    static let personsLimit: UInt32 = 60_000

    init(limit: UInt32, error: BluetoothError) { (self.limit, self.error) = (limit, error) }

    /// `nil` where the radio is ready; `patience` is for one that is off or starts anew.
    init?(_ radio: RadioState, patience: UInt32) {
        switch radio {
        case .ready: return nil
        case .unavailable(let error):
            self.error = error
            limit = error.code == .notPermitted || error.code == .noAdapter ? 0 : patience
        case .unknown:
            error = BluetoothError(.serviceUnavailable, "the system does not say whether Bluetooth can be used")
            limit = Self.personsLimit
        }
    }
}
