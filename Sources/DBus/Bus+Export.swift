import CSystemd

extension Bus {
    /// Exports an object with `interfaces` at `path`, in place of one that was there. Below an object manager its
    /// appearance is announced.
    public func export(_ path: String, _ interfaces: [Interface]) throws(DBusError) {
        let handle = try connection()
        unexport(path)
        var export = Export()
        do throws(DBusError) {
            for interface in interfaces { try export.add(interface, of: self, at: path, to: handle) }
        } catch {
            export.remove()
            throw error
        }
        exports[path] = export
        sd_bus_emit_object_added(handle, path)
        rearm()
    }

    /// Takes the object at `path` away, and announces that below an object manager. One of the object's own handlers may
    /// do so too; calls that are open may still be answered.
    public func unexport(_ path: String) {
        guard let export = exports.removeValue(forKey: path) else { return }
        if let handle { sd_bus_emit_object_removed(handle, path) }
        export.remove()
        rearm()
    }

    /// Makes `path` an object manager of the objects below it, until the connection ends.
    public func exportObjectManager(at path: String) throws(DBusError) {
        guard managers[path] == nil else { return }
        var slot: OpaquePointer?
        try check(sd_bus_add_object_manager(try connection(), &slot, path))
        managers[path] = slot
    }

    /// Tells that these properties of an exported object have changed, with their present values.
    public func emitPropertiesChanged(_ names: [String], of interface: String, at path: String) throws(DBusError) {
        try emit(
            path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            [.string(interface), .properties(currentValues(names, interface, path)), .strings([])])
    }

    private func currentValues(_ names: [String], _ interface: String, _ path: String) -> [String: DBusValue] {
        let properties = exports[path]?.interface(interface)?.properties ?? []
        var values: [String: DBusValue] = [:]
        for property in properties where names.contains(property.name) { values[property.name] = property.get() }
        return values
    }

    /// Sends a signal.
    public func emit(
        _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = []
    ) throws(DBusError) {
        let handle = try connection()
        var message: OpaquePointer?
        try check(sd_bus_message_new_signal(handle, &message, path, interface, member))
        guard let message else { throw .disconnected }
        defer { sd_bus_message_unref(message) }
        try MessageWriter(message).append(arguments: arguments)
        try check(sd_bus_send(handle, message, nil))
        rearm()
    }

    /// Takes a call: it is kept until it is answered, and its handler runs once sd-bus has returned.
    func take(_ message: OpaquePointer, _ arguments: [DBusValue], _ method: Interface.Method, of table: InterfaceTable)
    {
        let id = nextID()
        openCalls[id] = OpenCall(message: sd_bus_message_ref(message), table: table)
        let sender = sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
        let call = MethodCall(
            bus: self, id: id, sender: sender, path: table.path, member: method.name, arguments: arguments)
        handling = { method.handler(call) }
    }

    /// Answers call `id`, unless that was done.
    func answer(_ id: UInt64, _ outcome: Result<[DBusValue], DBusError>) {
        guard let open = openCalls.removeValue(forKey: id), let call = open.message else { return }
        defer { withExtendedLifetime(open) { _ = sd_bus_message_unref(call) } }
        guard let handle else { return }
        switch outcome {
        case .success(let results):
            do throws(DBusError) { try reply(to: call, results, on: handle) } catch { refuse(call, error) }
        case .failure(let error): refuse(call, error)
        }
        rearm()
    }

    private func reply(to call: OpaquePointer, _ results: [DBusValue], on handle: OpaquePointer) throws(DBusError) {
        var message: OpaquePointer?
        try check(sd_bus_message_new_method_return(call, &message))
        guard let message else { return }
        defer { sd_bus_message_unref(message) }
        try MessageWriter(message).append(arguments: results)
        try check(sd_bus_send(handle, message, nil))
    }

    private func refuse(_ call: OpaquePointer, _ failure: DBusError) {
        var error = sd_bus_error()
        defer { sd_bus_error_free(&error) }
        sd_bus_error_set(&error, failure.name, failure.message)
        sd_bus_reply_method_error(call, &error)
    }
}
