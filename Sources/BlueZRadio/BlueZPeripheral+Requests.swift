import BluetoothLE
import DBus
import ProvisioningProtocols
import Runtime

extension BlueZPeripheral {
    private static var notifyLimit: UInt32 { 5_000 }
    /// A fast connection interval, and not much for a list: the reference firmware takes 100 ms.
    private static var notifyPause: UInt32 { 40 }

    /// Calls come on the executor, in the order in which BlueZ made them, and are taken at once.
    nonisolated var handlers: GATTApplication.Handlers {
        GATTApplication.Handlers(
            read: { [weak self] id, call in self?.assumeIsolated { $0.reads(id, call) } },
            write: { [weak self] id, call in self?.assumeIsolated { $0.writes(id, call) } },
            acquire: { [weak self] id, call in self?.assumeIsolated { $0.acquires(id, call) } },
            start: { [weak self] id in self?.assumeIsolated { $0.starts(id) } },
            stop: { [weak self] id in self?.assumeIsolated { $0.stops(id) } })
    }

    /// The options that matter, of those that this daemon sends: others are left alone.
    private struct Options {
        let device: String?
        let offset: Int
        let mtu: Int?
        let isCommand: Bool
        let isPreparation: Bool

        init(_ value: DBusValue?) {
            let values = value?.namedValues ?? [:]
            device = values["device"]?.text
            offset = values["offset"]?.integer ?? 0
            mtu = values["mtu"]?.integer
            isCommand = values["type"]?.text == "command"
            isPreparation = values["prepare-authorize"]?.bool ?? false
        }
    }

    private func reads(_ id: CharacteristicID, _ call: MethodCall) {
        let options = Options(call.arguments.first)
        let central = touched(by: options.device, mtu: options.mtu)
        let request = nextRequest()
        requests[request] = (call, .read)
        offer(.read(id, central, offset: options.offset, request), request)
    }

    private func writes(_ id: CharacteristicID, _ call: MethodCall) {
        let options = Options(call.arguments.dropFirst().first)
        let central = touched(by: options.device, mtu: options.mtu)
        if options.isPreparation {
            // Only whether a long write may come at all: its parts follow.
            call.reply()
            return
        }
        let value = call.arguments.first?.secretBytes ?? []
        if options.isCommand {
            source.yield(.write(id, central, offset: options.offset, value: value, nil))
            call.reply()
            return
        }
        let request = nextRequest()
        requests[request] = (call, .write)
        offer(.write(id, central, offset: options.offset, value: value, request), request)
    }

    /// A request that finds no room is refused, so that nobody waits for it.
    private func offer(_ event: PeripheralEvent, _ request: RequestID) {
        if !source.yield(event) { respond(request, .failure(.unlikelyError)) }
    }

    /// Notes who subscribes and what the link carries, and refuses the socket: with it BlueZ would tell of no second
    /// subscriber.
    private func acquires(_ id: CharacteristicID, _ call: MethodCall) {
        let options = Options(call.arguments.first)
        let central = touched(by: options.device, mtu: options.mtu)
        call.fail(DBusError(BlueZNames.error("NotSupported"), "notifications go as changes of Value"))
        announced.insert(id)
        if let device = options.device { subscribers[id, default: []].insert(device) }
        source.yield(.subscribed(id, central, maximumLength: options.mtu.map { max($0, 23) - 3 }))
    }

    private func starts(_ id: CharacteristicID) {
        if announced.remove(id) == nil { source.yield(.subscribed(id, nil, maximumLength: nil)) }
    }

    private func stops(_ id: CharacteristicID) {
        announced.remove(id)
        subscribers[id] = nil
        source.yield(.unsubscribed(id, nil))
    }

    /// Sends to all subscribers: BlueZ has no way to name one. Returns when BlueZ has taken the value, and keeps a pause
    /// between values: two ends on BlueZ open several attribute channels (EATT), and values that follow each other closely
    /// go over different ones, on which they overtake each other.
    func notify(
        _ value: [UInt8], on characteristic: CharacteristicID, to central: CentralID?
    ) async throws(BluetoothError) {
        guard value.count <= maximumAttributeLength else {
            throw BluetoothError(.valueTooLong, "a notification holds \(maximumAttributeLength) bytes at most")
        }
        guard let path = application.path(of: characteristic) else {
            throw BluetoothError(.unsupported, "the characteristic is not served")
        }
        await awaitTurn()
        if Task.isCancelled { throw BluetoothError(.cancelled) }
        do throws(DBusError) {
            guard let bus = await service.bus else { throw .disconnected }
            let changed = DBusValue.properties(["Value": .bytes(value)])
            try await bus.emit(
                path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
                [.string(BlueZNames.characteristic), changed, .strings([])])
            _ = try await service.call(
                "/", "org.freedesktop.DBus.Peer", "Ping", deadline: service.time.now + Self.notifyLimit)
        } catch {
            throw BluetoothError(error, doing: "notifying")
        }
    }

    /// Callers go one after the other, each its pause after the one before.
    private func awaitTurn() async {
        let now = service.time.now
        let turn = max(nextNotification, now)
        nextNotification = turn + Self.notifyPause
        if turn > now { await service.time.sleep(until: turn) }
    }

    nonisolated func respond(to request: RequestID, with value: [UInt8]) { answer(request, .success(value)) }

    nonisolated func respond(to request: RequestID, with error: ATTError) { answer(request, .failure(error)) }

    private nonisolated func answer(_ request: RequestID, _ outcome: Answer) {
        service.executor.perform { [weak self] in self?.assumeIsolated { $0.respond(request, outcome) } }
    }

    private func respond(_ request: RequestID, _ outcome: Answer) {
        guard let (call, kind) = requests.removeValue(forKey: request) else { return }
        switch outcome {
        case .success(let value): call.reply(kind == .read ? [.bytes(value)] : [])
        case .failure(let error): call.fail(error.answer)
        }
    }
}

/// How a request is answered.
enum Answer: Sendable {
    case success([UInt8])
    case failure(ATTError)
}

extension ATTError {
    /// The error whose name BlueZ turns into this code; those it has no name for become 0x80 with its text.
    fileprivate var answer: DBusError {
        switch self {
        case .readNotPermitted, .writeNotPermitted: DBusError(BlueZNames.error("NotPermitted"), "not permitted")
        case .invalidOffset: DBusError(BlueZNames.error("InvalidOffset"), "the offset is past the value's end")
        case .invalidAttributeValueLength: DBusError(BlueZNames.error("InvalidValueLength"), "no such length")
        case .insufficientAuthentication, .insufficientEncryption:
            DBusError(BlueZNames.error("NotAuthorized"), "the link is not encrypted")
        default: DBusError(BlueZNames.error("Failed"), "0x" + String(rawValue, radix: 16))
        }
    }
}
