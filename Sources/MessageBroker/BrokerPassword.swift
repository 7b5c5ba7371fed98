import Runtime

/// A password for a broker. It is never part of a description, and its memory is wiped when the last reference goes.
public final class BrokerPassword: Sendable {
    private let bytes: Lock<[UInt8]>

    /// A password of these bytes, at most 65,535; the caller's own copy is not wiped.
    public init(_ bytes: [UInt8]) { self.bytes = Lock(bytes) }

    /// A password of this text; the caller's own copy is not wiped.
    public convenience init(_ text: String) { self.init(Array(text.utf8)) }

    deinit { bytes.withLock { wipe(&$0) } }

    /// How many bytes it has.
    public var count: Int { bytes.withLock { $0.count } }

    /// Lends the bytes to `body`, for as long as it runs.
    public func withBytes<Result>(_ body: (borrowing Span<UInt8>) -> Result) -> Result {
        let copy = bytes.withLock { $0 }
        return body(copy.span)
    }
}

extension BrokerPassword: CustomStringConvertible, CustomReflectable {
    /// That it is a password, and nothing of it.
    public var description: String { "(password)" }

    /// No children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Overwrites a secret that is about to go; never optimised away.
@inline(never) @_optimize(none)
private func wipe(_ bytes: inout [UInt8]) {
    for index in bytes.indices { bytes[index] = 0 }
}

/// Who a program is to a broker.
public struct BrokerLogin: Sendable {
    /// The user's name.
    public var user: String
    /// The password; `nil` for none.
    public var password: BrokerPassword?

    /// A login of this name and password.
    public init(user: String, password: BrokerPassword? = nil) {
        self.user = user
        self.password = password
    }
}
