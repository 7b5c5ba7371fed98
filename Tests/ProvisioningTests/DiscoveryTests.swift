import BluetoothLE
import Provisioning
import ProvisioningProtocols
import Runtime
import Testing

@Suite("Finding and connecting", .timeLimit(.minutes(1)))
struct DiscoveryTests {
    private let service = ScriptedLink.id(.list).service

    private func listed(_ heard: [Discovery]) async throws -> [FoundDevice] {
        let radio = ScriptedRadio()
        let found = Provisioner(central: radio, time: radio.time).discover()
        for discovery in heard { radio.hear(discovery) }
        var devices: [FoundDevice] = []
        for _ in heard.filter({ $0.services.contains(service) }) {
            if let device = try await found.next() { devices.append(device) }
        }
        return devices
    }

    @Test("C11/83: Two devices of one name are two, and their addresses tell them apart")
    func sameName() async throws {
        let devices = try await listed(
            ["02:00:00:00:00:01", "02:00:00:00:00:02"].map {
                Discovery(peripheral: PeripheralID($0), name: "Lamp", services: [service])
            })
        #expect(Set(devices.map(\.id)).count == 2)
        #expect(devices.map(\.address?.value) == [0x0200_0000_0001, 0x0200_0000_0002])
    }

    @Test("C11/83: Provisioning one device of two with the same name leaves the other alone")
    func onlyOne() async throws {
        let radio = ScriptedRadio([.good])
        radio.add(PeripheralID("02:00:00:00:00:02"), [.good])
        _ = try await Provisioner(central: radio, time: radio.time).withDevice(ScriptedRadio.lamp) {
            try await $0.join(credentials())
        }
        #expect(radio.links.map(\.peripheral) == [ScriptedRadio.lamp.id])
    }

    @Test("C11/86: A name that comes late belongs to the same device")
    func lateName() async throws {
        let id = PeripheralID("02:00:00:00:00:01")
        let devices = try await listed([
            Discovery(peripheral: id, services: [service]),
            Discovery(peripheral: id, name: "Lamp", services: [service]),
            Discovery(peripheral: id, name: "Lamp-2", services: [service]),
        ])
        #expect(Set(devices.map(\.id)) == [id])
        #expect(devices.map(\.name) == [nil, "Lamp", "Lamp-2"])
    }

    @Test("A device that advertises no known service is no candidate")
    func strangers() async throws {
        let devices = try await listed([
            Discovery(peripheral: PeripheralID("a"), services: [BluetoothUUID(0x180F)]),
            Discovery(peripheral: PeripheralID("b"), services: [service]),
        ])
        #expect(devices.map(\.id.rawValue) == ["b"])
        #expect(devices.map(\.protocols) == [[.wifiSet]])
    }

    @Test("C7/72: A device whose services never come is given up after 10 s and let go, and the next one works")
    func unresolved() async throws {
        var script = ScriptedLink.Script.good
        script.isUnresolved = true
        let radio = ScriptedRadio([script])
        let other = FoundDevice(id: PeripheralID("02:00:00:00:00:02"), protocols: [.wifiSet])
        radio.add(other.id, [.good])
        let provisioner = Provisioner(central: radio, time: radio.time)
        let start = radio.time.now
        let task = Task { try await provisioner.connect(to: ScriptedRadio.lamp) }
        await until { radio.time.nextDeadline == start + 10_000 }
        radio.time.advance(by: 10_000)
        do {
            _ = try await task.value
            Issue.record("connected")
        } catch let error as ProvisioningError {
            #expect(error.code == .timedOut)
            #expect(error.fault == .link)
        }
        #expect(radio.links.first?.calls.contains("disconnect") == true)
        let outcome = try await provisioner.withDevice(other) { try await $0.join(credentials()) }
        guard case .connected = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test("C7/74: Cancelling a connection lets the device go, with exactly one error")
    func cancelled() async throws {
        var script = ScriptedLink.Script.good
        script.isUnresolved = true
        let radio = ScriptedRadio([script])
        let provisioner = Provisioner(central: radio, time: radio.time)
        let task = Task { try await provisioner.connect(to: ScriptedRadio.lamp) }
        await until { radio.links.first?.calls == ["services"] }
        radio.time.advance(by: 2_000)
        task.cancel()
        await #expect(throws: ProvisioningError.self) { try await task.value }
        #expect(radio.links.first?.calls == ["services", "disconnect"])
        #expect(radio.time.timerCount == 0)
    }

    @Test("D2/93: A device that was picked and left is let go, and can be picked again")
    func leftAlone() async throws {
        struct Changed: Error {}
        let radio = ScriptedRadio([.good, .good])
        let provisioner = Provisioner(central: radio, time: radio.time)
        do throws(DeviceCallError<Changed>) {
            try await provisioner.withDevice(ScriptedRadio.lamp) { _ throws(Changed) in throw Changed() }
            Issue.record("nothing thrown")
        } catch {
            guard case .body = error else { Issue.record("\(error)"); return }
            #expect(error.provisioning == nil)
        }
        #expect(radio.links.map(\.isEnded) == [true])
        _ = try await provisioner.withDevice(ScriptedRadio.lamp) { try await $0.networks() }
        #expect(radio.links.map(\.isEnded) == [true, true])
    }

    @Test("A connection that fails at once is made again, up to three in all", arguments: [2, 3])
    func retried(failures: Int) async throws {
        let radio = ScriptedRadio([.good])
        radio.state.withLock { $0.failures = failures }
        let provisioner = Provisioner(central: radio, time: radio.time)
        let task = Task { try await provisioner.withDevice(ScriptedRadio.lamp) { try await $0.networks().isComplete } }
        for _ in 0..<2 {
            let start = radio.time.now
            await until { radio.time.nextDeadline == start + 500 }
            radio.time.advance(by: 500)
        }
        let result = await task.result
        switch result {
        case .success(let isComplete): #expect(isComplete && failures == 2)
        case .failure(let error):
            #expect((error as? DeviceCallError<any Error>)?.provisioning?.code == .connectionFailed)
            #expect(failures == 3)
        }
    }

    @Test("A device that is not there is named as such")
    func absent() async throws {
        let radio = ScriptedRadio()
        do throws(ProvisioningError) {
            _ = try await Provisioner(central: radio, time: radio.time).connect(to: ScriptedRadio.lamp)
            Issue.record("connected")
        } catch {
            #expect(error.code == .notFound)
            #expect(!error.summary.isEmpty && !error.state.isEmpty && !error.advice.isEmpty)
        }
    }
}
