import BluetoothLE

/// The characteristics of all services in one row: their place is their handle on the link.
struct AttributeTable: Sendable {
    /// A characteristic with its full name.
    struct Entry: Sendable {
        let id: CharacteristicID
        let properties: CharacteristicProperties
    }

    let services: [Service]
    private let entries: [Entry]

    init(_ services: [Service]) {
        self.services = services
        entries = services.flatMap { service in
            service.characteristics.map {
                Entry(id: CharacteristicID(service: service.uuid, characteristic: $0.uuid), properties: $0.properties)
            }
        }
    }

    /// The characteristic at `handle`, which may come from another process.
    subscript(handle: UInt16) -> Entry? { Int(handle) < entries.count ? entries[Int(handle)] : nil }

    /// The handle of a characteristic.
    func handle(of id: CharacteristicID) -> UInt16? {
        entries.firstIndex { $0.id == id }.map { UInt16(clamping: $0) }
    }
}
