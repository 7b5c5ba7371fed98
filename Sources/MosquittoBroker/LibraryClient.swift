import CMosquitto
import Glibc
import MessageBroker

/// One client of libmosquitto's, driven from outside: it has no thread, and every call comes from the engine's.
///
/// It keeps what the protocol wants kept over connections: messages of QoS 1 and 2 under way.
final class LibraryClient {
    let sink = CallbackSink()
    let tls: TLSContext?
    private let client: OpaquePointer
    private let settings: BrokerSettings
    /// The error number of the system that the last call to connect left behind.
    private var openingError: Int32 = 0

    /// The library, made ready once for the process.
    private static let isReady = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.rawValue

    init(_ settings: BrokerSettings, clientID: String) throws(BrokerError) {
        guard Self.isReady else { throw .system("make libmosquitto ready", EINVAL) }
        tls = if let tls = settings.tls { try TLSContext(tls) } else { nil }
        guard let client = Self.make(settings, clientID) else { throw .system("make a client", ENOMEM) }
        self.client = client
        self.settings = settings
        sink.attach(to: client)
        configure()
    }

    deinit { mosquitto_destroy(client) }

    /// The library ignores SIGPIPE for the whole process when it makes a client; that is for the program to decide.
    private static func make(_ settings: BrokerSettings, _ clientID: String) -> OpaquePointer? {
        var before = sigaction()
        sigaction(SIGPIPE, nil, &before)
        defer { sigaction(SIGPIPE, &before, nil) }
        return mosquitto_new(clientID, settings.session == .clean, nil)
    }

    private func configure() {
        let version = settings.version == .v5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, version)
        mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1)
        // No limit of the library's own, each way: the engine has one, and the broker knows its.
        mosquitto_int_option(client, MOSQ_OPT_RECEIVE_MAXIMUM, 0)
        mosquitto_int_option(client, MOSQ_OPT_SEND_MAXIMUM, 0)
        if let tls {
            mosquitto_void_option(client, MOSQ_OPT_SSL_CTX, UnsafeMutableRawPointer(tls.context))
            mosquitto_int_option(client, MOSQ_OPT_SSL_CTX_WITH_DEFAULTS, 0)
        }
        setLogin()
        if let will = settings.lastWill {
            will.body.withUnsafeBytes { body in
                _ = mosquitto_will_set(
                    client, will.topic, Int32(body.count), body.baseAddress, Int32(will.qualityOfService.rawValue),
                    will.isRetained)
            }
        }
        keepSession()
    }

    private func setLogin() {
        guard let login = settings.login else { return }
        guard let password = login.password else {
            mosquitto_username_pw_set(client, login.user, nil)
            return
        }
        password.withBytes { bytes in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { text in
                for index in bytes.indices { text[index] = CChar(bitPattern: bytes[index]) }
                text[bytes.count] = 0
                mosquitto_username_pw_set(client, login.user, text.baseAddress)
                memset_explicitly(text)
            }
        }
    }

    /// Tells for how long the session is to be kept (MQTT 5 §3.1.2.11.2).
    ///
    /// Properties of the request to connect are taken only by the call that also connects, and that waits for the network; it
    /// keeps them for the calls that do not. So it is given a socket of this machine where nobody listens.
    private func keepSession() {
        guard settings.version == .v5, case .kept(let seconds) = settings.session else { return }
        var properties: OpaquePointer?
        mosquitto_property_add_int32(&properties, Int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue), seconds)
        mosquitto_connect_bind_v5(client, "/", 0, Int32(settings.keepAlive), nil, properties)
        mosquitto_property_free_all(&properties)
    }
}

/// Overwrites a secret that is about to go; never optimised away.
@inline(never) @_optimize(none)
private func memset_explicitly(_ text: UnsafeMutableBufferPointer<CChar>) {
    for index in text.indices { text[index] = 0 }
}

// MARK: the connection

extension LibraryClient {
    /// What a call that may end the connection came to, by the library's numbers.
    typealias Status = mosq_err_t

    /// Begins to connect to a host in numbers, without waiting. The error number of the system where it fails at once.
    func open(_ host: String, port: UInt16) -> (status: Status, number: Int32) {
        sink.goodbye = nil
        sink.tlsNotes = []
        sink.events = []
        sink.listenToLog(of: client, true)
        errno = 0
        let status = mosquitto_connect_async(client, host, Int32(port), Int32(settings.keepAlive))
        openingError = errno
        return (Status(rawValue: max(0, status)), openingError)
    }

