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
import SimulatedStation
import Testing
import WiFiStation

@Suite("From a device in range to one that is listed", .timeLimit(.minutes(1)))
struct OnboardingTests {
    private static let topic = Result { try TopicName("home/lamp") }

    /// An address that the device may have had before.
    private func known() throws -> Assignment {
        Assignment(ControlAddress(topic: try Self.topic.get(), id: try #require(DeviceID(Self.id))))
    }
    private static let id = "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"

    private func new() throws -> Assignment { .new(under: try Self.topic.get()) }

    @Test("A JSON device takes its credentials, is heard from over the broker and is listed, each step in its order")
    func whole() async throws {
        let lamp = DeviceKind(
            id: "ceiling", name: "Ceiling lamp", advertised: .beginning("La"), category: "Living room",
            topic: try Self.topic.get(), picture: "lamp.png")
        let home = try await Home(catalogue: DeviceCatalogue([lamp]))
        let assignment = try new()
        let outcome = try await home.setUp(at: assignment)
        let entry = try #require(outcome.entry)
        #expect(entry.isNew)
        #expect(entry.device.id.description == assignment.address.id.description)
        #expect(entry.device.name == "Lamp")
        #expect(entry.device.kind == "ceiling")
        #expect(entry.device.category == "Living room")
        #expect(entry.device.picture == "lamp.png")
        #expect(entry.device.topic == "home/lamp")
        let peripheral = try #require(entry.device.provisioning?.peripheral)
        #expect(HardwareAddress(peripheral) != nil)
        #expect(
            entry.device.provisioning
                == ProvisioningRecord(method: "json", time: Home.now, network: "Barn", peripheral: peripheral))
        #expect(entry.device.state == DeviceState(isOn: true, mode: 2, time: Home.now))
        #expect(await home.directory.devices() == [entry.device])
        let steps = home.taken.filter { if case .joining = $0 { false } else { true } }
        #expect(
            steps == [
                .found, .listening, .connected(.json), .joinEnded(.accepted), .waiting(assignment.address), .heard,
                .listed,
            ])
        #expect(home.taken.contains(.joining(.writing)))
        await home.end()
    }

    @Test("A device that joins and is never heard from is not listed, and that is neither success nor failure")
    func silent() async throws {
        let home = try await Home { _, _ in }
        let start = home.world.time.now
        let outcome = try await home.setUp(at: try new(), limits: .pass)
        let why = try #require(outcome.notHeard)
        guard case .silent = why.reason else { Issue.record("\(why)"); return }
        #expect(why.join == .accepted)
        #expect(why.advice.contains("passphrase"))
        #expect(home.world.time.now >= start + 60_000)
        #expect(await home.directory.devices().isEmpty)
        await home.end()
    }

    @Test("G3/139: What the broker had kept of a known device does not count as heard from")
    func onlyKept() async throws {
        let home = try await Home { _, _ in }
        let assignment = try known()
        let outcome = try await home.setUp(at: assignment, limits: .passAfterLast) { home, step in
            // comes late, as after a connection that was lost
            guard case .waiting(let address) = step else { return }
            home.broker.setAway(true)
            home.broker.pass(Home.report(address))
            home.broker.setAway(false)
            Home.speakLast(home.broker)
        }
        let why = try #require(outcome.notHeard)
        guard case .onlyKept = why.reason else { Issue.record("\(why)"); return }
        await home.end()
    }

    @Test("A device that only goes on reporting may be on its old network still")
    func asBefore() async throws {
        let home = try await Home { broker, address in
            broker.pass(Home.report(address))
            Home.speakLast(broker)
        }
        let assignment = try known()
        home.broker.pass(
            Message(topic: "\(assignment.address)/availability", text: "online", isRetained: true))
        let outcome = try await home.setUp(at: assignment, limits: .passAfterLast)
        let why = try #require(outcome.notHeard)
        guard case .onlyAsBefore = why.reason else { Issue.record("\(why)"); return }
        await home.end()
    }

    @Test("One that was there, goes and is there again without a word of its join is not taken for joined")
    func onlyBack() async throws {
        let home = try await Home { broker, address in
            for word in ["offline", "online"] { broker.pass(Message(topic: "\(address)/availability", text: word)) }
            broker.pass(Home.report(address))
            Home.speakLast(broker)
        }
        let assignment = try known()
        home.broker.pass(
            Message(topic: "\(assignment.address)/availability", text: "online", isRetained: true))
        let outcome = try await home.setUp(at: assignment, limits: .passAfterLast)
        let why = try #require(outcome.notHeard)
        guard case .onlyBack = why.reason else { Issue.record("\(why)"); return }
        #expect(await home.directory.devices().isEmpty)
        await home.end()
    }

    @Test("A device that came while the connection to the broker was lost is found in what the broker kept")
    func cameMeanwhile() async throws {
        let home = try await Home { broker, address in
            broker.setAway(true)
            Home.speak(broker, address)
            broker.setAway(false)
        }
        let outcome = try await home.setUp(at: try new())
        #expect(outcome.entry?.isNew == true)
        await home.end()
    }

