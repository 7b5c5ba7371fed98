// error: type 'CBATTError.Code' has no member 'busy'
import CoreBluetooth

func use(_ manager: CBPeripheralManager, _ request: CBATTRequest) { manager.respond(to: request, withResult: .busy) }
