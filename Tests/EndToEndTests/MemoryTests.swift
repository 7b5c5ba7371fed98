import Glibc
import MemoryScan
import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import Runtime
import Testing
import VirtualRadio
import WiFiStation

/// A station on whose network only the secret is right, and which keeps no copy of it.
private final class ForgetfulStation: Station {
    private struct State {
        var ssid: SSID?
        var isRight = false
        var isCommitted = false
        var sources: [EventSource<StationEvent, Never>] = []
    }

    private let secret: HiddenSecret
    private let state = Lock(State())

    init(_ secret: HiddenSecret) { self.secret = secret }

    func events() -> EventStream<StationEvent, Never> {
        let (stream, source) = EventStream<StationEvent, Never>.make()
        source.yield(.status(StationStatus(state: .notConfigured)))
        state.withLock { $0.sources.append(source) }
        return stream
    }

    func scan(_ options: ScanOptions, deadline: Instant) async throws(StationError) -> [AccessPoint] {
        [
            AccessPoint(
                ssid: SSID("Barn") ?? SSID(), security: .wpaPersonal, signal: SignalStrength(rawValue: -40),
                channel: .unknown)
        ]
    }

    func status() async throws(StationError) -> StationStatus { StationStatus(state: .notConfigured) }

    func stored() async throws(StationError) -> StoredNetworks {
        state.withLock {
            StoredNetworks(committed: $0.isCommitted ? $0.ssid : nil, staged: $0.isCommitted ? nil : $0.ssid)
        }
    }

    func stage(_ credentials: borrowing Credentials, steeredAt address: ControlAddress?) async throws(StationError) {
        let isRight = credentials.passphrase.withBytes { secret.matches($0) }
        let ssid = credentials.ssid
        state.withLock { state in
            state.ssid = ssid
            state.isRight = isRight
            state.isCommitted = false
        }
    }

    func joinStaged() async throws(StationError) {
        let (isRight, ssid, sources) = state.withLock { ($0.isRight, $0.ssid, $0.sources) }
        let last: StationState = isRight ? .connected(IPv4Address(10, 0, 0, 7)) : .failed(.wrongPassphrase)
        for source in sources {
            source.yield(.status(StationStatus(state: .associating, ssid: ssid)))
            source.yield(.status(StationStatus(state: last, ssid: ssid)))
        }
    }

    func commit() async throws(StationError) { state.withLock { $0.isCommitted = true } }
    func joinCommitted() async throws(StationError) {}
    func rollBack() async throws(StationError) { state.withLock { $0.ssid = nil } }
    func disconnect() async throws(StationError) {}
    func forget() async throws(StationError) {}
}

/// Memory that held a passphrase is wiped: what is looked for is in no writable memory of the process.
@Suite("A passphrase leaves nothing in memory", .serialized, .timeLimit(.minutes(1)))
struct MemoryTests {
    @Test("A secret that is in memory is found there")
    func scanWorks() {
        let secret = HiddenSecret()
        secret.withBytes { bytes in
            let places = secret.places()
            #expect(places.count >= 6)
            withExtendedLifetime(bytes) {}
        }
        #expect(secret.places() == [])
    }

    @Test(
        "After a join nothing of the passphrase is left, in one process's memory and over sockets",
        arguments: ["wifiset", "nordic", "json"], [false, true])
    func join(wire: String, isOverSockets: Bool) async throws {
        let secret = HiddenSecret()
        let folder = "/tmp/gangway-memory-\(getpid())-\(wire)"
        let air = VirtualAir()
        func radio() throws -> VirtualRadio {
            isOverSockets ? try VirtualRadio(directory: folder) : VirtualRadio(air: air)
        }
        let station = ForgetfulStation(secret)
        let states = station.events()
        let device = ProvisionableDevice(
            host: try radio(), station: station,
            configuration: DeviceConfiguration(
                name: "Lamp", protocols: [try #require(DeviceProtocol(named: wire))]))
        let service = Task { try await device.run() }
        let provisioner = Provisioner(central: try radio(), trace: { _ in })
        let found = provisioner.discover()
        let lamp = try #require(try await found.next())
        let topic = try TopicName("home/lamp")
        let outcome = try await provisioner.withDevice(lamp) { session in
            try await session.join(
                Credentials(ssid: SSID("Barn") ?? SSID(), passphrase: secret.passphrase, security: .wpaPersonal),
                steeredAt: wire == "json" ? ControlAddress(topic: topic, id: .random()) : nil)
        }
        switch outcome {
        case .connected, .accepted: break
        default:
            Issue.record("it came to \(outcome)")
            return
        }
        // Over JSON nobody is told of the join.
        while let event = await states.next() {
            if case .status(let status) = event, case .connected = status.state { break }
        }
        #expect(secret.places() == [])
        service.cancel()
        _ = await service.result
        unlink(folder)
    }
}
