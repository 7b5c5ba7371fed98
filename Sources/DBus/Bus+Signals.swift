import CSystemd
public import Runtime

/// A signal as it arrived.
public struct DBusSignal: Sendable {
    /// The unique name of its sender.
    public let sender: String
    /// The object that sent it.
    public let path: String
    /// Its interface.
    public let interface: String
    /// Its name.
    public let member: String
    /// Its arguments.
    public let arguments: [DBusValue]
}

/// Which signals are wanted; what is `nil` does not matter.
public struct MatchRule: Hashable, Sendable {
    /// The sender, by its well-known or unique name.
    public var sender: String?
    /// The object.
    public var path: String?
    /// The object or any below it.
    public var pathNamespace: String?
    /// The interface.
    public var interface: String?
    /// The signal's name.
    public var member: String?
    /// The first argument, a string.
    public var argument0: String?

    /// The signals that all of this holds for.
    public init(
        sender: String? = nil, path: String? = nil, pathNamespace: String? = nil, interface: String? = nil,
        member: String? = nil, argument0: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.pathNamespace = pathNamespace
        self.interface = interface
        self.member = member
        self.argument0 = argument0
    }

    /// The rule as the bus takes it (D-Bus Specification, "Match Rules"); `nil` with an apostrophe or a backslash, which
    /// the bus and sd-bus quote in different ways.
    var text: String? {
        let parts = [
            ("sender", sender), ("path", path), ("path_namespace", pathNamespace), ("interface", interface),
            ("member", member), ("arg0", argument0),
        ]
        var text = "type='signal'"
        for case (let key, let value?) in parts {
            guard !value.contains(where: { $0 == "'" || $0 == "\\" }) else { return nil }
            text += ",\(key)='\(value)'"
        }
        return text
    }
}

/// Keeps a signal handler alive; the handler is removed when this goes.
public final class SignalObservation: Sendable {
    private let cancelAction: @Sendable () -> Void

    init(cancel: @escaping @Sendable () -> Void) { cancelAction = cancel }

    deinit { cancelAction() }
}

/// A match rule that is in place or on its way.
struct SignalSubscription {
    let slot: OpaquePointer
    let ended: @Sendable (DBusError) -> Void
    /// Waits for the bus to confirm the rule.
    var installing: CheckedContinuation<DBusError?, Never>?
}

extension Bus {
    /// Calls `handler` on the ``executor`` for every signal that `rule` wants, in order, for as long as the result lives.
    /// When this returns, the rule is in place: what is sent from then on is delivered.
    public func observe(
        _ rule: MatchRule, _ handler: @escaping @Sendable (DBusSignal) -> Void
    ) async throws(DBusError) -> SignalObservation {
        let id = nextID()
        try await subscribe(id, rule, handler, ended: { _ in })
        return SignalObservation { [weak self] in
            self?.later { $0.drop(id, because: nil) }
        }
    }

    /// The signals that `rule` wants, in order. When this returns, the rule is in place. Signals wait in the stream,
    /// `capacity` at most: more end it with an error, since one that is missing would go unnoticed.
    public func signals(
        _ rule: MatchRule, capacity: Int = 4096
    ) async throws(DBusError) -> EventStream<DBusSignal, DBusError> {
        let id = nextID()
        let (stream, source) = EventStream<DBusSignal, DBusError>.make(capacity: capacity) { [weak self] in
            self?.later { $0.drop(id, because: nil) }
        }
        let overflow = DBusError(DBusError.overflow, "signals came faster than they were taken")
        try await subscribe(id, rule) { signal in
            if !source.yield(signal) { source.finish(throwing: overflow) }
        } ended: { error in
            source.finish(throwing: error)
        }
        return stream
    }

    func subscribe(
        _ id: UInt64, _ rule: MatchRule, _ handler: @escaping @Sendable (DBusSignal) -> Void,
        ended: @escaping @Sendable (DBusError) -> Void
    ) async throws(DBusError) {
        let handle = try connection()
        guard let text = rule.text else { throw DBusError(DBusError.invalidArguments, "a match rule with a quote") }
        let box = Unmanaged.passRetained(SignalBox(bus: self, id: id, handler: handler))
        var slot: OpaquePointer?
        let status = sd_bus_add_match_async(handle, &slot, text, signalled, ruleInstalled, box.toOpaque())
        guard status >= 0, let slot else {
            box.release()
            throw DBusError(status: status)
        }
        sd_bus_slot_set_destroy_callback(slot, releaseSignalBox)
        let failure = await withCheckedContinuation { continuation in
            subscriptions[id] = SignalSubscription(slot: slot, ended: ended, installing: continuation)
            rearm()
        }
        if let failure { throw failure }
    }

    func installed(_ id: UInt64, _ failure: DBusError?) {
        guard let continuation = subscriptions[id]?.installing else { return }
        subscriptions[id]?.installing = nil
        if let failure { drop(id, because: failure) }
        continuation.resume(returning: failure)
    }

    /// Removes a rule; its stream ends with `error`, where there is one.
    func drop(_ id: UInt64, because error: DBusError?) {
        guard let subscription = subscriptions.removeValue(forKey: id) else { return }
        sd_bus_slot_unref(subscription.slot)
        rearm()
        if let error { subscription.ended(error) }
        subscription.installing?.resume(returning: error ?? .cancelled)
    }
}

/// What sd-bus keeps for a match rule.
private final class SignalBox {
    weak var bus: Bus?
    let id: UInt64
    let handler: @Sendable (DBusSignal) -> Void

    init(bus: Bus, id: UInt64, handler: @escaping @Sendable (DBusSignal) -> Void) {
        self.bus = bus
        self.id = id
        self.handler = handler
    }
}

private func releaseSignalBox(_ pointer: UnsafeMutableRawPointer?) {
    if let pointer { Unmanaged<SignalBox>.fromOpaque(pointer).release() }
}

private func signalled(
    _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message, let userdata else { return 0 }
    let box = Unmanaged<SignalBox>.fromOpaque(userdata).takeUnretainedValue()
    func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
    // A second rule may have read the message before this one.
    sd_bus_message_rewind(message, 1)
    do throws(DBusError) {
        let arguments = try MessageReader(message).values()
        box.handler(
            DBusSignal(
                sender: text(sd_bus_message_get_sender(message)), path: text(sd_bus_message_get_path(message)),
                interface: text(sd_bus_message_get_interface(message)),
                member: text(sd_bus_message_get_member(message)), arguments: arguments))
    } catch {
        // The bus checks messages before it delivers them, so there is nothing in one that cannot be read but a
        // descriptor for which this process has no room.
    }
    return 0
}

private func ruleInstalled(
    _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message, let userdata else { return 0 }
    let box = Unmanaged<SignalBox>.fromOpaque(userdata).takeUnretainedValue()
    let id = box.id
    var failure: DBusError?
    if case .failure(let error) = replyOutcome(message) { failure = error }
    box.bus?.assumeIsolated { [failure] in $0.installed(id, failure) }
    return 1
}