    /// The connection's socket; -1 where there is none.
    var descriptor: Int32 { mosquitto_socket(client) }

    /// Whether something waits to be written.
    var wantsToWrite: Bool { mosquitto_want_write(client) }

    /// Reads and handles what has come, in bursts that leave room for others.
    func read() -> Status {
        for _ in 0..<4096 {
            // The library returns without a word of it whether it stopped for want of data; the error number tells.
            errno = 0
            let status = mosquitto_loop_read(client, 64)
            if status != 0 { return Status(rawValue: status) }
            if errno != 0 || descriptor < 0 { break }
        }
        return MOSQ_ERR_SUCCESS
    }

    /// Writes what waits, as far as the socket takes it.
    func write() -> Status {
        errno = 0
        return Status(rawValue: mosquitto_loop_write(client, 64))
    }

    /// Asks whether the broker is there, or gives it up, when it is time to.
    func keepAlive() -> Status { Status(rawValue: mosquitto_loop_misc(client)) }

    /// Says good-bye; the connection ends when that is written.
    func sayGoodbye() { mosquitto_disconnect(client) }

    /// Takes no more notes for the diagnosis of TLS.
    func isThrough() { sink.listenToLog(of: client, false) }

    /// How the connection is protected; `nil` as long as it is not.
    var tlsFacts: TLSFacts? { tls?.verdict.agreed }

    /// The error of the socket, as a number of the system; 0 for none.
    var socketError: Int32 {
        var number: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size) == 0 else { return errno }
        guard number == 0, !hasPeer else { return number }
        return openingError == ECONNREFUSED ? ECONNREFUSED : ECONNRESET
    }

    /// Whether the socket is connected. Of a call that was refused, or a connection that was reset, OpenSSL may have been told
    /// when it was to write its first words: the system tells it only once.
    private var hasPeer: Bool {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) } == 0
        }
    }
}

// MARK: messages and subscriptions

extension LibraryClient {
    /// Hands a message over to be sent. Its identifier, or why not.
    func publish(_ message: Message) -> Result<Int32, LibraryFailure> {
        var identifier: Int32 = 0
        var properties: OpaquePointer?
        if let lifetime = message.lifetime, settings.version == .v5 {
            mosquitto_property_add_int32(&properties, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), lifetime)
        }
        defer { mosquitto_property_free_all(&properties) }
        let status = message.body.withUnsafeBytes { body in
            mosquitto_publish_v5(
                client, &identifier, message.topic, Int32(clamping: body.count), body.baseAddress,
                Int32(message.qualityOfService.rawValue), message.isRetained, properties)
        }
        return status == 0 ? .success(identifier) : .failure(LibraryFailure(status: status))
    }

    /// Asks for the messages of `filters`. The request's identifier, or why not.
    func subscribe(_ filters: [String], _ quality: QualityOfService) -> Result<Int32, LibraryFailure> {
        var identifier: Int32 = 0
        let status = withCStrings(filters) { names in
            mosquitto_subscribe_multiple(
                client, &identifier, Int32(filters.count), names, Int32(quality.rawValue), 0, nil)
        }
        return status == 0 ? .success(identifier) : .failure(LibraryFailure(status: status))
    }

    /// Asks for the messages of `filters` no more. The request's identifier, or why not.
    func unsubscribe(_ filters: [String]) -> Result<Int32, LibraryFailure> {
        var identifier: Int32 = 0
        let status = withCStrings(filters) { names in
            mosquitto_unsubscribe_multiple(client, &identifier, Int32(filters.count), names, nil)
        }
        return status == 0 ? .success(identifier) : .failure(LibraryFailure(status: status))
    }
}

extension mosq_err_t {
    /// Whether it says that the broker broke the protocol.
    var isViolation: Bool {
        switch self {
        case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_MALFORMED_UTF8, MOSQ_ERR_DUPLICATE_PROPERTY,
            MOSQ_ERR_NOT_SUPPORTED:
            true
        default: false
        }
    }
}

/// A call to the library that failed, by its number.
struct LibraryFailure: Error {
    let status: Int32

    func isOne(of kinds: mosq_err_t...) -> Bool { kinds.contains { $0.rawValue == status } }
}

private func withCStrings(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Int32
) -> Int32 {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return copies.withUnsafeBufferPointer { body($0.baseAddress) }
}
