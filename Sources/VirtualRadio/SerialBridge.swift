public import BluetoothLE
import ProvisioningProtocols
public import Runtime
import SerialLink

/// Gives a device on a serial port its Bluetooth: what the device serves is published on a host's radio, and what happens
/// there is told to it. The frames are those of ``SerialLink``.
///
/// A device that restarts, or that says it is off the air, is taken off it, and comes back by itself.
public actor SerialBridge {
    /// What happens, for one consumer. At most 256 wait; more are lost.
    public nonisolated let events: EventStream<SerialBridgeEvent, Never>

    let reporter: EventSource<SerialBridgeEvent, Never>
    private let path: String
    private let host: any PeripheralHost
    var port: SerialPort?

    // What the device said of itself
    var advertisement = Advertisement(name: "", services: [])
    var services: [ServedService] = []
    var announced = 0

    // What is on the air
    var peripheral: (any PublishedPeripheral)?
    private var listening: Task<Void, Never>?
    var clients: [CentralID: UInt32] = [:]
    var lastClient: UInt32 = 0
    var subscriptions: [Subscriber: Int] = [:]
    var requests: [UInt16: PendingRequest] = [:]
    var lastRequest: UInt16 = 0
    /// The value that a client reads in pieces.
    var longRead: (reader: Subscriber, value: [UInt8])?

    /// A bridge from the serial port at `path`, a terminal or a socket that listens, to `host`.
    public init(path: String, host: any PeripheralHost) {
        (events, reporter) = EventStream.make(capacity: 256)
        self.path = path
        self.host = host
    }

    /// Bridges until the port ends or the task is cancelled.
    /// - Throws: `notFound` or `failed` where the port cannot be opened, `disconnected` where it ends, `unsupported` where the
    ///   device speaks another version, and what the host's radio throws.
    public func run() async throws(BluetoothError) {
        let port = try SerialPort(path: path)
        self.port = port
        port.send(.hello)
        var failure: BluetoothError?
        do throws(BluetoothError) {
            while let frame = try await port.frames.next() { try await handle(frame) }
        } catch { failure = error }
        port.close()
        await goOffAir()
        reporter.finish()
        if let failure { throw failure }
    }

    private func handle(_ frame: SerialFrame) async throws(BluetoothError) {
        let rest = frame.rest
        switch LinkFrame.Report(rawValue: frame.kind) {
        case .started: try await introduce(rest)
        case .service: if let service = ServedService(rest) { services.append(service) }
        case .advertising: try await advertise(isOn: rest.first == 1)
        case .serviceData: await take(serviceData: rest)
        case .notification: await notify(rest)
        case .answer: answer(rest)
        case .happening: reporter.yield(.happened(SerialBridgeEvent.text(rest)))
        case .figures, nil: break
        }
    }

    // MARK: - On the air

    private func introduce(_ bytes: [UInt8]) async throws(BluetoothError) {
        await goOffAir()
        guard bytes.count >= 2, bytes[0] == LinkFrame.version else {
            throw BluetoothError(.unsupported, "the device speaks another version of the link")
        }
        announced = Int(bytes[1])
        services = []
        advertisement = Advertisement(name: String(decoding: bytes.dropFirst(2), as: UTF8.self), services: [])
    }

    private func advertise(isOn: Bool) async throws(BluetoothError) {
        guard isOn else { return await goOffAir() }
        guard peripheral == nil, announced > 0, services.count == announced else { return }
        advertisement.services = services.map(\.service.uuid)
        let published = try await host.publish(services.map(\.service), advertisement: advertisement)
        peripheral = published
        listening = Task {
            do throws(BluetoothError) { try await published.events.forEach { self.handle($0, of: published) } } catch {
                self.reporter.yield(.radioFailed(error))
            }
        }
        reporter.yield(.onAir(name: advertisement.name))
    }

    private func goOffAir() async {
        guard let peripheral else { return }
        self.peripheral = nil
        await peripheral.stop()
        await listening?.value
        clients = [:]
        subscriptions = [:]
        requests = [:]
        longRead = nil
        reporter.yield(.offAir)
    }

    private func take(serviceData bytes: [UInt8]) async {
        guard let place = bytes.first, Int(place) < services.count else { return }
        advertisement.serviceData[services[Int(place)].service.uuid] = Array(bytes.dropFirst())
        // A radio that cannot change it now says so by its own events.
        try? await peripheral?.update(advertisement)
    }

    private func notify(_ bytes: [UInt8]) async {
        guard bytes.count >= 2, let id = characteristic(bytes[1], of: bytes[0]) else { return }
        var limit = maximumAttributeLength
        for (subscriber, length) in subscriptions where subscriber.characteristic == id { limit = min(limit, length) }
        let value = bytes.dropFirst(2)
        var start = value.startIndex
        repeat {
            let end = min(start + max(limit, 1), value.endIndex)
            try? await peripheral?.notify(Array(value[start..<end]), on: id, to: nil)
            start = end
        } while start < value.endIndex
    }
}
