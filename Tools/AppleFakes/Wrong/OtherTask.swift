// error: conformance of 'CBPeer' to 'Sendable' is unavailable
import CoreBluetooth

func needsSendable<Value: Sendable>(_ value: Value) {}
func use(_ peripheral: CBPeripheral) { needsSendable(peripheral) }
