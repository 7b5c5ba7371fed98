import BluetoothLE
import DeviceCatalogue
import ProvisioningProtocols

// A device is recognised in two steps: its advertisement makes it a candidate, its attribute table decides.
extension RegisteredProtocol {
    /// The protocol in which a device is spoken to, and its characteristics there: `id` where that is said, otherwise the first
    /// one whose attributes the table has and that can do what is needed, with the UUIDs that the device's kind has for them.
    /// Where none can do that, the first one says so.
    /// - Throws: `notRecognized`, or `ambiguous` where the attributes have no known UUIDs and more than one could be meant.
    static func recognized(
        _ services: [Service], as id: ProtocolID?, _ names: AttributeNames, needing needs: ProvisioningCapabilities,
        _ device: FoundDevice
    ) throws(ProvisioningError) -> (RegisteredProtocol, CharacteristicMap) {
        let ofKind = device.kind.map(AttributeNames.init)
        if let id {
            guard var entry = all.first(where: { $0.id == id }) else { throw .notRecognized }
            entry.names = names
            if names == AttributeNames(), entry.takesOnlyWritable, let ofKind { entry.names = ofKind }
            if let map = entry.resolve(services) { return (entry, map) }
            guard names == AttributeNames(), ofKind?.service == nil else { throw .notRecognized }
            return try entry.guessed(services)
        }
        let spoken = spoken(in: services, by: device)
        if let entry = spoken.first(where: { $0.capabilities.cover(needs) }) ?? spoken.first,
            let map = entry.resolve(services)
        {
            return (entry, map)
        }
        guard let ofKind, ofKind == AttributeNames(), let entry = all.first(where: \.takesOnlyWritable) else {
            throw .notRecognized
        }
        return try entry.guessed(services)
    }

    /// The protocols whose attributes a table has: under the UUIDs of the device's kind, then in the order of the registry,
    /// whatever was advertised. A device of two may have been heard with one of them so far, and the one that encrypts is to be
    /// taken.
    static func spoken(in services: [Service], by device: FoundDevice) -> [RegisteredProtocol] {
        let usual = all.filter { $0.resolve(services) != nil }
        let names = device.kind.map(AttributeNames.init) ?? AttributeNames()
        guard names != AttributeNames(), var own = all.first(where: \.takesOnlyWritable) else { return usual }
        own.names = names
        return own.resolve(services) == nil ? usual : [own] + usual.filter { $0.id != own.id }
    }

    /// The protocol on the only characteristic of a vendor's service that can be written.
    private func guessed(
        _ services: [Service]
    ) throws(ProvisioningError) -> (RegisteredProtocol, CharacteristicMap) {
        guard takesOnlyWritable else { throw .notRecognized }
        var writable: [CharacteristicID] = []
        for service in services where !service.uuid.isAssigned {
            for characteristic in service.characteristics where characteristic.properties.contains(.write) {
                writable.append(CharacteristicID(service: service.uuid, characteristic: characteristic.uuid))
            }
        }
        guard let only = writable.first else { throw .notRecognized }
        guard writable.count == 1 else { throw .ambiguousAttributes(writable) }
        var entry = self
        entry.names = AttributeNames(service: only.service, characteristics: [1: only.characteristic])
        guard let map = entry.resolve(services) else { throw .notRecognized }
        return (entry, map)
    }
}

extension AttributeNames {
    /// What devices of `kind` call the attributes.
    fileprivate init(_ kind: DeviceKind) {
        self.init(service: kind.service, characteristics: kind.characteristic.map { [1: $0] } ?? [:])
    }
}

extension BluetoothUUID {
    /// Whether the Bluetooth SIG has assigned it, so that it is no vendor's own (Core Specification 5.4, Vol 3 Part B §2.5.1).
    fileprivate var isAssigned: Bool { low == 0x8000_0080_5F9B_34FB && UInt32(truncatingIfNeeded: high) == 0x1000 }
}
