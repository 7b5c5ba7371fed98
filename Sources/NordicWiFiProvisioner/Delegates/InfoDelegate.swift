/// Who is told what a device says of itself, on the main queue.
public protocol InfoDelegate: AnyObject {
    /// The answer to ``DeviceManager/readVersion()``.
    func versionReceived(_ version: Result<Int, ProvisionerInfoError>)
    /// The answer to ``DeviceManager/readDeviceStatus()``.
    func deviceStatusReceived(_ status: Result<DeviceStatus, ProvisionerError>)
}
