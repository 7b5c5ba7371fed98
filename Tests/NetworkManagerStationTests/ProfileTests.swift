import DBus
import ProvisioningProtocols
import Testing
import WiFiStation

@testable import BusStandIns
@testable import NetworkManagerStation

@Suite(.timeLimit(.minutes(1)))
struct ProfileTests {
    private let right = "correct horse battery"

    @Test("A2/6: Name and passphrase reach NetworkManager byte for byte, percent signs and all")
    func bytes() async throws {
        let scene = try await Scene([network("100%n %s Cafe", "%d%d%s%n pass")])
        #expect(try await scene.provision(credentials("100%n %s Cafe", "%d%d%s%n pass")) == .connected(address))
        let profile = await scene.fake.marked.first
        #expect(profile?["802-11-wireless"]?["ssid"]?.byteArray == Array("100%n %s Cafe".utf8))
        #expect(profile?["802-11-wireless-security"]?["psk"]?.text == "%d%d%s%n pass")
        #expect(profile?["802-11-wireless-security"]?["psk-flags"]?.integer == 0)
    }

    @Test("A8/26: An open network's profile has no security section and survives a restart")
    func open() async throws {
        var cafe = network("Cafe", nil)
        (cafe.flags, cafe.rsn) = (0, 0)
        let scene = try await Scene([cafe])
        #expect(try await scene.provision(credentials("Cafe")) == .connected(address))
        #expect(await scene.fake.marked.first?["802-11-wireless-security"] == nil)
        try await scene.reboot()
        await scene.event { $0.isConnected(to: "Cafe") }
        #expect(try await scene.station.stored() == StoredNetworks(committed: SSID("Cafe")))
    }

    @Test("F2/121: Secrets that cannot be read are never asked for")
    func secrets() async throws {
        let scene = try await Scene([network("Barn")])
        #expect(try await scene.provision(credentials("Barn", right)) == .connected(address))
        let status = try await scene.station.status()
        #expect(status.ssid == SSID("Barn"))
        #expect(status.state == .connected(address))
        #expect(await scene.fake.secretsAsked == 0)
        #expect(await scene.fake.marked.first?["802-11-wireless-security"]?["psk"]?.text == right)
    }

    @Test("F3/123: A wrong and then a right passphrase leave one profile, and a restart brings the device back")
    func oneProfile() async throws {
        let scene = try await Scene([network("Barn")])
        #expect(try await scene.provision(credentials("Barn", "wrong passphrase")) == .failed(.wrongPassphrase))
        #expect(try await scene.provision(credentials("Barn", right)) == .connected(address))
        let profiles = await scene.fake.marked
        #expect(profiles.map { $0["802-11-wireless-security"]?["psk"]?.text } == [right])
        try await scene.reboot()
        await scene.event { $0.isConnected(to: "Barn") }
    }

    @Test(
        "F3/126: No profile is pinned to an access point, whether one was named or not",
        arguments: [nil, "02:00:00:00:00:01"])
    func notPinned(bssid: String?) async throws {
        let scene = try await Scene([network("Barn")])
        let given = try credentials("Barn", right, bssid: bssid.flatMap { HardwareAddress($0) })
        #expect(try await scene.provision(given) == .connected(address))
        #expect(await scene.fake.marked.first?["802-11-wireless"]?["bssid"] == nil)
    }

    @Test("A device keeps one network: a commit replaces the one before, and no stranger's profile")
    func replaces() async throws {
        let scene = try await Scene([network("Barn"), network("Attic")])
        await scene.fake.change { $0.keep(stranger) }
        #expect(try await scene.provision(credentials("Barn", right)) == .connected(address))
        #expect(try await scene.provision(credentials("Attic", right)) == .connected(address))
        #expect(await scene.fake.marked.map { $0["802-11-wireless"]?["ssid"]?.byteArray } == [Array("Attic".utf8)])
        try await scene.station.forget()
        #expect(await scene.fake.profiles.values.map(\.settings) == [stranger])
        #expect(try await scene.station.stored() == StoredNetworks())
    }

