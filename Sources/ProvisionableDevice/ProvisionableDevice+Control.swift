import ProvisioningProtocols
import Runtime

// Where the device is to be steered: it goes with the credentials that said so, into the station's store and out of it.
extension ProvisionableDevice {
    /// Keeps the address that came with credentials until they are staged. `true` where it is another than the one that the
    /// device has, so that they are news though their network may be joined already.
    func keep(_ address: ControlAddress?, for ssid: SSID) -> Bool {
        guard let address else { return false }
        wantedAddresses.removeAll { $0.ssid == ssid }
        if wantedAddresses.count > 1 { wantedAddresses.removeFirst() }
        wantedAddresses.append((ssid, address))
        return address != (hasStaged ? stagedAddress : controlAddress)
    }

    /// The address that came with credentials for `ssid` which have not worked yet.
    func wantedAddress(for ssid: SSID) -> ControlAddress? { wantedAddresses.first { $0.ssid == ssid }?.address }

    /// The address of the credentials that are committed, which is told where it has changed.
    func assign(_ address: ControlAddress?) {
        guard address != controlAddress else { return }
        controlAddress = address
        if let address { reporter.yield(.assigned(address)) }
    }
}
