import BluetoothLE
import DeviceCatalogue
import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import Runtime
import SimulatedStation
import VirtualRadio
import WiFiStation

/// A device with a simulated station and somebody who sets it up, over the virtual radio, in time that a test owns.
final class World: Sendable {
    let time = ManualTime()
    let station: SimulatedStation
    let provisioner: Provisioner
    let device: ProvisionableDevice
    private let service: Task<Void, any Error>

    /// A device in range of the networks Barn and Annex, already on Annex where it is said so. `faults` are those of the one
    /// who sets it up.
    init(
        _ served: DeviceProtocol = .wifiSet, beside others: [DeviceProtocol] = [],
        faults: VirtualRadio.Faults = VirtualRadio.Faults(),
        isOnAnnex: Bool = false, catalogue: DeviceCatalogue = DeviceCatalogue(), trace: TraceHandler? = nil
    ) async throws {
        var simulation = Simulation()
        simulation.networks = [Self.network("Barn", "longenough", -45), Self.network("Annex", "different1", -60)]
        simulation.delays.scan = 1_500
        simulation.delays.association = 500
        simulation.delays.authentication = 400
        simulation.delays.address = 800
        station = try SimulatedStation(simulation, time: time)
        if isOnAnnex {
            try await station.stage(Self.credentials("Annex", "different1"))
            try await station.commit()
        }
        let air = VirtualAir()
        device = ProvisionableDevice(
            host: VirtualRadio(air: air, time: time), station: station,
            configuration: DeviceConfiguration(name: "Lamp", protocols: [served] + others), time: time)
        provisioner = Provisioner(
            central: VirtualRadio(air: air, faults: faults, time: time), catalogue: catalogue, time: time, trace: trace)
        let device = device
        service = Task { try await device.run() }
    }

    static func network(_ name: String, _ passphrase: String, _ signal: Int8) -> Simulation.Network {
        Simulation.Network(
            ssid: SSID(name) ?? SSID(), security: .wpaPersonal, passphrase: Array(passphrase.utf8),
            signal: SignalStrength(rawValue: signal))
    }

    static func credentials(_ ssid: String, _ passphrase: String) -> Credentials {
        Credentials(
            ssid: SSID(ssid) ?? SSID(), passphrase: Passphrase(passphrase) ?? Passphrase(), security: .wpaPersonal)
    }

    /// Does `work` while the clock goes on whenever all seems to be at rest: to the next deadline, but no further than
    /// `leap` at once, so that what is only late is waited for and no limit passes. Without a `leap` every limit may pass.
    func run<Result: Sendable>(
        leap: UInt32? = 2_500, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result { try await run(leap: { leap }, work) }

    /// The same with a `leap` that may change meanwhile.
    func run<Result: Sendable>(
        leap: () -> UInt32?, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let result = Lock<Swift.Result<Result, any Error>?>(nil)
        let task = Task {
            do {
                let value = try await work()
                result.withLock { $0 = .success(value) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
        }
        while true {
            await settle()
            if Task.isCancelled { task.cancel() }  // the time limit of a test has passed
            if let ended = result.withLock({ $0 }) {
                await task.value
                return try ended.get()
            }
            goOn(leap())
        }
    }

    /// Waits until the device is on a network and keeps that one and no other. A device that never is fails by the time limit
    /// of its test.
    func comeToRest() async throws -> SSID? {
        while true {
            await settle()
            try Task.checkCancellation()
            let status = try await station.status()
            let stored = try await station.stored()
            if case .connected = status.state, stored.staged == nil, stored.committed == status.ssid {
                return status.ssid
            }
            goOn(nil)
        }
    }

    private func goOn(_ leap: UInt32?) {
        guard let next = time.nextDeadline else { return }
        if let leap, next > time.now + leap { return }
        time.advance(to: next)
    }

    /// Lets all tasks run that can. Nothing tells when they are done, so it takes many turns without a new timer for it.
    private func settle() async {
        var quiet = 0
        var seen = (time.timerCount, time.nextDeadline)
        while quiet < 100 {
            await Task.yield()
            let now = (time.timerCount, time.nextDeadline)
            quiet = now == seen ? quiet + 1 : 0
            seen = now
        }
    }

    /// The device as it is found.
    func find() async throws -> FoundDevice {
        try await run { [provisioner] in
            let found = provisioner.discover()
            guard let device = try await found.next() else { throw NotFound() }
            return device
        }
    }

    /// Takes the device off the air.
    func end() async {
        service.cancel()
        _ = try? await run { [service] in try await service.value }
    }

    struct NotFound: Error {}
}
