import CSystemd
public import Runtime

extension Bus {
    private static let daemon = "org.freedesktop.DBus"

    private func callDaemon(_ member: String, _ arguments: [DBusValue]) async throws(DBusError) -> [DBusValue] {
        try await call(
            MethodInvocation(Self.daemon, "/org/freedesktop/DBus", Self.daemon, member, arguments))
    }

    /// This connection's own name on the bus.
    public func uniqueName() async throws(DBusError) -> String {
        _ = try await callDaemon("GetId", [])  // the name is there once the bus answers
        var name: UnsafePointer<CChar>?
        try check(sd_bus_get_unique_name(try connection(), &name))
        return name.map { String(cString: $0) } ?? ""
    }

    /// The unique name of the peer that owns `name`, or `nil` where nobody does.
    public func owner(of name: String) async throws(DBusError) -> String? {
        do throws(DBusError) {
            return try await callDaemon("GetNameOwner", [.string(name)]).first?.text
        } catch {
            if error.isServiceUnknown { return nil }
            throw error
        }
    }

    /// The owner of `name`, now and at every change; `nil` while nobody owns it.
    public func owners(of name: String) async throws(DBusError) -> EventStream<String?, DBusError> {
        let id = nextID()
        let (stream, source) = EventStream<String?, DBusError>.make { [weak self] in
            self?.later { $0.drop(id, because: nil) }
        }
        let rule = MatchRule(
            sender: Self.daemon, interface: Self.daemon, member: "NameOwnerChanged", argument0: name)
        let gate = OwnerGate(source)
        try await subscribe(id, rule) { signal in
            guard signal.arguments.count == 3, let owner = signal.arguments[2].text else { return }
            gate.changed(owner.isEmpty ? nil : owner)
        } ended: { error in
            source.finish(throwing: error)
        }
        gate.began(with: try await owner(of: name))
        return stream
    }

    /// Takes `name` for this connection.
    /// - Throws: `org.freedesktop.DBus.Error.AddressInUse` when somebody else has it, or why the bus forbids it.
    public func requestName(_ name: String) async throws(DBusError) {
        let doNotQueue: UInt32 = 4
        let reply = try await callDaemon("RequestName", [.string(name), .uint32(doNotQueue)])
        guard let status = reply.first?.integer, status == 1 || status == 4 else {
            throw DBusError("org.freedesktop.DBus.Error.AddressInUse", "\(name) is taken")
        }
    }

    /// Gives `name` up.
    public func releaseName(_ name: String) async throws(DBusError) {
        _ = try await callDaemon("ReleaseName", [.string(name)])
    }
}

/// Puts the owner that was asked for before the changes; a change that came meanwhile is the newer fact.
private final class OwnerGate: Sendable {
    private let source: EventSource<String?, DBusError>
    private let started = Lock(false)

    init(_ source: EventSource<String?, DBusError>) { self.source = source }

    func changed(_ owner: String?) {
        started.withLock { $0 = true }
        source.yield(owner)
    }

    func began(with owner: String?) {
        let isFirst = started.withLock { started in
            defer { started = true }
            return !started
        }
        if isFirst { source.yield(owner) }
    }
}