    @Test("A power cut during a join leaves both networks whole, and only the committed one connects by itself")
    func cutDuringJoin() async throws {
        let scene = try await Scene([network("Barn"), network("Attic")])
        #expect(try await scene.provision(credentials("Barn", right)) == .connected(address))
        await scene.fake.change { $0.holdsAt = 50 }
        try await scene.station.stage(credentials("Attic", right))
        try await scene.station.joinStaged()
        await scene.event { if case .status(let status) = $0 { status.ssid == SSID("Attic") } else { false } }
        try await scene.reboot()
        await scene.event { $0.isConnected(to: "Barn") }
        #expect(
            try await scene.station.stored() == StoredNetworks(committed: SSID("Barn"), staged: SSID("Attic")))
    }

    @Test("A power cut between the steps of a commit is healed at the next start: the newer network stays")
    func cutDuringCommit() async throws {
        let scene = try await Scene([network("Barn"), network("Attic")])
        #expect(try await scene.provision(credentials("Barn", right)) == .connected(address))
        #expect(try await scene.join(credentials("Attic", right)) == .connected(address))
        await scene.fake.change { $0.deletionsLeft = 0 }
        try await scene.station.commit()
        #expect(await scene.fake.marked.count == 2)
        try await scene.reboot()
        #expect(try await scene.station.stored() == StoredNetworks(committed: SSID("Attic")))
        #expect(await scene.fake.marked.count == 1)
    }

    @Test("Where the device is steered is kept in the profile, takes effect with its network, and survives a restart")
    func steered() async throws {
        let scene = try await Scene([network("Barn"), network("Attic")])
        let id = DeviceID.random()
        let (first, second) = (
            ControlAddress(topic: try TopicName("home/lamp"), id: id),
            ControlAddress(topic: try TopicName("barn/lamp"), id: id)
        )
        try await scene.station.stage(credentials("Barn", right), steeredAt: first)
        #expect(try await scene.station.stored().controlAddress == nil)
        try await scene.station.commit()
        try await scene.station.stage(credentials("Attic", right), steeredAt: second)
        #expect(try await scene.station.stored().controlAddress == first)
        try await scene.reboot()
        #expect(try await scene.station.stored().controlAddress == first)
        try await scene.station.commit()
        #expect(try await scene.station.stored().controlAddress == second)
    }

    @Test("A full disk fails the staging, or the commit, and leaves what was there")
    func fullDisk() async throws {
        let scene = try await Scene([network("Barn"), network("Attic")])
        #expect(try await scene.provision(credentials("Barn", right)) == .connected(address))
        let before = await scene.fake.marked
        await scene.fake.change { $0.diskIsFull = true }
        let staging = await #expect(throws: StationError.self) {
            try await scene.station.stage(credentials("Attic", right))
        }
        #expect(staging?.code == .storageFailed)
        #expect(await scene.fake.marked == before)
        await scene.fake.change { $0.diskIsFull = false }
        #expect(try await scene.join(credentials("Attic", right)) == .connected(address))
        await scene.fake.change { $0.diskIsFull = true }
        let commit = await #expect(throws: StationError.self) { try await scene.station.commit() }
        #expect(commit?.code == .storageFailed)
        #expect(
            try await scene.station.stored() == StoredNetworks(committed: SSID("Barn"), staged: SSID("Attic")))
    }

    @Test("Volatile credentials live in memory beside the stored network, which is back after a restart")
    func volatile() async throws {
        let scene = try await Scene([network("Barn"), network("Attic")])
        #expect(try await scene.provision(credentials("Barn", right)) == .connected(address))
        #expect(try await scene.provision(credentials("Attic", right, isVolatile: true)) == .connected(address))
        #expect(try await scene.station.stored().committed == SSID("Attic"))
        #expect(await scene.fake.marked.count == 2)
        try await scene.reboot()
        await scene.event { $0.isConnected(to: "Barn") }
        #expect(try await scene.station.stored().committed == SSID("Barn"))
    }

    @Test(
        "Credentials that no network takes are refused and nothing is stored",
        arguments: [
            ("", "correct horse", Security.unspecified), ("Barn", "hunter2", .wpaPersonal), ("Barn", "", .wpaPersonal),
            ("Barn", "correct horse", .open), ("Barn", "sixbyt", .wep), ("Barn", "correct horse", .wpa2Enterprise),
            ("Barn", "nul\0in the middle", .wpaPersonal), ("Barn", "seven77", .unspecified),
            ("Barn", String(repeating: "x", count: 64), .wpaPersonal),
        ])
    func refused(ssid: String, passphrase: String, security: Security) async throws {
        let scene = try await Scene()
        let failure = await #expect(throws: StationError.self) {
            try await scene.station.stage(credentials(ssid, passphrase, security: security))
        }
        #expect(failure?.code == .invalidCredentials)
        #expect(passphrase.isEmpty || failure?.detail.contains(passphrase) == false)
        #expect(await scene.fake.marked.isEmpty)
    }

    @Test("A key of 64 hex digits is passed on as it is")
    func hexKey() async throws {
        let key = String(repeating: "0aF9", count: 16)
        let scene = try await Scene([network("Barn", key)])
        #expect(try await scene.provision(credentials("Barn", key)) == .connected(address))
        #expect(await scene.fake.marked.first?["802-11-wireless-security"]?["psk"]?.text == key)
    }

    /// A profile that somebody else made for a network that is not in range.
    private var stranger: FakeNetworkManager.Settings {
        [
            "connection": ["id": .string("Home"), "autoconnect": .boolean(false)],
            "802-11-wireless": ["ssid": .bytes(Array("Home".utf8))],
        ]
    }
}
