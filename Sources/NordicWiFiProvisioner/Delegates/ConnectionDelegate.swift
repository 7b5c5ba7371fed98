/// Who is told of a ``DeviceManager``'s link, on the main queue.
public protocol ConnectionDelegate: AnyObject {
    /// The device is connected, paired and ready for requests.
    func deviceManagerConnectedDevice(_ deviceManager: DeviceManager)
    /// No link came about, or it could not be paired: a ``ProvisionerError``.
    func deviceManagerDidFailToConnect(_ deviceManager: DeviceManager, error: any Error)
    /// The link has ended; `error` is `nil` where that was asked for.
    func deviceManagerDisconnectedDevice(_ deviceManager: DeviceManager, error: (any Error)?)
    /// The link's state has changed. It comes before ``deviceManagerConnectedDevice(_:)``, and after the calls that tell of
    /// a failure or an end.
    func deviceManager(_ deviceManager: DeviceManager, changedConnectionState newState: DeviceManager.ConnectionState)
}
