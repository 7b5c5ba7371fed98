import CSystemd
import Glibc

/// An object's interfaces in the form in which sd-bus takes them. Belongs to its bus's executor.
final class Export {
    weak var bus: Bus?
    let path: String
    private var tables: [InterfaceTable] = []

    init(bus: Bus, path: String) {
        self.bus = bus
        self.path = path
    }

    func add(_ interface: Interface, to handle: OpaquePointer) throws(DBusError) {
        tables.append(try InterfaceTable(interface, of: self, on: handle))
    }

    func interface(_ name: UnsafePointer<CChar>?) -> Interface? {
        guard let name else { return nil }
        return tables.first { strcmp($0.interface.name, name) == 0 }?.interface
    }

    func remove() {
        for table in tables { table.remove() }
        tables = []
    }
}

/// The vtable of one interface: sd-bus reads it until its slot is gone, so it and its texts live until then.
private final class InterfaceTable {
    let interface: Interface
    private let entries: UnsafeMutablePointer<sd_bus_vtable>
    private var texts: [UnsafeMutablePointer<CChar>] = []
    private var slot: OpaquePointer?

    init(_ interface: Interface, of export: Export, on handle: OpaquePointer) throws(DBusError) {
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
        let status = sd_bus_add_object_vtable(
            handle, &slot, export.path, interface.name, entries, Unmanaged.passUnretained(export).toOpaque())
        guard status >= 0 else {
            remove()
            throw DBusError(status: status)
        }
    }

    deinit {
        for text in texts { free(text) }
        entries.deallocate()
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

private func methodCalled(
    _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message, let userdata, let member = sd_bus_message_get_member(message) else { return 0 }
    let export = Unmanaged<Export>.fromOpaque(userdata).takeUnretainedValue()
    guard let bus = export.bus,
        let method = export.interface(sd_bus_message_get_interface(message))?.methods
            .first(where: { strcmp($0.name, member) == 0 })
    else { return 0 }
    do throws(DBusError) {
        let arguments = try MessageReader(message).values()
        let sender = sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
        nonisolated(unsafe) let lent = message  // this runs on the bus's queue, as assumeIsolated checks
        let id = bus.assumeIsolated { $0.keep(lent) }
        method.handler(
            MethodCall(
                bus: bus, id: id, sender: sender, path: export.path, member: method.name, arguments: arguments))
    } catch let failure {
        return sd_bus_error_set(error, failure.name, failure.message)
    }
    return 1
}

private func property(
    _ interface: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?, _ userdata: UnsafeMutableRawPointer?
) -> Interface.Property? {
    guard let userdata, let name else { return nil }
    let export = Unmanaged<Export>.fromOpaque(userdata).takeUnretainedValue()
    return export.interface(interface)?.properties.first { strcmp($0.name, name) == 0 }
}

private func propertyRead(
    _ bus: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ interface: UnsafePointer<CChar>?,
    _ name: UnsafePointer<CChar>?, _ reply: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let reply, let property = property(interface, name, userdata) else { return -ENOENT }
    do throws(DBusError) {
        try MessageWriter(reply).append(property.get())
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
    guard let value, let set = property(interface, name, userdata)?.set else { return -ENOENT }
    do throws(DBusError) {
        guard let value = try MessageReader(value).next() else { return -EINVAL }
        if let failure = set(value) { throw failure }
        return 1
    } catch let failure {
        return sd_bus_error_set(error, failure.name, failure.message)
    }
}
