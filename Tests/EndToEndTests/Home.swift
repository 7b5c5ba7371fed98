import DeviceCatalogue
import DeviceControl
import DeviceDirectory
import DeviceDirectoryContract
import MessageBroker
import MessageBrokerContract
import Onboarding
import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import Runtime
import Testing

/// A device in range, a broker in memory, and somebody who sets the device up to be steered.
final class Home: Sendable {
    /// What a device says when it is on its network.
    typealias Speech = @Sendable (MemoryBroker, ControlAddress) -> Void

    static let now = WallTime(milliseconds: 1_796_000_000_000)

    let world: World
    let broker = MemoryBroker()
    let connection: MemoryConnection
    let directory: MemoryDirectory
    let control: DeviceControl
    let onboarding: Onboarding
    private let speaking: Task<Void, Never>
    private let steps = Lock<[OnboardingStep]>([])

    /// The steps that the last set-up went through.
    var taken: [OnboardingStep] { steps.withLock { $0 } }

    init(
        _ served: DeviceProtocol = .json, devices: [Device] = [], catalogue: DeviceCatalogue = DeviceCatalogue(),
        speech: @escaping Speech = Home.speak
    ) async throws {
        world = try await World(served, catalogue: catalogue)
        connection = broker.connection(time: world.time)
        directory = MemoryDirectory(devices)
        control = DeviceControl(
            broker: connection, directory: directory, time: world.time, wallClock: { Self.now })
        onboarding = Onboarding(directory: directory, control: control, time: world.time, wallClock: { Self.now })
        let (events, broker) = (world.device.events, broker)
        speaking = Task {
            var address: ControlAddress?
            var isUp = false
            while let event = await events.next() {
                switch event {
                case .connected: isUp = true
                case .assigned(let assigned): address = assigned
                default: continue
                }
                if isUp, let address { speech(broker, address) }
            }
        }
        await control.start()
        connection.connect()
    }

    /// As our devices do: it is there, and this is its state.
    @Sendable static func speak(_ broker: MemoryBroker, _ address: ControlAddress) {
        broker.pass(Message(topic: "\(address)/availability", text: "online", isRetained: true))
        broker.pass(report(address))
    }

    static func report(_ address: ControlAddress, isOn: Bool = true) -> Message {
        Message(
            topic: "\(address)/state", text: #"{"id":"\#(address.id)","status":\#(isOn),"mode":2}"#, isRetained: true)
    }

    /// Another device, which speaks after the one that is set up: when it has been heard, all that was said before has been.
    private static let last = Result {
        ControlAddress(
            topic: try TopicName("home/lamp"), id: try #require(DeviceID("00000000-0000-4000-8000-000000000000")))
    }

    /// Ends what is said over the broker: from then on limits pass in a set-up with ``Limits/passAfterLast``.
    @Sendable static func speakLast(_ broker: MemoryBroker) {
        guard let address = try? last.get() else {
            Issue.record("no address")
            return
        }
        broker.pass(report(address))
    }

    /// Sets the device up for Barn.
    func setUp(
        at assignment: Assignment?, passphrase: String = "longenough", limits: Limits = .hold,
        onStep: @escaping @Sendable (Home, OnboardingStep) -> Void = { _, _ in }
    ) async throws -> OnboardingOutcome {
        let found = try await world.find()
        steps.withLock { $0 = [] }
        let mayPass = Lock(limits == .pass)
        let id = try Self.last.get().id
        let listening = Task { [control] in
            guard await control.changes(of: id).next() != nil else { return }
            if limits == .passAfterLast { mayPass.withLock { $0 = true } }
        }
        defer { listening.cancel() }
        return try await world.run(leap: { mayPass.withLock { $0 } ? nil : 2_500 }) { [self] in
            try await onboarding.setUp(
                found, over: world.provisioner, with: World.credentials("Barn", passphrase), at: assignment
            ) { step in
                steps.withLock { $0.append(step) }
                onStep(self, step)
            }
        }
    }

    func end() async {
        await control.stop()
        await world.end()
        speaking.cancel()
    }
}

extension Home {
    /// Whether the limits of what is waited for pass during a set-up.
    enum Limits {
        case hold
        case pass
        /// Once all that was said until ``Home/speakLast(_:)`` has been heard.
        case passAfterLast
    }
}

extension OnboardingOutcome {
    /// The entry and whether it is new, where it is listed.
    var entry: (device: Device, isNew: Bool)? {
        if case .listed(let device, let isNew) = self { (device, isNew) } else { nil }
    }

    /// Why the device was not heard, where it was not.
    var notHeard: NotHeard? { if case .notHeard(let why) = self { why } else { nil } }

    /// How the join ended, where that was the end.
    var joinEnd: JoinOutcome? { if case .joinEnded(let outcome) = self { outcome } else { nil } }
}
