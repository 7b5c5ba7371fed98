import BluetoothLE
import CredentialVault
import DeviceCatalogue
import DeviceControl
import DeviceDirectory
import DeviceDirectoryContract
import GangwayModel
import MessageBroker
import MessageBrokerContract
import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import Runtime
import SimulatedStation
import Testing
import VirtualRadio
import WiFiStation

/// A home in memory with devices in range, and a person in front of the app, in time that a test owns.
@MainActor
final class Stage {
    nonisolated static let now = WallTime(milliseconds: 1_796_000_000_000)

    let time = ManualTime()
    let air = VirtualAir()
    let radio: VirtualRadio
    let broker = MemoryBroker()
    let store: TestStore
    let home: HomeModel
    let app: AppModel
    /// Every value that the app wrote to a device, passphrases cut out.
    let written = Lock<[[UInt8]]>([])
    private var props: [Prop] = []

    init(
        _ devices: [Device] = [], catalogue: DeviceCatalogue = DeviceCatalogue(), hasBroker: Bool = true,
        faults: VirtualRadio.Faults = VirtualRadio.Faults()
    ) {
        radio = VirtualRadio(air: air, faults: faults, time: time)
        store = TestStore(broker, MemoryDirectory(devices), hasBroker: hasBroker, time: time)
        home = HomeModel(
            AppServices(
                store: store,
                provisioner: Provisioner(central: radio, catalogue: catalogue, time: time) { [written] record in
                    if record.direction == .written { written.withLock { $0.append(record.bytes) } }
                },
                catalogue: catalogue, time: time, wallClock: { Stage.now }))
        app = AppModel(home)
    }

    /// Puts a device on the air, in range of the networks Barn and Annex.
    @discardableResult
    func place(_ name: String, _ served: DeviceProtocol, speaks: Bool = true, isFull: Bool = false) async throws -> Prop
    {
        let prop = try await Prop(name, served, air: air, broker: speaks ? broker : nil, time: time)
        props.append(prop)
        return prop
    }

    /// Waits until `condition` holds. The clock goes on whenever all seems to be at rest: to the next deadline, but no further
    /// than `leap` at once, so that what is only late is waited for and no limit passes. Without a `leap` every limit may pass.
    func wait(leap: UInt32? = 4_000, _ condition: () async -> Bool) async throws {
        while true {
            await settle()
            try Task.checkCancellation()  // the time limit of a test has passed
            if await condition() { return }
            guard let next = time.nextDeadline else { continue }
            if let leap, next > time.now + leap { continue }
            time.advance(to: next)
        }
    }

    /// Does `work` to its end meanwhile.
    func run<Result: Sendable>(
        leap: UInt32? = 4_000, _ work: @escaping @MainActor @Sendable () async throws -> Result
    ) async throws -> Result {
        let task = Task { try await work() }
        let isDone = Lock(false)
        Task {
            _ = await task.result
            isDone.withLock { $0 = true }
        }
        try await wait(leap: leap) { isDone.withLock { $0 } }
        return try await task.value
    }

    /// Lets all tasks run that can. Nothing tells when they are done, so it takes many turns without a new timer for it.
    func settle() async {
        var quiet = 0
        var seen = (time.timerCount, time.nextDeadline)
        while quiet < 100 {
            await Task.yield()
            let now = (time.timerCount, time.nextDeadline)
            quiet = now == seen ? quiet + 1 : 0
            seen = now
        }
    }

    func end() async throws {
        app.end()
        try await run { [home] in await home.close() }
        for prop in props {
            prop.leave()
            try await run { await prop.gone() }
        }
    }
}

/// A device in range, with a Wi-Fi of its own, that speaks at the broker once it is on its network.
final class Prop: Sendable {
    let device: ProvisionableDevice
    let station: SimulatedStation
    private let service: Task<Void, any Error>
    private let speaking: Task<Void, Never>

    init(
        _ name: String, _ served: DeviceProtocol, air: VirtualAir, broker: MemoryBroker?, time: ManualTime
    ) async throws {
        var simulation = Simulation()
        simulation.networks = [Self.network("Barn", "longenough", -45), Self.network("Annex", "different1", -60)]
        simulation.delays.scan = 1_500
        simulation.delays.association = 500
        simulation.delays.authentication = 400
        simulation.delays.address = 800
        station = try SimulatedStation(simulation, time: time)
        device = ProvisionableDevice(
            host: VirtualRadio(air: air, time: time), station: station,
            configuration: DeviceConfiguration(name: name, protocols: [served]), time: time)
        let device = device
        service = Task { try await device.run() }
        let events = device.events
        speaking = Task {
            var address: ControlAddress?
            var isUp = false
            while let event = await events.next() {
                switch event {
                case .connected: isUp = true
                case .assigned(let assigned): address = assigned
                default: continue
                }
                if isUp, let address, let broker { Self.speak(broker, address) }
            }
        }
    }

    /// As our devices do: it is there, and this is its state.
    static func speak(_ broker: MemoryBroker, _ address: ControlAddress, isOn: Bool = true, mode: Int = 2) {
        broker.pass(Message(topic: address.availabilityTopic, text: "online", isRetained: true))
        broker.pass(
            Message(
                topic: address.stateTopic, text: #"{"id":"\#(address.id)","status":\#(isOn),"mode":\#(mode)}"#,
                isRetained: true))
    }

    private static func network(_ name: String, _ passphrase: String, _ signal: Int8) -> Simulation.Network {
        Simulation.Network(
            ssid: SSID(name) ?? SSID(), security: .wpaPersonal, passphrase: Array(passphrase.utf8),
            signal: SignalStrength(rawValue: signal))
    }

    /// The network that the device keeps.
    func network() async throws -> String? { try await station.stored().committed?.description }

    /// Takes the device off the air.
    func leave() {
        service.cancel()
        speaking.cancel()
    }

    func gone() async { _ = await service.result }
}
