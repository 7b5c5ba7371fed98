public import BluetoothLE
public import ProvisioningProtocols

/// One value that went over a link, fit to be kept: every byte of a passphrase in it is replaced by `*`.
public struct TraceRecord: Hashable, Sendable {
    /// Which way a value went.
    public enum Direction: String, Hashable, Sendable {
        /// Written to the device.
        case written
        /// Read from the device.
        case read
        /// Sent by the device on its own: a notification or indication.
        case notified
    }

    /// When, on the clock of the provisioner.
    public var time: Instant
    /// The device at the other end.
    public var device: PeripheralID
    /// Which way.
    public var direction: Direction
    /// On which characteristic.
    public var characteristic: CharacteristicID
    /// The value, its length kept.
    public var bytes: [UInt8]
}
