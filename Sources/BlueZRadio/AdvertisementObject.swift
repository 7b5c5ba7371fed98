import BluetoothLE
import DBus

extension Advertisement {
    /// The name's bytes that fit beside a 128-bit UUID: 31 less the flags (3), the UUID (18) and the name's own header (2)
    /// (Core Specification Supplement 11, Part A §1).
    private static let roomBesideUUID = 8

    /// Itself, and then what is tried in its place where the adapter refuses it, to be joined by what it leaves out
    /// (``rest(beside:)``). Each has a service.
    var fallbacks: [Advertisement] {
        var tried: [Advertisement] = []
        for services in [services, Array(services.prefix(1))] {
            for data in [serviceData, [:]] {
                for name in [name, name.prefix(utf8Bytes: Self.roomBesideUUID), ""] {
                    let candidate = Advertisement(name: name, services: services, serviceData: data)
                    if !tried.contains(candidate) { tried.append(candidate) }
                }
            }
        }
        return tried
    }

    /// What `first`, one of the ``fallbacks``, leaves out, as advertisements beside it: a central hears them as one device's.
    ///
    /// One packet has 31 bytes, of which a 128-bit UUID takes 18, service data for one 18 and the data, and the flags 3: two
    /// services, or a service and data, do not fit into one. And BlueZ 5.66 puts nothing but the name into the scan response.
    func rest(beside first: Advertisement) -> [Advertisement] {
        let others = services.filter { !first.services.contains($0) }
        let data = first.serviceData == serviceData ? [:] : serviceData
        return others.map { Advertisement(name: first.name, services: [$0]) }
            + (data.isEmpty ? [] : [Advertisement(name: "", services: [], serviceData: data)])
    }

    /// Whether `other` needs as much room on the air.
    func isAsLong(as other: Advertisement) -> Bool {
        name.utf8.count == other.name.utf8.count && services == other.services
            && serviceData.mapValues(\.count) == other.serviceData.mapValues(\.count)
    }

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
