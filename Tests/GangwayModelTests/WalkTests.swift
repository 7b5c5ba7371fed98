import DeviceCatalogue
import DeviceDirectory
import DeviceDirectoryContract
import GangwayModel
import MessageBrokerContract
import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import Runtime
import Testing

/// What every screen says and offers, walked through as a person does: the views lay out nothing else.
@Suite("Every screen, as it is said and offered", .timeLimit(.minutes(1)))
@MainActor
struct WalkTests {
    private static let lamp = DeviceID(high: 1, low: 1)
    private static let fan = DeviceID(high: 1, low: 2)

    private func opened(hasBroker: Bool = true) async throws -> Stage {
        let kind = DeviceKind(
            id: "ceiling", name: "Ceiling lamp", advertised: .beginning("La"), topic: try TopicName("home/lamp"),
            modes: [DeviceKind.Mode(number: 2, name: "Bright")])
        let devices = [
            Device(id: Self.lamp, name: "Lamp", kind: "ceiling", category: "Kitchen", topic: "home/lamp"),
            Device(id: Self.fan, name: "Fan", topic: "home/fan"),
        ]
        let stage = Stage(devices, catalogue: DeviceCatalogue([kind]), hasBroker: hasBroker)
        try await stage.run { await stage.home.open() }
        if hasBroker { try await stage.wait { stage.home.broker.isConnected } }
        try await stage.run { _ = await stage.home.edit(.add("Kitchen")) }
        try await stage.wait { stage.home.categories == ["Kitchen"] }
        return stage
    }

    private func said(_ sentence: Sentence?) -> String? { sentence?.text(.english) }

