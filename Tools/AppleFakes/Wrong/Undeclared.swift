// error: value of type 'CBCentralManager' has no member 'registerForConnectionEvents'
import CoreBluetooth

func use(_ manager: CBCentralManager) { manager.registerForConnectionEvents(options: nil) }
