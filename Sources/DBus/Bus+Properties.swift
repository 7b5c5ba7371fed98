extension Bus {
    private static let properties = "org.freedesktop.DBus.Properties"

    /// A property's value, without its variant.
    public func property(
        _ name: String, of interface: String, at path: String, on destination: String,
        limit: UInt32 = Bus.defaultLimit
    ) async throws(DBusError) -> DBusValue {
        let reply = try await call(
            MethodInvocation(destination, path, Self.properties, "Get", [.string(interface), .string(name)]),
            limit: limit)
        guard let value = reply.first else { throw DBusError(DBusError.invalidArguments, "Get returned nothing") }
        return value.unwrapped
    }

    /// All properties of an interface, without their variants.
    public func properties(
        of interface: String, at path: String, on destination: String, limit: UInt32 = Bus.defaultLimit
    ) async throws(DBusError) -> [String: DBusValue] {
        let reply = try await call(
            MethodInvocation(destination, path, Self.properties, "GetAll", [.string(interface)]), limit: limit)
        return reply.first?.namedValues ?? [:]
    }

    /// Changes a property.
    public func setProperty(
        _ name: String, of interface: String, at path: String, on destination: String, to value: DBusValue,
        limit: UInt32 = Bus.defaultLimit
    ) async throws(DBusError) {
        _ = try await call(
            MethodInvocation(
                destination, path, Self.properties, "Set", [.string(interface), .string(name), .variant(value)]),
            limit: limit)
    }

    /// All objects below an object manager: their interfaces and the properties of those.
    public func managedObjects(
        at path: String, on destination: String, limit: UInt32 = Bus.defaultLimit
    ) async throws(DBusError) -> [String: [String: [String: DBusValue]]] {
        let reply = try await call(
            MethodInvocation(
                destination, path, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", startsService: false),
            limit: limit)
        return reply.first?.managedObjects ?? [:]
    }
}

extension DBusValue {
    /// An `a{oa{sa{sv}}}`, opened.
    public var managedObjects: [String: [String: [String: DBusValue]]] {
        var objects: [String: [String: [String: DBusValue]]] = [:]
        for (path, interfaces) in entries ?? [:] {
            guard let path = path.text else { continue }
            objects[path] = interfaces.interfaces
        }
        return objects
    }

    /// An `a{sa{sv}}`, opened: interfaces and their properties.
    public var interfaces: [String: [String: DBusValue]] {
        (namedValues ?? [:]).mapValues { $0.namedValues ?? [:] }
    }
}

/// What a `PropertiesChanged` signal says.
public struct PropertiesChange: Sendable {
    /// The interface whose properties changed.
    public let interface: String
    /// The new values, without their variants.
    public let changed: [String: DBusValue]
    /// The properties that have no value any more, or one that is to be asked for.
    public let invalidated: [String]

    /// Reads the signal, or `nil` where it is another one.
    public init?(_ signal: DBusSignal) {
        guard signal.interface == "org.freedesktop.DBus.Properties", signal.member == "PropertiesChanged",
            signal.arguments.count == 3, let interface = signal.arguments[0].text,
            let changed = signal.arguments[1].namedValues, let invalidated = signal.arguments[2].texts
        else { return nil }
        self.interface = interface
        self.changed = changed
        self.invalidated = invalidated
    }
}
