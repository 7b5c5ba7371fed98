// error: cannot convert value of type 'CBCharacteristic' to expected argument type 'CBMutableCharacteristic'
import CoreBluetooth
import Foundation

func use(_ manager: CBPeripheralManager, _ found: CBCharacteristic) -> Bool {
    manager.updateValue(Data(), for: found, onSubscribedCentrals: nil)
}
