public import Foundation

/// documentation/corebluetooth/cbcentralmanagerdelegate
///
/// All but the first are optional at Apple. Where there is no Objective-C a protocol has no optional methods: they have bodies.
public protocol CBCentralManagerDelegate: NSObjectProtocol {
    /// documentation/corebluetooth/cbcentralmanagerdelegate/centralmanagerdidupdatestate(_:)
    func centralManagerDidUpdateState(_ central: CBCentralManager)
    /// documentation/corebluetooth/cbcentralmanagerdelegate/centralmanager(_:willrestorestate:)
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])
    /// documentation/corebluetooth/cbcentralmanagerdelegate/centralmanager(_:diddiscover:advertisementdata:rssi:)
    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber)
    /// documentation/corebluetooth/cbcentralmanagerdelegate/centralmanager(_:didconnect:)
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)
    /// documentation/corebluetooth/cbcentralmanagerdelegate/centralmanager(_:didfailtoconnect:error:)
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)
    /// documentation/corebluetooth/cbcentralmanagerdelegate/centralmanager(_:diddisconnectperipheral:error:)
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?)
}

extension CBCentralManagerDelegate {
    /// Nothing.
    public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
    /// Nothing.
    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {}
    /// Nothing.
    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {}
    /// Nothing.
    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {}
    /// Nothing.
    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {}
}
