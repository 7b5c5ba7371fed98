import CSystemd
import Glibc

/// An object's interfaces in the form in which sd-bus takes them. Belongs to its bus's executor.
struct Export {
    private var tables: [InterfaceTable] = []

    mutating func add(_ interface: Interface, of bus: Bus, at path: String, to handle: OpaquePointer) throws(DBusError)
    {
        let table = InterfaceTable(interface, of: bus, at: path)
        try table.install(on: handle)
        tables.append(table)
    }

    func interface(_ name: String) -> Interface? { tables.first { $0.interface.name == name }?.interface }

    func remove() {
        for table in tables { table.remove() }
    }
}

/// A call that is to be answered.
struct OpenCall {
    let message: OpaquePointer?
    /// The message points into it: the signature of the results.
    let table: InterfaceTable
}

/// The vtable of one interface. sd-bus reads it, and the texts in it, until its slot is gone, which may be after
/// ``remove()``, and until the calls that came through it are answered. So the slot owns it, and every open call.
final class InterfaceTable {
    weak var bus: Bus?
    let path: String
    let interface: Interface
    private let entries: UnsafeMutablePointer<sd_bus_vtable>
    private var texts: [UnsafeMutablePointer<CChar>] = []
    private var slot: OpaquePointer?

    init(_ interface: Interface, of bus: Bus, at path: String) {
        self.bus = bus
        self.path = path
        self.interface = interface
        let count = interface.methods.count + interface.properties.count + 2
        entries = .allocate(capacity: count)
        // The structure has bit-fields and a union, which must not hold what was there before.
        memset(entries, 0, count * MemoryLayout<sd_bus_vtable>.stride)
        entries[0].type = UInt8(_SD_BUS_VTABLE_START)
        entries[0].x.start.element_size = MemoryLayout<sd_bus_vtable>.stride
        entries[0].x.start.features = UInt64(_SD_BUS_VTABLE_PARAM_NAMES)
        var index = 1
        for method in interface.methods {
            fill(&entries[index], method)
            index += 1
        }
        for property in interface.properties {
            fill(&entries[index], property)
            index += 1
        }
        entries[index].type = UInt8(_SD_BUS_VTABLE_END)
    }

    deinit {
        for text in texts { free(text) }
        entries.deallocate()
    }

    func install(on handle: OpaquePointer) throws(DBusError) {
        let owned = Unmanaged.passRetained(self)
        let status = sd_bus_add_object_vtable(handle, &slot, path, interface.name, entries, owned.toOpaque())
        guard status >= 0 else {
            owned.release()
            throw DBusError(status: status)
        }
        sd_bus_slot_set_destroy_callback(slot, releaseTable)
    }

    func remove() {
        sd_bus_slot_unref(slot)
        slot = nil
    }

    private func fill(_ entry: inout sd_bus_vtable, _ method: Interface.Method) {
        entry.type = UInt8(_SD_BUS_VTABLE_METHOD)
        entry.flags = UInt64(SD_BUS_VTABLE_UNPRIVILEGED)
        entry.x.method.member = copy(method.name)
        entry.x.method.signature = copy(method.input)
        entry.x.method.result = copy(method.output)
        entry.x.method.handler = methodCalled
        entry.x.method.names = copy("")
    }

    private func fill(_ entry: inout sd_bus_vtable, _ property: Interface.Property) {
        let isWritable = property.set != nil
        entry.type = UInt8(isWritable ? _SD_BUS_VTABLE_WRITABLE_PROPERTY : _SD_BUS_VTABLE_PROPERTY)
        entry.flags = UInt64(SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE | (isWritable ? SD_BUS_VTABLE_UNPRIVILEGED : 0))
        entry.x.property.member = copy(property.name)
        entry.x.property.signature = copy(property.signature)
        entry.x.property.get = propertyRead
        entry.x.property.set = isWritable ? propertyWritten : nil
    }

    private func copy(_ text: String) -> UnsafePointer<CChar>? {
        guard let copy = strdup(text) else { return nil }
        texts.append(copy)
        return UnsafePointer(copy)
    }
}

private func releaseTable(_ userdata: UnsafeMutableRawPointer?) {
    if let userdata { Unmanaged<InterfaceTable>.fromOpaque(userdata).release() }
}

private func methodCalled(
    _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message, let userdata, let member = sd_bus_message_get_member(message) else { return 0 }
    let table = Unmanaged<InterfaceTable>.fromOpaque(userdata).takeUnretainedValue()
    guard let bus = table.bus, let method = table.interface.methods.first(where: { strcmp($0.name, member) == 0 })
    else { return 0 }
    do throws(DBusError) {
        // this runs on the bus's queue, as assumeIsolated checks
        nonisolated(unsafe) let lent = (message: message, table: table)
        if method.isSensitive { try check(sd_bus_message_sensitive(message)) }
        let arguments = try MessageReader(message, isSensitive: method.isSensitive).values()
        bus.assumeIsolated { $0.take(lent.message, arguments, method, of: lent.table) }
    } catch let failure {
        return sd_bus_error_set(error, failure.name, failure.message)
    }
    return 1
}

private func property(_ name: UnsafePointer<CChar>?, _ userdata: UnsafeMutableRawPointer?) -> Interface.Property? {
    guard let userdata, let name else { return nil }
    let table = Unmanaged<InterfaceTable>.fromOpaque(userdata).takeUnretainedValue()
    return table.interface.properties.first { strcmp($0.name, name) == 0 }
}

private func propertyRead(
    _ bus: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ interface: UnsafePointer<CChar>?,
    _ name: UnsafePointer<CChar>?, _ reply: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let reply, let property = property(name, userdata) else { return -ENOENT }
    do throws(DBusError) {
        try MessageWriter(reply).append(arguments: [property.get()])
        return 1
    } catch let failure {
        return sd_bus_error_set(error, failure.name, failure.message)
    }
}

private func propertyWritten(
    _ bus: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ interface: UnsafePointer<CChar>?,
    _ name: UnsafePointer<CChar>?, _ value: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let value, let set = property(name, userdata)?.set else { return -ENOENT }
    do throws(DBusError) {
        guard let value = try MessageReader(value).next() else { return -EINVAL }
        if let failure = set(value) { throw failure }
        return 1
    } catch let failure {
        return sd_bus_error_set(error, failure.name, failure.message)
    }
}