    @Test(
        "The main screen: each category by itself, how many are on, what a tile says, and what is wrong with the broker"
    )
    func main() async throws {
        let stage = try await opened()
        let grid = stage.app.grid
        let lamp = try #require(stage.home.device(Self.lamp))
        #expect(grid.groups.map { said($0.title) } == ["Kitchen", "Other"])
        #expect(said(lamp.stateSentence) == "State not known")
        #expect(said(lamp.switchSentence) == "Switch Lamp on")
        #expect(said(lamp.seenSentence { _ in "now" }) == "Never seen")
        Prop.speak(stage.broker, try #require(lamp.address), isOn: true, mode: 2)
        try await stage.wait { lamp.isOn == true && lamp.availability == .online }
        #expect(said(lamp.stateSentence) == "On · Bright")
        #expect(said(lamp.switchSentence) == "Switch Lamp off")
        #expect(said(lamp.availability.sentence) == "Online")
        #expect(said(grid.groups.first?.title) == "Kitchen, 1 on")
        #expect(said(lamp.seenSentence { _ in "now" }) == "Last seen now")
        let tap = Task { await grid.toggle(Self.lamp) }
        try await stage.wait { lamp.isBusy }
        #expect(!lamp.isShownOn)
        #expect(said(lamp.stateSentence) == "Being switched …")
        Prop.speak(stage.broker, try #require(lamp.address), isOn: false, mode: 2)
        try await stage.wait { !lamp.isBusy }
        _ = await tap.value
        #expect(said(lamp.stateSentence) == "Off")
        grid.selection = .uncategorised
        #expect(grid.groups.map { said($0.title) } == [nil])
        #expect(stage.home.problems.isEmpty)
        #expect(stage.home.brokerNotice == nil)
        stage.broker.setAway(true)
        try await stage.wait { stage.home.broker.problem != nil }
        #expect(stage.home.problems.map(\.code) == ["broker.connectionLost"])
        #expect(said(stage.home.broker.sentence) == said(stage.home.problems.first?.summary))
        try await stage.end()
    }

    @Test("A home without a broker says that, and one without devices shows no group")
    func empty() async throws {
        let stage = Stage(hasBroker: false)
        try await stage.run { await stage.home.open() }
        #expect(stage.app.grid.groups.isEmpty)
        #expect(said(stage.home.brokerNotice) == "No broker is set up.")
        #expect(!stage.home.broker.isConnecting)
        try await stage.end()
    }

    @Test("The router: the seed's calls lead to its screens, and each route is one of them")
    func routes() async throws {
        let stage = try await opened()
        let router = stage.app.router
        router.navigateToConnect(with: "home/lamp")
        #expect(router.path == [.connect(.add(topic: "home/lamp"))])
        #expect(stage.app.connect?.topic == "home/lamp")
        router.popToRoot()
        router.navigateToDevice(with: Device(id: Self.fan, name: "Fan", topic: "home/fan"))
        #expect(router.path == [.device(Self.fan)])
        #expect(stage.app.device?.device?.name == "Fan")
        router.popToRoot()
        #expect(router.path.isEmpty)
        #expect(stage.app.connect == nil && stage.app.device == nil)
        try await stage.end()
    }

    @Test("The set-up, stage after stage: what each says and offers, to the end")
    func setUp() async throws {
        let stage = try await opened()
        try await stage.place("Lamp", .wifiSet)
        let connect = try await stage.open()
        #expect(said(connect.title) == "Add a device")
        #expect(!connect.offersSeveral && connect.endings.isEmpty)
        let candidate = try #require(connect.candidates.first)
        #expect(candidate.subtitle.hasPrefix("Ceiling lamp"))
        connect.choose(candidate.id)
        #expect(connect.chosenTitle == candidate.title)
        try await stage.wait { connect.stage == .networks && !connect.networks.isLoading }
        #expect(said(connect.device?.protection)?.contains("not encrypted") == true)
        try await stage.wait { connect.device?.standing != nil }
        #expect(connect.device?.told.map { said($0) }.contains("Has no network yet") == true)
        #expect(!connect.offersForgetting && !connect.isToForget)
        #expect(connect.networks.sentence == nil)
        let barn = try #require(connect.networks.entries.first)
        #expect(said(barn.title) == "Barn")
        #expect(said(barn.securitySentence) == "Secured")
        #expect(said(barn.signalSentence)?.hasPrefix("Signal: ") == true)
        connect.pick(barn.id)
        #expect(connect.particulars.isEmpty)
        #expect(connect.passphraseHint == nil)
        connect.join(typed: "")
        #expect(connect.problem?.code == "provisioning.passphraseNeeded")
        #expect(connect.problem.flatMap { connect.action(for: $0) } == nil, "the field is on the screen")
        connect.join(typed: "longenough")
        try await stage.wait { connect.stage == .result }
        #expect(connect.result?.isSuccess == true)
        #expect(connect.endings == [.finish, .setUpAnother])
        connect.perform(.finish)
        #expect(stage.app.router.path.isEmpty)
        try await stage.end()
    }

    @Test("A device that was not heard from offers to correct, to try again, another network and another device")
    func notHeard() async throws {
        let stage = try await opened()
        try await stage.place("Lamp", .json, speaks: false)
        let connect = try await stage.open()
        try await stage.link(connect)
        stage.pick("Barn", connect)
        try await stage.join(connect, "longenough", leap: nil)
        let problem = try #require(connect.result?.problem)
        #expect(connect.action(for: problem) == .correct)
        #expect(connect.endings == [.finish, .retry, .setUpAnother, .chooseNetwork])
        connect.perform(.correct)
        #expect(connect.stage == .credentials)
        #expect(said(connect.passphraseHint) == "Left empty, what was typed before is used.")
        connect.perform(.chooseNetwork)
        #expect(connect.stage == .networks)
        connect.perform(.chooseDevice)
        #expect(connect.stage == .devices)
        try await stage.end()
    }

    @Test(
        "Each next step has its button where it leads somewhere else, at every stage",
        arguments: [
            (NextStep.tryAgain, SetUpAction.scan), (.openSettings, .openSettings),
            (.chooseDevice, nil), (.correctPassphrase, nil), (.chooseNetwork, nil), (.none, nil),
        ] as [(NextStep, SetUpAction?)])
    func action(next: NextStep, action: SetUpAction?) {
        let connect = ConnectModel(home: Stage().home)
        let problem = Problem("any", summary: "plain", advice: "plain", next: next)
        #expect(connect.action(for: problem) == action)
        connect.end()
    }

    @Test("Every button has a text")
    func words() {
        for action in SetUpAction.allCases { #expect(Words.has(action.word.word), "\(action)") }
    }

    @Test(
        "An app that only sets up needs no store: a device joins, nothing is listed, and the list of devices comes back"
    )
    func alone() async throws {
        let stage = Stage(hasBroker: false)
        let prop = try await stage.place("Lamp", .nordic)
        let home = HomeModel(
            AppServices(
                store: NoStore(), provisioner: Provisioner(central: stage.radio, time: stage.time), time: stage.time))
        #expect(!home.keepsThings && stage.home.keepsThings)
        let connect = ConnectModel(home: home)
        try await stage.wait { connect.candidates.count == 1 }
        try await stage.link(connect)
        stage.pick("Barn", connect)
        #expect(connect.particulars.contains(.any) || connect.particulars.isEmpty)
        try await stage.join(connect, "longenough")
        #expect(connect.result?.isSuccess == true)
        #expect(try await prop.network() == "Barn")
        connect.finish()
        #expect(connect.stage == .devices)
        connect.end()
        #expect(!connect.isScanning)
        try await stage.end()
    }

    @Test("Several devices: each says where it stands, and how it ended")
    func several() async throws {
        let stage = try await opened()
        for number in 1...2 { try await stage.place("Lamp \(number)", .wifiSet) }
        let connect = try await stage.open(finding: 2)
        #expect(connect.offersSeveral)
        for candidate in connect.candidates { connect.toggle(candidate.id) }
        connect.setUpSelected()
        try await stage.wait { connect.stage == .networks && !connect.networks.isLoading }
        stage.pick("Barn", connect)
        try await stage.join(connect, "longenough")
        #expect(connect.results.map { $0.isSuccess } == [true, true])
        #expect(connect.results.allSatisfy { said($0.sentence)?.contains("Barn") == true })
        try await stage.end()
    }

    @Test("A device's screen says what its plot shows, and a device that is gone has none")
    func device() async throws {
        let stage = try await opened()
        let samples = [SignalSample(time: WallTime(milliseconds: 1_000), strength: -60)]
        try await stage.store.memory.record(samples, of: Self.lamp)
        stage.app.router.navigateToDevice(with: Self.lamp)
        let screen = try #require(stage.app.device)
        #expect(screen.plotSentence == nil)
        try await stage.wait { screen.plotSentence != nil }
        #expect(said(screen.plotSentence) == "Signal from -60 to -60 dBm, now -60 dBm")
        try await stage.run { await screen.remove() }
        #expect(stage.app.device == nil)
        #expect(stage.app.router.path.isEmpty)
        try await stage.end()
    }

    @Test("What is wrong with the home has its button: the settings for the broker, another try for the list")
    func problems() async throws {
        let stage = Stage(hasBroker: false)
        let full = DirectoryError(
            .diskFull, fault: .system, summary: "Full.", state: "As before.", advice: "Make room.")
        stage.store.fail(directory: full)
        try await stage.run { await stage.home.open() }
        let problem = try #require(stage.home.problems.first)
        #expect(said(stage.app.button(for: problem)) == "Try again")
        stage.store.fail(directory: nil)
        try await stage.run { await stage.app.solve(problem) }
        #expect(stage.home.problems.isEmpty)
        let broker = Problem("broker.any", summary: "plain", advice: "plain", next: .openSettings)
        #expect(said(stage.app.button(for: broker)) == "Open the settings")
        try await stage.run { await stage.app.solve(broker) }
        #expect(stage.app.router.path == [.settings])
        let other = Problem("any", summary: "plain", advice: "plain", next: .chooseDevice)
        #expect(stage.app.button(for: other) == nil)
        try await stage.end()
    }

    @Test("The settings' password field: what is typed is kept, and nothing typed keeps what there is")
    func password() async throws {
        let stage = try await opened()
        let settings = stage.app.settings
        #expect(settings.passwordHint == nil)
        try await stage.run { await settings.load() }
        #expect(said(settings.passwordHint) == "Left empty, the present one stays.")
        try await stage.run { await settings.save(typed: "") }
        #expect(!stage.store.hasPassword)
        try await stage.run { await settings.save(typed: "s3cret") }
        #expect(stage.store.hasPassword)
        settings.tryBroker(typed: "s3cret")
        try await stage.wait { !settings.isTesting }
        guard case .succeeded = settings.test else {
            Issue.record("\(settings.test)")
            return
        }
        try await stage.end()
    }

    @Test("The steps of a set-up are told apart by their places, and a language by its own name")
    func identities() async throws {
        let stage = try await opened()
        try await stage.place("Lamp", .wifiSet)
        let connect = try await stage.open()
        try await stage.link(connect)
        stage.pick("Barn", connect)
        #expect(connect.offersRemembering)
        try await stage.join(connect, "longenough")
        #expect(connect.steps.map(\.id) == Array(connect.steps.indices))
        #expect(Language.allCases.map(\.ownName) == ["English", "Deutsch"])
        try await stage.end()
    }
}
