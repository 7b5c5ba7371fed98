/// An interface that an exported object has.
public struct Interface: Sendable {
    /// Its name.
    public let name: String
    /// Its methods.
    public let methods: [Method]
    /// Its properties.
    public let properties: [Property]

    /// An interface of these members.
    public init(_ name: String, methods: [Method] = [], properties: [Property] = []) {
        self.name = name
        self.methods = methods
        self.properties = properties
    }

    /// A method.
    public struct Method: Sendable {
        let name: String
        let input: String
        let output: String
        let isSensitive: Bool
        let handler: @Sendable (MethodCall) -> Void

        /// A method with arguments of the signature `input` and results of `output`. `handler` is called on the bus's
        /// executor, in the order of the calls; it or whoever it hands the call to answers, soon. Where an
        /// argument is a secret, `isSensitive` has the message's memory wiped, and its byte arrays and the texts in its
        /// variants come as secrets.
        public init(
            _ name: String, input: String = "", output: String = "", isSensitive: Bool = false,
            handler: @escaping @Sendable (MethodCall) -> Void
        ) {
            self.name = name
            self.input = input
            self.output = output
            self.isSensitive = isSensitive
            self.handler = handler
        }
    }

    /// A property.
    public struct Property: Sendable {
        let name: String
        let signature: String
        let get: @Sendable () -> DBusValue
        let set: (@Sendable (DBusValue) -> DBusError?)?

        /// A property of the type `signature`. `get` and `set` are called on the bus's executor; one without `set` cannot
        /// be changed by peers.
        public init(
            _ name: String, _ signature: String, set: (@Sendable (DBusValue) -> DBusError?)? = nil,
            get: @escaping @Sendable () -> DBusValue
        ) {
            self.name = name
            self.signature = signature
            self.get = get
            self.set = set
        }

        /// A property that never changes.
        public init(_ name: String, _ value: DBusValue) { self.init(name, value.signature, get: { value }) }
    }
}

/// A method call of a peer, to be answered once. One that is let go without an answer is answered with an error.
public final class MethodCall: Sendable {
    /// The unique name of the caller.
    public let sender: String
    /// The object that is called.
    public let path: String
    /// The method.
    public let member: String
    /// The arguments.
    public let arguments: [DBusValue]
    private let bus: Bus
    private let id: UInt64

    init(bus: Bus, id: UInt64, sender: String, path: String, member: String, arguments: [DBusValue]) {
        self.bus = bus
        self.id = id
        self.sender = sender
        self.path = path
        self.member = member
        self.arguments = arguments
    }

    deinit {
        let (bus, id) = (bus, id)
        let error = DBusError("org.freedesktop.DBus.Error.Failed", "nobody answered the call")
        bus.later { $0.answer(id, .failure(error)) }
    }

    /// Answers with `results`.
    public func reply(_ results: [DBusValue] = []) { answer(.success(results)) }

    /// Answers with an error.
    public func fail(_ error: DBusError) { answer(.failure(error)) }

    private func answer(_ outcome: Result<[DBusValue], DBusError>) {
        let (bus, id) = (bus, id)
        bus.later { $0.answer(id, outcome) }
    }
}
