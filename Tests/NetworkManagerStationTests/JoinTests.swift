import DBus
import ProvisioningProtocols
import Runtime
import Testing
import WiFiStation

@testable import BusStandIns
@testable import NetworkManagerStation

@Suite(.timeLimit(.minutes(1)))
struct JoinTests {
    @Test("A right passphrase ends connected, with the address, and the states come in their order")
    func right() async throws {
        let scene = try await Scene([network("Barn")])
        try await scene.station.stage(credentials("Barn", "correct horse battery"))
        let events = scene.station.events()
        try await scene.station.joinStaged()
        var states: [StationState] = []  // from when the join began
        while states.last != .connected(address), let event = await events.next() {
            guard case .status(let status) = event, states.last != status.state else { continue }
            if !states.isEmpty || status.state == .associating { states.append(status.state) }
        }
        #expect(
            states == [.associating, .authenticating, .obtainingAddress, .connected(address)])
    }

    @Test("A wrong passphrase is told as such, and rolling back returns to the network before")
    func wrong() async throws {
        let scene = try await Scene([network("Barn"), network("Attic", "another passphrase")])
        #expect(try await scene.provision(credentials("Attic", "another passphrase")) == .connected(address))
        let outcome = try await scene.join(credentials("Barn", "wrong passphrase"))
        #expect(outcome == .failed(.wrongPassphrase))
        try await scene.station.rollBack()
        await scene.event { $0.isConnected(to: "Attic") }
        #expect(try await scene.station.stored() == StoredNetworks(committed: SSID("Attic")))
    }

    @Test(
        "Failures are told apart by the device's reason",
        arguments: [
            (7, JoinFailure.wrongPassphrase), (9, .unsupportedSecurity), (11, .timeOut), (53, .networkNotFound),
            (5, .noAddress), (15, .noAddress), (16, .noAddress), (17, .noAddress), (36, .deviceFault),
            (8, .unspecified), (1, .unspecified),
        ])
    func reasons(reason: Int, failure: JoinFailure) {
        var link = LinkState(state: .prepare)
        link.changed(to: .failed, because: DeviceStateReason(rawValue: reason))
        link.changed(to: .disconnected, because: DeviceStateReason(rawValue: 0))
        #expect(link.phase == .failed(failure))
    }

    @Test("A supplicant that loses an access point it was associated with has the wrong passphrase")
    func handshake() {
        var link = LinkState(state: .prepare)
        link.changed(carrier: true)
        #expect(link.phase == .authenticating)
        link.changed(carrier: false)
        link.changed(to: .failed, because: .supplicantDisconnected)
        #expect(link.phase == .failed(.wrongPassphrase))
    }

    @Test("A network that gives no address fails with that")
    func noAddress() async throws {
        var barn = network("Barn")
        barn.givesAddresses = false
        let scene = try await Scene([barn])
        #expect(try await scene.join(credentials("Barn", "correct horse battery")) == .failed(.noAddress))
    }

    @Test("A name that nothing answers to is not found")
    func absent() async throws {
        let scene = try await Scene([network("Barn")])
        #expect(try await scene.join(credentials("Nowhere", "correct horse battery")) == .failed(.networkNotFound))
        #expect(await scene.fake.scannedFor == [Array("Nowhere".utf8), Array("Nowhere".utf8)])
        #expect(await scene.fake.activations.isEmpty)
    }

    @Test("F4/127: A hidden network is joined when it is said to be hidden")
    func hidden() async throws {
        var attic = network("Attic")
        attic.isHidden = true
        let scene = try await Scene([attic])
        let hidden = try credentials("Attic", "correct horse battery", isHidden: true)
        #expect(try await scene.provision(hidden) == .connected(address))
        #expect(await scene.fake.marked.first?["802-11-wireless"]?["hidden"]?.bool == true)
    }

    @Test(
        "F5/129: The key management follows what is in range, not only what was said",
        arguments: [
            (UInt32(0x488), Security.unspecified, "sae"), (0x488, .wpaPersonal, "sae"),
            (0x588, .wpa3Personal, "wpa-psk"),
            (0x588, .unspecified, "wpa-psk"), (0x188, .wpaPersonal, "wpa-psk"),
        ])
    func keyManagement(rsn: UInt32, said: Security, expected: String) async throws {
        var barn = network("Barn")
        barn.rsn = rsn
        let scene = try await Scene([barn])
        let given = try credentials("Barn", "correct horse battery", security: said)
        #expect(try await scene.provision(given) == .connected(address))
        let section = await scene.fake.marked.first?["802-11-wireless-security"]
        #expect(section?["key-mgmt"]?.text == expected)
        #expect(section?["psk"]?.text == "correct horse battery")
    }

    @Test("F5/129: A WEP network gets its key and no key management")
    func wep() async throws {
        var barn = network("Barn", "abcde")
        barn.rsn = 0
        let scene = try await Scene([barn])
        #expect(try await scene.provision(credentials("Barn", "abcde")) == .connected(address))
        let section = await scene.fake.marked.first?["802-11-wireless-security"]
        #expect(section?["key-mgmt"]?.text == "none")
        #expect(section?["wep-key0"]?.text == "abcde")
        #expect(section?["wep-key-type"]?.integer == 1)
    }

    @Test("A wrong WPA3 passphrase, which NetworkManager calls a network not found, is told as what it is")
    func wrongSAE() async throws {
        var barn = network("Barn")
        barn.rsn = 0x488
        let scene = try await Scene([barn])
        #expect(try await scene.join(credentials("Barn", "wrong passphrase")) == .failed(.wrongPassphrase))
    }

    @Test(
        "A refused WPA3 passphrase is told as soon as wpa_supplicant knows, also where WPA2 is offered beside it",
        arguments: [UInt32(0x488), 0x588],
        [
            ["15"], ["authenticating", "disconnected", "authenticating", "scanning"],
            // What wpa_supplicant 2.10 says at a hostapd 2.10.
            ["authenticating", "0", "disconnected 1", "scanning", "authenticating", "0", "disconnected 1"],
        ])
    func refusedSAE(rsn: UInt32, says: [String]) async throws {
        var barn = network("Barn")
        barn.rsn = rsn
        let scene = try await Scene([barn, network("Attic", "another passphrase")])
        try await scene.fake.startSupplicant()
        #expect(try await scene.provision(credentials("Attic", "another passphrase")) == .connected(address))
        await scene.fake.change { $0.supplicantSays = says.map(supplicantChange) }
        #expect(try await scene.join(credentials("Barn", "wrong passphrase")) == .failed(.wrongPassphrase))
        #expect(await scene.fake.state == 50)  // NetworkManager still tries
        try await scene.station.rollBack()
        await scene.event { $0.isConnected(to: "Attic") }
        #expect(try await scene.station.stored() == StoredNetworks(committed: SSID("Attic")))
    }

    @Test("One try of WPA3 that fails is no refusal: the next may do")
    func lostAnswer() async throws {
        var barn = network("Barn")
        barn.rsn = 0x488
        let scene = try await Scene([barn])
        try await scene.fake.startSupplicant()
        let says = [
            "authenticating", "0", "disconnected 1", "scanning", "authenticating", "0", "associating 0", "completed",
        ]
        await scene.fake.change { $0.supplicantSays = says.map(supplicantChange) }
        #expect(try await scene.join(credentials("Barn", "correct horse battery")) == .connected(address))
    }

    @Test(
        "What wpa_supplicant tries again is told of a network that is in range, and of no other",
        arguments: [true, false])
    func tries(isInRange: Bool) async throws {
        var barn = network("Barn")
        barn.isHidden = !isInRange
        let scene = try await Scene([barn])
        try await scene.fake.startSupplicant()
        let says = ["scanning", "disconnected", "scanning", "authenticating", "associating", "4way_handshake"]
        await scene.fake.change { $0.supplicantSays = says.map(supplicantChange) }
        let wanted = try credentials("Barn", "correct horse battery", isHidden: !isInRange)
        try await scene.station.stage(wanted)
        let events = scene.station.events()
        try await scene.station.joinStaged()
        var tries = 0
        while let event = await events.next(), !event.isConnected(to: "Barn") { if event == .trying { tries += 1 } }
        #expect(tries == (isInRange ? 4 : 0))
    }

    @Test("A refusal stands until NetworkManager begins anew or gets through")
    func refusal() {
        var link = LinkState(state: .prepare)
        link.refuse()
        link.changed(carrier: true)
        link.changed(to: .needAuthentication, because: DeviceStateReason(rawValue: 0))
        link.changed(to: .failed, because: .ssidNotFound)
        #expect(link.phase == .failed(.wrongPassphrase))
        link.changed(to: .prepare, because: DeviceStateReason(rawValue: 0))
        #expect(link.phase != .failed(.wrongPassphrase))
        link.refuse()
        link.changed(to: .activated, because: DeviceStateReason(rawValue: 0))
        #expect(link.phase == .connected)
    }

    @Test("A network that turned to WPA3 after it was staged is joined with the secret that is stored")
    func turned() async throws {
        let scene = try await Scene([network("Barn")])
        try await scene.station.stage(credentials("Barn", "correct horse battery"))
        await scene.fake.change { $0.networks[0].rsn = 0x488 }
        try await scene.station.joinStaged()
        await scene.event { $0.isConnected(to: "Barn") }
        let section = await scene.fake.marked.first?["802-11-wireless-security"]
        #expect(section?["key-mgmt"]?.text == "sae")
        #expect(section?["psk"]?.text == "correct horse battery")
    }

    @Test("No passphrase for a secured network fails as a wrong one, without leaving the present network")
    func missingPassphrase() async throws {
        let scene = try await Scene([network("Barn"), network("Attic")])
        #expect(try await scene.provision(credentials("Attic", "correct horse battery")) == .connected(address))
        #expect(try await scene.join(credentials("Barn")) == .failed(.wrongPassphrase))
        #expect(await scene.fake.state == 100)
    }

    @Test("After a disconnect the station stays off until it is told to join")
    func off() async throws {
        let scene = try await Scene([network("Barn")])
        #expect(try await scene.provision(credentials("Barn", "correct horse battery")) == .connected(address))
        try await scene.station.disconnect()
        await scene.event { $0 == .status(StationStatus(state: .disconnected, ssid: SSID("Barn"))) }
        #expect(await scene.fake.properties["Autoconnect"]?.bool == false)
        try await scene.station.joinCommitted()
        await scene.event { $0.isConnected(to: "Barn") }
        #expect(await scene.fake.properties["Autoconnect"]?.bool == true)
    }
}

/// A status code, a state, or both in one, as wpa_supplicant's interface tells that they changed.
private func supplicantChange(_ text: String) -> [String: DBusValue] {
    var change: [String: DBusValue] = [:]
    for word in text.split(separator: " ") {
        if let code = Int32(word) {
            change["AuthStatusCode"] = .int32(code)
        } else {
            change["State"] = .string(String(word))
        }
    }
    return change
}

extension StationEvent {
    /// Whether the station is on this network, with an address.
    func isConnected(to name: String) -> Bool {
        guard case .status(let status) = self, case .connected = status.state else { return false }
        return status.ssid == SSID(name)
    }
}
