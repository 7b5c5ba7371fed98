import BluetoothLE
import DBus

extension Advertisement {
    /// The name's bytes that fit beside a 128-bit UUID: 31 less the flags (3), the UUID (18) and the name's own header (2)
    /// (Core Specification Supplement 11, Part A §1).
    private static let roomBesideUUID = 8

    /// Itself, and then what is tried in its place where the adapter refuses it: the services stay. What has no data any
    /// more is to be joined by ``dataAlone``.
    var fallbacks: [Advertisement] {
        var tried: [Advertisement] = []
        for data in [serviceData, [:]] {
            for name in [name, name.prefix(utf8Bytes: Self.roomBesideUUID), ""] {
                let candidate = Advertisement(name: name, services: services, serviceData: data)
                if !tried.contains(candidate) { tried.append(candidate) }
            }
        }
        return tried
    }

    /// Whether `other` needs as much room on the air.
    func isAsLong(as other: Advertisement) -> Bool {
        name.utf8.count == other.name.utf8.count && services == other.services
            && serviceData.mapValues(\.count) == other.serviceData.mapValues(\.count)
    }

    /// The service data by itself. A 128-bit UUID (18 bytes) and data for another (18 and the data) do not fit into one
    /// packet of 31, and BlueZ 5.66 puts nothing but the name into the scan response: it refuses both together, and takes
    /// them as two advertisements, which a central hears as one device's.
    var dataAlone: Advertisement { Advertisement(name: "", services: [], serviceData: serviceData) }

    /// The object that BlueZ reads. It puts a name that does not fit beside the UUIDs into the scan response by itself.
    var interface: Interface {
        var properties = [
            Interface.Property("Type", .string("peripheral")),
            Interface.Property("ServiceUUIDs", .strings(services.map(\.description))),
            // Centrals on BlueZ ignore a device that does not say it can be discovered.
            Interface.Property("Discoverable", .boolean(true)),
        ]
        if !name.isEmpty { properties.append(Interface.Property("LocalName", .string(name))) }
        if !serviceData.isEmpty {
            var data: [String: DBusValue] = [:]
            for (uuid, bytes) in serviceData { data[uuid.description] = .bytes(bytes) }
            properties.append(Interface.Property("ServiceData", .properties(data)))
        }
        return Interface(
            BlueZNames.advertisement, methods: [Interface.Method("Release") { $0.reply() }], properties: properties)
    }
}

extension String {
    /// The longest start that is at most `count` bytes and does not cut a character.
    func prefix(utf8Bytes count: Int) -> String {
        var start = ""
        for character in self {
            guard start.utf8.count + character.utf8.count <= count else { break }
            start.append(character)
        }
        return start
    }
}
