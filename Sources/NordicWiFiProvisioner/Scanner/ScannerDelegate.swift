/// Who is told what a ``Scanner`` meets, on the main queue.
public protocol ScannerDelegate: AnyObject {
    /// Bluetooth's state, at the beginning and at every change.
    func scannerDidUpdateState(_ state: Scanner.State)
    /// A device was found, or something about it has changed.
    func scannerDidDiscover(_ scanResult: ScanResult)
    /// The scan has begun.
    func scannerStartedScanning()
    /// The scan was stopped.
    func scannerStoppedScanning()
}
