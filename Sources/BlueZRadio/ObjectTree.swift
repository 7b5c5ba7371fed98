import DBus

/// What changed in BlueZ's objects.
enum TreeChange: Sendable {
    /// All objects were read: the service has appeared, or its adapter came back.
    case loaded
    /// The service is gone, and all its objects.
    case gone
    /// An object or some of its interfaces appeared.
    case added(path: String)
    /// Properties changed.
    case changed(path: String, interface: String, names: Set<String>)
    /// Interfaces of an object went; it has gone where it has none left.
    case removed(path: String, interfaces: [String])
}

/// BlueZ's objects as they are known from its signals.
struct ObjectTree: Sendable {
    typealias Properties = [String: DBusValue]
    private(set) var objects: [String: [String: Properties]] = [:]

    init(_ objects: [String: [String: Properties]] = [:]) { self.objects = objects }

    /// An object's interface, where it is there.
    func properties(_ path: String, _ interface: String) -> Properties? { objects[path]?[interface] }

    /// Takes a signal in and tells what it changed; `nil` where it is not about objects.
    mutating func apply(_ signal: DBusSignal) -> TreeChange? {
        if let change = PropertiesChange(signal) { return apply(change, to: signal.path) }
        guard signal.interface == "org.freedesktop.DBus.ObjectManager", signal.arguments.count == 2,
            let path = signal.arguments[0].text
        else { return nil }
        if signal.member == "InterfacesAdded" {
            for (name, properties) in signal.arguments[1].interfaces { objects[path, default: [:]][name] = properties }
            return .added(path: path)
        }
        guard signal.member == "InterfacesRemoved", let names = signal.arguments[1].texts else { return nil }
        for name in names { objects[path]?[name] = nil }
        if objects[path]?.isEmpty == true { objects[path] = nil }
        return .removed(path: path, interfaces: names)
    }

    /// Takes properties that were read, of an interface that is there.
    mutating func merge(_ read: Properties, into interface: String, of path: String) -> TreeChange? {
        guard objects[path]?[interface] != nil else { return nil }
        for (name, value) in read { objects[path]?[interface]?[name] = value }
        return .changed(path: path, interface: interface, names: Set(read.keys))
    }

    private mutating func apply(_ change: PropertiesChange, to path: String) -> TreeChange? {
        guard objects[path]?[change.interface] != nil else { return nil }
        for (name, value) in change.changed { objects[path]?[change.interface]?[name] = value }
        for name in change.invalidated { objects[path]?[change.interface]?[name] = nil }
        let names = Set(change.changed.keys).union(change.invalidated)
        return .changed(path: path, interface: change.interface, names: names)
    }
}

extension ObjectTree {
    /// The adapter called `name`, or the first there is.
    func adapter(_ name: String?) -> String? {
        let adapters = objects.filter { $0.value[BlueZNames.adapter] != nil }.keys.sorted()
        guard let name else { return adapters.first }
        return adapters.first { $0 == BlueZNames.root + "/" + name }
    }

    /// Whether the adapter at `path` is switched on.
    func isPowered(_ path: String) -> Bool { properties(path, BlueZNames.adapter)?["Powered"]?.bool ?? false }

    /// The device with this address at an adapter.
    func device(_ address: String, of adapter: String) -> String? {
        let usual = adapter + "/dev_" + String(address.map { $0 == ":" ? "_" : $0 })
        if isDevice(usual, address, adapter) { return usual }
        return objects.keys.filter { isDevice($0, address, adapter) }.min()
    }

    private func isDevice(_ path: String, _ address: String, _ adapter: String) -> Bool {
        guard path.hasPrefix(adapter + "/") else { return false }
        return properties(path, BlueZNames.device)?["Address"]?.text == address
    }

    /// The devices of an adapter.
    func devices(of adapter: String) -> [String] {
        objects.filter { $0.key.hasPrefix(adapter + "/") && $0.value[BlueZNames.device] != nil }.keys.sorted()
    }

    /// Whether a device has `name` set.
    func flag(_ name: String, of device: String) -> Bool {
        properties(device, BlueZNames.device)?[name]?.bool ?? false
    }
}
