public import MessageBroker
public import ProvisioningProtocols
public import Runtime

/// A device's end of control as a service: it connects to its broker, obeys commands, and reports what it does and that it is
/// there.
///
/// ```swift
/// let control = ControllableDevice(DeviceDescription(name: "Barn lamp"), switching: relay) { _, lastWill in
///     var settings = settings
///     settings.lastWill = lastWill
///     return try MosquittoBroker(settings)
/// }
/// await control.assign(address)
/// ```
///
/// It is steered at one address at a time, where ``assign(_:)`` says so. Commands come on `<topic>/<id>`, in either spelling of
/// the id, and what the broker had kept of them is ignored. `<topic>/<id>/state` and `<topic>/<id>/availability` are retained
/// and said anew after every reconnection; the broker says `offline` in the device's place when it goes without a word.
public actor ControllableDevice {
    /// Makes a connection for a device at `address`, which is not to be begun yet, with the last will that it is given.
    public typealias BrokerMaker =
        @Sendable (_ address: ControlAddress, _ lastWill: Message) throws(BrokerError) -> any Broker

    /// Tells how strongly the device receives its network; `nil` where that is not known.
    public typealias SignalSource = @Sendable () async -> SignalStrength?

    /// How often that is said, in milliseconds.
    public static let signalInterval: UInt32 = 60_000

    /// What happens, for one consumer. It ends with ``stop()``. At most 64 events wait; more are lost, so a program that does
    /// not care need not drain it.
    public nonisolated let events: EventStream<ControlEvent, Never>

    private let reporter: EventSource<ControlEvent, Never>
    private let description: DeviceDescription
    private let device: any Switch
    private let signal: SignalSource?
    private let former: FormerAddresses
    private let time: any TimeSource
    private let makeBroker: BrokerMaker

    private var wanted: ControlAddress?
    private var connection: DeviceConnection?
    /// What is to be said of credentials as soon as there is an address to say it at.
    private var joinReport: JoinReport?
    /// What goes from one address to the next, while there is a change.
    private var mover: Task<Void, Never>?
    private var isStopped = false

    /// A device that is steered nowhere yet. It is the only one that uses `device` and the connections that are made for it.
    /// Where `signal` is given, it says how strongly it receives its network, after every connection and each
    /// ``signalInterval``. What `memory` keeps lets it leave addresses that it had before its start.
    public init(
        _ description: DeviceDescription, switching device: any Switch, signal: SignalSource? = nil,
        memory: (any AddressMemory)? = nil,
        time: any TimeSource = SystemTime.shared, makeBroker: @escaping BrokerMaker
    ) {
        (events, reporter) = EventStream.make(capacity: 64)
        self.description = description
        self.device = device
        self.signal = signal
        former = FormerAddresses(memory)
        self.time = time
        self.makeBroker = makeBroker
    }

    /// Has the device steered at `address` from now on, or nowhere with `nil`. It returns at once.
    ///
    /// At the address before, the device says that it is not there any more, and takes back what it announced: now, or, where
    /// the broker cannot be reached, as soon as it can at the new address.
    public func assign(_ address: ControlAddress?) {
        guard !isStopped else { return }
        wanted = address
        if mover == nil { mover = Task { await self.move() } }
    }

    /// The network is back, or was joined again: tries to connect at once where it waits for the next attempt, and reports
    /// what it does where there is a connection still.
    ///
    /// After credentials came in, `report` is what became of them. It is said once, at the address where the device is steered
    /// by then: whoever gave them to a device that was steered before has no other way to learn it, since the device is there
    /// again after a failure too, on the network that it had.
    public func reconnect(saying report: JoinReport? = nil) async {
        joinReport = report ?? joinReport
        // What goes to another address meanwhile connects anew there, and says it.
        guard let connection, connection.address == wanted else { return }
        await connection.greet(saying: takeJoinReport())
    }

    private func takeJoinReport() -> JoinReport? {
        defer { joinReport = nil }
        return joinReport
    }

    /// The device does something else now that no command told it: it is reported.
    public func changed() async { await connection?.changed() }

    /// Says that the device is not there, and ends for good. What it announced stays: it will be back.
    public func stop() async {
        isStopped = true
        await mover?.value
        _ = await connection?.leave(isForEver: false)
        connection = nil
        reporter.finish()
    }

    private func move() async {
        while !isStopped, wanted != connection?.address {
            if let connection {
                self.connection = nil
                if await connection.leave(isForEver: true, for: wanted?.id) {
                    await former.left(connection.address)
                } else {
                    await former.leave(connection.address)
                }
                reporter.yield(.left(connection.address))
            } else if let wanted {
                await begin(wanted)
            }
        }
        mover = nil
    }

    private func begin(_ address: ControlAddress) async {
        let lastWill = Message(topic: address.availabilityTopic, body: Availability.offline, isRetained: true)
        do throws(BrokerError) {
            let broker = try makeBroker(address, lastWill)
            await former.begin(address)
            let connection = DeviceConnection(
                address, description, device, signal, broker: broker, time: time,
                former: former,
                tell: { [reporter] in reporter.yield($0) })
            self.connection = connection
            await connection.start(saying: takeJoinReport())
        } catch {
            reporter.yield(.refused(error))
            if wanted == address { wanted = nil }
        }
    }
}
