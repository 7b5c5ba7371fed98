/// Who is told how a device takes its network, on the main queue.
public protocol ProvisionDelegate: AnyObject {
    /// The device has taken the configuration, or, with an error, refused it. Taken is not connected.
    func deviceManagerDidSetConfig(_ deviceManager: DeviceManager, error: (any Error)?)
    /// Where the device stands with its network has changed.
    func deviceManager(_ deviceManager: DeviceManager, didChangeState state: ConnectionState)
    /// The device has forgotten its network, or, with an error, has not.
    func deviceManagerDidForgetConfig(_ deviceManager: DeviceManager, error: (any Error)?)
}
