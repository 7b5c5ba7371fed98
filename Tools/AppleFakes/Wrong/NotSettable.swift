// error: cannot assign to property: 'state' is a get-only property
import CoreBluetooth

func use(_ peripheral: CBPeripheral) { peripheral.state = .connected }
