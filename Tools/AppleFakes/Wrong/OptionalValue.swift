// error: value of optional type '[CBService]?' must be unwrapped
import CoreBluetooth

func use(_ peripheral: CBPeripheral) -> Int { peripheral.services.count }
