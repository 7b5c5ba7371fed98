/// Who is told of the access points that a device finds, on the main queue. The library has always spelt it so;
/// ``WiFiScannerDelegate`` is the same.
public protocol WiFiScanerDelegate: AnyObject {
    /// An access point was found; `rssi` is how strongly the device receives it, in dBm.
    func deviceManager(_ deviceManager: DeviceManager, discoveredAccessPoint wifi: WifiInfo, rssi: Int?)
    /// The device scans, or, with an error, does not.
    func deviceManagerDidStartScan(_ deviceManager: DeviceManager, error: (any Error)?)
    /// The device has stopped its scan as it was told; with an error, it could not, or its scan broke off.
    func deviceManagerDidStopScan(_ deviceManager: DeviceManager, error: (any Error)?)
}

/// ``WiFiScanerDelegate``, spelt as the field spells it.
public typealias WiFiScannerDelegate = WiFiScanerDelegate
