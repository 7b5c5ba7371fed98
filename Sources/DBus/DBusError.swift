import CSystemd

/// An error reply of a peer, or why a call could not be made.
///
/// `message` is for people and logs: it is what the peer said, never an argument of the call.
public struct DBusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error's name, such as `org.freedesktop.DBus.Error.UnknownObject`.
    public let name: String
    /// What the peer said about it.
    public let message: String

    /// An error of this name.
    public init(_ name: String, _ message: String = "") {
        self.name = name
        self.message = message
    }

    /// The name and what was said.
    public var description: String { message.isEmpty ? name : "\(name): \(message)" }

    /// The bus is gone: open a new ``Bus``.
    public static var disconnected: DBusError { DBusError(disconnectedName, "the connection to the bus has ended") }
    /// The call's limit passed.
    public static var timedOut: DBusError { DBusError(timeoutName, "no answer within the limit") }
    /// The calling task was cancelled.
    public static var cancelled: DBusError { DBusError(cancelledName, "cancelled") }

    static let disconnectedName = "org.freedesktop.DBus.Error.Disconnected"
    static let timeoutName = "org.freedesktop.DBus.Error.Timeout"
    static let cancelledName = "org.freedesktop.DBus.Local.Cancelled"
    static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    static let overflow = "org.freedesktop.DBus.Error.LimitsExceeded"

    /// Whether the bus itself is gone.
    public var isDisconnected: Bool { name == Self.disconnectedName }
    /// Whether the limit passed.
    public var isTimeout: Bool { name == Self.timeoutName }
    /// Whether the calling task was cancelled.
    public var isCancelled: Bool { name == Self.cancelledName }
    /// Whether nobody owns the name that was called, or its owner went away before it answered (`NoReply`: the limits
    /// of calls are ours, so the bus says this for nothing else).
    public var isServiceUnknown: Bool {
        name == "org.freedesktop.DBus.Error.ServiceUnknown" || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
            || name == "org.freedesktop.DBus.Error.NoReply" || name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
            || name == "org.freedesktop.systemd1.NoSuchUnit"
    }
    /// Whether the bus or the peer forbids the call to this program.
    public var isAccessDenied: Bool {
        name == "org.freedesktop.DBus.Error.AccessDenied" || name == "org.freedesktop.DBus.Error.AuthFailed"
    }
    /// Whether the object or its interface is not there (any more).
    public var isUnknownObject: Bool {
        name == "org.freedesktop.DBus.Error.UnknownObject" || name == "org.freedesktop.DBus.Error.UnknownInterface"
            || name == "org.freedesktop.DBus.Error.UnknownMethod"
    }

    /// The error that sd-bus's negative return value stands for.
    init(status: Int32) {
        var error = sd_bus_error()
        sd_bus_error_set_errno(&error, status)
        defer { sd_bus_error_free(&error) }
        self.init(error)
    }

    init(_ error: sd_bus_error) {
        self.init(error.name.map { String(cString: $0) } ?? "", error.message.map { String(cString: $0) } ?? "")
    }
}

/// Turns sd-bus's negative return values into errors.
@discardableResult
func check(_ status: Int32) throws(DBusError) -> Int32 {
    guard status < 0 else { return status }
    throw DBusError(status: status)
}
