import BluetoothLE

extension Scanner {
    /// Whether Bluetooth can be used, in the words of CoreBluetooth.
    public enum State: Sendable {
        /// It is on and ready.
        case poweredOn
        /// It is off or blocked.
        case poweredOff
        /// Its service has gone away and is expected back.
        case resetting
        /// This program may not use it.
        case unauthorized
        /// Not known yet.
        case unknown
        /// This machine has none.
        case unsupported

        init(_ state: RadioState) {
            switch state {
            case .ready: self = .poweredOn
            case .unknown: self = .unknown
            case .unavailable(let error):
                switch error.code {
                case .poweredOff: self = .poweredOff
                case .notPermitted: self = .unauthorized
                case .noAdapter, .unsupported: self = .unsupported
                default: self = .resetting
                }
            }
        }
    }
}
