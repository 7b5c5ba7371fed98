import BluetoothLE
import DBus
import ProvisioningProtocols

extension Discovery {
    /// What BlueZ knows of a device, or `nil` where it has no address.
    init?(_ properties: ObjectTree.Properties) {
        guard let address = properties["Address"]?.text else { return nil }
        var data: [BluetoothUUID: [UInt8]] = [:]
        for (uuid, value) in properties["ServiceData"]?.namedValues ?? [:] {
            if let uuid = BluetoothUUID(uuid), let bytes = value.byteArray { data[uuid] = bytes }
        }
        self.init(
            peripheral: PeripheralID(address), name: properties["Name"]?.text,
            signal: properties["RSSI"]?.integer.flatMap(Int8.init(exactly:)).map(SignalStrength.init(rawValue:)),
            services: Set((properties["UUIDs"]?.texts ?? []).compactMap { BluetoothUUID($0) }), serviceData: data)
    }

    /// Whether it offers one of `wanted`, or nothing in particular is wanted.
    func offers(_ wanted: Set<BluetoothUUID>) -> Bool {
        wanted.isEmpty || !wanted.isDisjoint(with: services) || !wanted.isDisjoint(with: serviceData.keys)
    }
}