    @Test("Where the broker is away for good, that is why nothing was heard")
    func awayForGood() async throws {
        let home = try await Home { broker, address in
            broker.setAway(true)
            Home.speak(broker, address)
        }
        let why = try #require(try await home.setUp(at: try new(), limits: .pass).notHeard)
        guard case .noBroker(let error) = why.reason else { Issue.record("\(why)"); return }
        #expect(error != nil)
        await home.end()
    }

    @Test(
        "Where the device could not be heard, it is left alone", arguments: [ControlError.Code.noBroker, .notHeard])
    func notListening(code: ControlError.Code) async throws {
        let home = try await Home()
        if code == .noBroker { home.broker.setAway(true) } else { home.broker.refuse(["home/lamp/#"]) }
        let assignment = try new()
        let error = await #expect(throws: OnboardingError.self) {
            try await home.setUp(at: assignment, limits: .pass)
        }
        guard case .listening(let cause) = error else { Issue.record("\(String(describing: error))"); return }
        #expect(cause.code == code)
        #expect(home.taken == [.found, .listening])
        #expect(try await home.world.station.stored().committed == nil)
        await home.end()
    }

    @Test("H2/182: A device that is set up again is one entry, which keeps its given name and has its new topic")
    func again() async throws {
        let assignment = try known()
        let id = try #require(DeviceID(Self.id))
        let home = try await Home(devices: [Device(id: id, name: "By the window", topic: "old/topic")])
        let entry = try #require(try await home.setUp(at: assignment).entry)
        #expect(!entry.isNew)
        #expect(entry.device.name == "By the window")
        #expect(entry.device.topic == "home/lamp")
        #expect(entry.device.provisioning?.network == "Barn")
        #expect(await home.directory.devices().count == 1)
        await home.end()
    }

    @Test(
        "A device that reports its join is listed when it is connected, where its address is known",
        arguments: [DeviceProtocol.wifiSet, .nordic])
    func reporting(served: DeviceProtocol) async throws {
        let home = try await Home(served) { _, _ in }
        let bare = try await home.setUp(at: nil)
        guard case .connected = bare.joinEnd else { Issue.record("\(bare)"); return }
        #expect(await home.directory.devices().isEmpty)
        let entry = try #require(try await home.setUp(at: try known()).entry)
        #expect(entry.device.id.description == Self.id)
        #expect(!home.taken.contains(.heard))
        // What it says of its signal begins the history that the list has of it.
        let told = home.taken.compactMap { step -> Int8? in
            if case .joinEnded(.connected(_, let signal)) = step { signal?.rawValue } else { nil }
        }
        #expect(try await home.directory.signalHistory(of: entry.device.id).map(\.strength) == told)
        #expect(told.isEmpty == (served.name == DeviceProtocol.nordic.name))
        await home.end()
    }

    @Test("A wrong passphrase ends the join, and is corrected on the same session")
    func corrected() async throws {
        let home = try await Home(.wifiSet)
        let found = try await home.world.find()
        let assignment = try known()
        let (first, second) = try await home.world.run { [home] in
            let session = try await home.world.provisioner.connect(to: found)
            let first = try await home.onboarding.setUp(
                session, with: World.credentials("Barn", "wrong wrong"), at: assignment)
            let second = try await home.onboarding.setUp(
                session, with: World.credentials("Barn", "longenough"), at: assignment)
            await session.disconnect()
            return (first, second)
        }
        guard case .failed(.wrongPassphrase, _) = first.joinEnd else { Issue.record("\(first)"); return }
        #expect(second.entry?.isNew == true)
        await home.end()
    }

    @Test("Without a control nothing is waited for")
    func withoutControl() async throws {
        let home = try await Home()
        let onboarding = Onboarding(directory: home.directory, time: home.world.time)
        let found = try await home.world.find()
        let assignment = try new()
        let outcome = try await home.world.run { [home] in
            try await onboarding.setUp(
                found, over: home.world.provisioner, with: World.credentials("Barn", "longenough"), at: assignment)
        }
        #expect(outcome.joinEnd == .accepted)
        await home.end()
    }

    @Test("Cancelling while the device is waited for ends the wait, and says that the credentials are out")
    func cancelled() async throws {
        let home = try await Home { _, _ in }
        let found = try await home.world.find()
        let assignment = try new()
        let task = Lock<Task<OnboardingError?, Never>?>(nil)
        let waiting = Task { () -> OnboardingError? in
            do throws(OnboardingError) {
                _ = try await home.onboarding.setUp(
                    found, over: home.world.provisioner, with: World.credentials("Barn", "longenough"), at: assignment
                ) { step in
                    if case .waiting = step { task.withLock { $0?.cancel() } }
                }
                return nil
            } catch {
                return error
            }
        }
        task.withLock { $0 = waiting }
        let error = try await home.world.run { await waiting.value }
        guard case .cancelled(isSent: true) = error else { Issue.record("\(String(describing: error))"); return }
        await home.end()
    }
}
