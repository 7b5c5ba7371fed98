import BluetoothLE
import DBus

extension Advertisement {
    /// The name's bytes that fit beside a 128-bit UUID: 31 less the flags (3), the UUID (18) and the name's own header (2)
    /// (Core Specification Supplement 11, Part A §1).
    private static let roomBesideUUID = 8

    /// Itself, and then what is tried in its place where the adapter refuses it: the services stay.
    var fallbacks: [Advertisement] {
        var short = self
        short.name = name.prefix(utf8Bytes: Self.roomBesideUUID)
        var nameless = self
        nameless.name = ""
        var bare = nameless
        bare.serviceData = [:]
        var tried: [Advertisement] = []
        for candidate in [self, short, nameless, bare] where !tried.contains(candidate) { tried.append(candidate) }
        return tried
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
