public import BluetoothLE
import ProvisioningProtocols
import Runtime

extension VirtualRadio {
    /// Serves `services` and advertises until the result is stopped.
    ///
    /// Throws `advertisementRefused` where this radio serves a peripheral already, where another one has its address, or where
    /// the advertisement is too long for the air (a name of 248 bytes, 16 services, 255 bytes of service data);
    /// `unsupported` for more than 900 characteristics.
    public func publish(
        _ services: [Service], advertisement: Advertisement
    ) async throws(BluetoothError) -> any PublishedPeripheral {
        try checkReady()
        guard LinkPacket.length(of: services) <= LinkPacket.maximumTableLength, services.count <= 255 else {
            throw BluetoothError(.unsupported, "the attribute table is too long for a virtual link")
        }
        try AdvertisementFile.check(advertisement)
        let peripheral = VirtualPeripheral(radio: self, services: services, advertisement: advertisement)
        let isFirst = state.withLock { state in
            guard state.peripheral == nil else { return false }
            state.peripheral = peripheral
            return true
        }
        guard isFirst else {
            throw BluetoothError(.advertisementRefused, "this radio serves a peripheral already")
        }
        do {
            try peripheral.goOnAir()
        } catch {
            state.withLock { $0.peripheral = nil }
            throw error
        }
        return peripheral
    }

    /// Forgets a peripheral that has left the air.
    func left(_ peripheral: VirtualPeripheral) {
        state.withLock { if $0.peripheral === peripheral { $0.peripheral = nil } }
    }
}
