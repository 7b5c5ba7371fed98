import BlueZRadio
import BluetoothLE
import DBus
import ProvisioningProtocols
import Runtime
import Testing

@testable import BusStandIns

let wifiSet = BluetoothUUID("4fafc201-1fb5-459e-8fcc-c5c9c331914b") ?? BluetoothUUID(0)
let otherService = BluetoothUUID("14387800-130c-49e7-b877-2881c89cb258") ?? BluetoothUUID(1)

func member(_ number: String) -> CharacteristicID {
    let uuid = BluetoothUUID("4fafc\(number)-1fb5-459e-8fcc-c5c9c331914b") ?? BluetoothUUID(0)
    return CharacteristicID(service: wifiSet, characteristic: uuid)
}

let lamp = PeripheralID("02:00:00:00:00:01")

/// What a typed call failed with.
func failure<Result>(_ body: () async throws(BluetoothError) -> Result) async -> BluetoothError? {
    do throws(BluetoothError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}

@Suite(.timeLimit(.minutes(1))) struct CentralTests {
    let time = ManualTime()

    func central(_ fake: FakeBlueZ, adapter: String? = nil) -> BlueZCentral {
        BlueZCentral(adapter: adapter, bus: fake.address, time: time, patience: 5000)
    }

    func link(_ fake: FakeBlueZ, _ central: BlueZCentral) async throws -> any PeripheralConnection {
        let link = try await central.connect(to: lamp, deadline: time.now + 20_000)
        _ = try await link.services(deadline: time.now + 10_000)
        return link
    }

    @Test("C11/83: Two devices with one name are two, told apart by their addresses")
    func twins() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice("02:00:00:00:00:01")
        try await fake.addDevice("02:00:00:00:00:02")
        let stream = central(fake).discover(services: [wifiSet])
        let found = [try await stream.next(), try await stream.next()].compactMap { $0 }
        #expect(Set(found.map(\.peripheral.rawValue)) == ["02:00:00:00:00:01", "02:00:00:00:00:02"])
        #expect(found.map(\.name) == ["Lamp", "Lamp"])
    }

    @Test("C11/86: A name that comes later and one that changes update the same device")
    func lateName() async throws {
        let fake = try await FakeBlueZ()
        let stream = central(fake).discover(services: [wifiSet])
        _ = await fake.called("StartDiscovery")
        let path = try await fake.addDevice(name: nil)
        #expect(
            try await stream.next()
                == Discovery(peripheral: lamp, signal: SignalStrength(rawValue: -60), services: [wifiSet]))
        for name in ["Lamp", "Lamp-2"] {
            await fake.changeDevice(path, ["Name": .string(name)])
            let discovery = try await stream.next()
            #expect(discovery?.peripheral == lamp)
            #expect(discovery?.name == name)
        }
    }

    @Test("Objects that BlueZ only remembers are not discovered, and other services are not told")
    func stale() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice("02:00:00:00:00:09", rssi: nil)
        let other = try await fake.addDevice("02:00:00:00:00:08", withTable: false)
        await fake.changeDevice(other, ["UUIDs": .strings([])])
        let stream = central(fake).discover(services: [wifiSet])
        _ = await fake.called("StartDiscovery")
        try await fake.addDevice()
        #expect(try await stream.next()?.peripheral == lamp)
    }

    @Test("A device that BlueZ remembers without the service it advertises now is made anew, once")
    func rememberedTable() async throws {
        let fake = try await FakeBlueZ()
        fake.on("RemoveDevice") { [weak fake] call in
            await fake?.remove(FakeBlueZ.path(lamp.rawValue))
            call.reply()
        }
        let path = try await fake.addDevice(withTable: false)
        await fake.changeDevice(path, ["UUIDs": .strings(["00001801-0000-1000-8000-00805f9b34fb"])])
        let paired = try await fake.addDevice("02:00:00:00:00:02", withTable: false)
        await fake.changeDevice(
            paired, ["UUIDs": .strings(["00001801-0000-1000-8000-00805f9b34fb"]), "Paired": .boolean(true)])
        let stream = central(fake).discover(services: [wifiSet])
        _ = await fake.called("StartDiscovery")
        for remembered in [paired, path] { await fake.changeDevice(remembered, ["RSSI": .int16(-60)]) }
        #expect(await fake.called("RemoveDevice")?.arguments.first?.text == path)
        try await fake.addDevice()
        #expect(try await stream.next()?.peripheral == lamp)
        #expect(fake.count("RemoveDevice") == 1)
    }

    @Test("Service data without the services it belongs to is heard once the filter is lifted after a find")
    func dataOfItsOwn() async throws {
        let fake = try await FakeBlueZ()
        let stream = central(fake).discover(services: [wifiSet])
        let closed = await fake.called("SetDiscoveryFilter")?.arguments.first?.namedValues
        #expect(closed?["UUIDs"]?.texts == [wifiSet.description])
        let path = try await fake.addDevice()
        #expect(try await stream.next()?.serviceData == [:])
        await time.advanceToNextDeadline()
        let open = await fake.called("SetDiscoveryFilter")?.arguments.first?.namedValues
        #expect(open != nil && open?["UUIDs"] == nil)
        await fake.changeDevice(
            path,
            ["ServiceData": .dictionary([.string(wifiSet.description): .variant(.bytes([1]))], key: "s", value: "v")])
        #expect(try await stream.next()?.serviceData == [wifiSet: [1]])
        await time.advanceToNextDeadline()
        let again = await fake.called("SetDiscoveryFilter")?.arguments.first?.namedValues
        #expect(again?["UUIDs"]?.texts == [wifiSet.description])
    }

    @Test("C6/69: Another program's discovery is used, and not stopped")
    func othersDiscovery() async throws {
        let fake = try await FakeBlueZ()
        fake.on("StartDiscovery") { $0.fail(DBusError("org.bluez.Error.InProgress", "Operation already in progress")) }
        let central = central(fake)
        for _ in 0..<2 {
            let stream = central.discover(services: [wifiSet])
            _ = await fake.called("StartDiscovery")
            try await fake.addDevice()
            #expect(try await stream.next()?.peripheral == lamp)
            await fake.remove(FakeBlueZ.path(lamp.rawValue))
        }
        #expect(fake.count("StopDiscovery") == 0)
    }

    @Test("C6/71: A device that appears after another one was connected is found")
    func discoveryGoesOn() async throws {
        let fake = try await FakeBlueZ()
        let central = central(fake)
        let stream = central.discover(services: [wifiSet])
        try await fake.addDevice()
        #expect(try await stream.next()?.peripheral == lamp)
        let link = try await link(fake, central)
        try await fake.addDevice("02:00:00:00:00:02")
        #expect(try await stream.next()?.peripheral.rawValue == "02:00:00:00:00:02")
        await link.disconnect()
    }

    @Test(
        "C7/72: Services that are never resolved end with the limit and the link with them; another device can be next")
    func neverResolved() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice()
        fake.on("Connect") { [weak fake] call in
            await fake?.changeDevice(call.path, ["Connected": .boolean(true)])
            call.reply()
        }
        let central = central(fake)
        let first = try await central.connect(to: lamp, deadline: time.now + 20_000)
        async let services = failure { () throws(BluetoothError) in try await first.services(deadline: time.now + 3000)
        }
        await advance(to: 3000)
        let failed = await services
        #expect(failed?.code == .timedOut, "\(failed.debugDescription)")
        #expect(fake.count("Disconnect") == 1)
        fake.on("Connect") { [weak fake] in await fake?.behave($0) }
        let second = try await link(fake, central)
        #expect(await second.mtu == 23)
    }

    @Test("A device of which no signal says that it is connected is asked for, and is usable")
    func silentlyConnected() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice()
        fake.on("Connect") { [weak fake] call in
            fake?.changeSilently(call.path, "org.bluez.Device1", "Connected", .boolean(true))
            await fake?.changeDevice(call.path, ["ServicesResolved": .boolean(true)])
            call.reply()
        }
        let central = central(fake)
        #expect(try await link(fake, central).mtu == 23)
        #expect(fake.count("Disconnect") == 0)
    }

    /// Moves the clock past a limit of `milliseconds`, once somebody waits for it.
    private func advance(to milliseconds: UInt32) async {
        let limit = time.now + milliseconds
        while time.now < limit { await time.advanceToNextDeadline() }
    }

    @Test("C7/74, D2/93: A cancelled connection is ended at BlueZ, once, and the device is found again")
    func cancelledConnect() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice()
        let (calls, source) = EventStream<MethodCall, Never>.make()
        fake.on("Connect") { source.yield($0) }
        let central = central(fake)
        let deadline = time.now + 20_000
        let task = Task {
            await failure { () throws(BluetoothError) in try await central.connect(to: lamp, deadline: deadline) }
        }
        let held = await calls.next()
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        #expect(fake.count("Disconnect") == 1)
        withExtendedLifetime(held) {}
        let stream = central.discover(services: [wifiSet])
        #expect(try await stream.next()?.peripheral == lamp)
    }

    @Test("C8/75: A device whose object went with the discovery is scanned for again and connected")
    func vanished() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice()
        let path = FakeBlueZ.path(lamp.rawValue)
        let central = central(fake)
        fake.on("Connect") { [weak fake] call in
            guard fake?.count("StartDiscovery") == 0 else {
                await fake?.behave(call)
                return
            }
            await fake?.remove(path)
            call.fail(DBusError("org.freedesktop.DBus.Error.UnknownObject", "no such object"))
        }
        fake.on("StartDiscovery") { [weak fake] call in
            _ = try? await fake?.addDevice()
            call.reply()
        }
        let link = try await link(fake, central)
        #expect(link.peripheral == lamp)
        #expect(fake.count("Connect") == 2)
    }

    @Test(
        "C4/60: A paired device that drops its link twice is forgotten, found again and paired anew",
        arguments: [true, false])
    func bondLost(takesNewBond: Bool) async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice(isPaired: true)
        let central = central(fake)
        fake.on("Connect") { [weak fake] call in
            guard fake?.count("RemoveDevice") == 0 else {
                await fake?.behave(call)
                return
            }
            await fake?.changeDevice(call.path, ["Connected": .boolean(true)])
            call.fail(DBusError("org.bluez.Error.Failed", "le-connection-abort-by-local"))
            await fake?.changeDevice(call.path, ["Connected": .boolean(false)])
        }
        fake.on("RemoveDevice") { [weak fake] call in
            await fake?.behave(call)
            _ = try? await fake?.addDevice()
        }
        if !takesNewBond {
            fake.on("Pair") { $0.fail(DBusError("org.bluez.Error.AuthenticationFailed", "Authentication Failed")) }
        }
        let deadline = time.now + 20_000
        let error = await failure { () throws(BluetoothError) in try await central.connect(to: lamp, deadline: deadline)
        }
        #expect(error?.code == (takesNewBond ? nil : .bondLost))
        if !takesNewBond { #expect(error?.detail.contains("JustWorksRepairing") == true) }
        #expect(fake.count("RemoveDevice") == 1)
        #expect(fake.count("Pair") == 1)
        #expect(fake.count("Connect") == 3)
    }

    @Test("C4/60: A device that BlueZ calls connected before its link ends for want of a key, twice, is paired anew")
    func bondLostBehindTheAnswer() async throws {
        let fake = try await FakeBlueZ()
        let path = try await fake.addDevice(isPaired: true)
        let central = central(fake)
        fake.on("Connect") { [weak fake] call in
            guard fake?.count("RemoveDevice") == 0 else {
                await fake?.behave(call)
                return
            }
            await fake?.changeDevice(call.path, ["Connected": .boolean(true)])
            call.reply()
        }
        fake.on("RemoveDevice") { [weak fake] call in
            await fake?.behave(call)
            _ = try? await fake?.addDevice()
        }
        for _ in 0..<2 {
            let link = try await central.connect(to: lamp, deadline: time.now + 20_000)
            await fake.changeDevice(path, ["Connected": .boolean(false)])
            let error = await failure { () throws(BluetoothError) in
                try await link.services(deadline: time.now + 10_000)
            }
            #expect(error?.code == .disconnected)
        }
        _ = try await link(fake, central)
        #expect(fake.count("RemoveDevice") == 1)
        #expect(fake.count("Pair") == 1)
    }

    @Test("Links that this program ended itself do not make a bond a lost one")
    func endedByUs() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice(isPaired: true)
        fake.on("Connect") { [weak fake] call in
            await fake?.changeDevice(call.path, ["Connected": .boolean(true)])
            call.reply()
        }
        let central = central(fake)
        for _ in 0..<3 {
            let link = try await central.connect(to: lamp, deadline: time.now + 20_000)
            await link.disconnect()
        }
        fake.on("Connect") { $0.fail(DBusError("org.bluez.Error.Failed", "le-connection-abort-by-local")) }
        let deadline = time.now + 20_000
        let error = await failure { () throws(BluetoothError) in
            try await central.connect(to: lamp, deadline: deadline)
        }
        #expect(error?.code == .connectionFailed)
        #expect(fake.count("RemoveDevice") == 0)
    }

    @Test("C5/64: Pairing brings an agent of its own, not the default one, and takes it away at the end")
    func agent() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice()
        fake.on("Pair") { [weak fake] call in
            guard fake?.count("RegisterAgent") == 1 else {
                call.fail(DBusError("org.bluez.Error.AuthenticationFailed", "no agent"))
                return
            }
            await fake?.behave(call)
        }
        let link = try await link(fake, central(fake))
        try await link.pair(deadline: time.now + 30_000)
        try await link.pair(deadline: time.now + 30_000)
        #expect(fake.count("Pair") == 1)
        await link.disconnect()
        _ = await fake.called("UnregisterAgent")
        #expect(fake.count("RequestDefaultAgent") == 0)
    }

    @Test("Pairing that says it failed, of a device that is paired, is done")
    func pairedAlready() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice()
        let link = try await link(fake, central(fake))
        fake.on("Pair") { [weak fake] call in
            await fake?.changeDevice(call.path, ["Paired": .boolean(true)])
            call.fail(DBusError("org.bluez.Error.AuthenticationFailed", "Authentication Failed"))
        }
        try await link.pair(deadline: time.now + 30_000)
    }

    @Test("A link that the other end ends while it is being paired could not be paired, and what may mend it is said")
    func endedWhilePairing() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice()
        let link = try await link(fake, central(fake))
        fake.on("Pair") { [weak fake] call in
            await fake?.changeDevice(call.path, ["Connected": .boolean(false)])
        }
        let failed = await failure { () throws(BluetoothError) in try await link.pair(deadline: time.now + 30_000) }
        #expect(failed?.code == .pairingFailed)
        #expect(failed?.detail.contains("JustWorksRepairing") == true, "\(String(describing: failed))")
    }

    @Test("C9/79: When only the adapter goes, the link has ended, and nothing is called on its old object")
    func adapterGone() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice()
        let central = central(fake)
        let link = try await link(fake, central)
        await fake.removeOnly(FakeBlueZ.adapter)
        await #expect(throws: BluetoothError.self) { _ = try await link.events.next() }
        #expect(
            await failure { () throws(BluetoothError) in try await link.read(member("202")) }?.code == .disconnected)
        await link.disconnect()
        try await fake.addAdapter()
        await fake.changeDevice(FakeBlueZ.path(lamp.rawValue), ["Connected": .boolean(false)])
        let again = try await self.link(fake, central)
        #expect(fake.count("Disconnect") == 0)
        await again.disconnect()
    }

    @Test("C10/82: An adapter that is switched on in time is waited for")
    func powersOn() async throws {
        let fake = try await FakeBlueZ(isPowered: false)
        try await fake.addDevice()
        let central = central(fake)
        let stream = central.discover(services: [])
        let states = central.states()
        while let state = await states.next() {
            if case .unavailable(let error) = state {
                #expect(error.code == .poweredOff)
                break
            }
        }
        await fake.change(FakeBlueZ.adapter, "org.bluez.Adapter1", ["Powered": .boolean(true)])
        #expect(try await stream.next()?.peripheral == lamp)
    }

    @Test(
        "C10/82: No adapter, not the one asked for and one that stays off are errors of their own",
        arguments: [
            (true, false, nil, BluetoothError.Code.poweredOff), (false, false, nil, .noAdapter),
            (true, true, "hci3", .noAdapter),
        ] as [(Bool, Bool, String?, BluetoothError.Code)])
    func unusable(hasAdapter: Bool, isPowered: Bool, name: String?, code: BluetoothError.Code) async throws {
        let fake = try await FakeBlueZ(isPowered: isPowered, hasAdapter: hasAdapter)
        let central = central(fake, adapter: name)
        let states = central.states()
        while let state = await states.next() { if case .unavailable = state { break } }
        let stream = central.discover(services: [])
        async let outcome = failure { () throws(BluetoothError) in try await stream.next() }
        await time.advanceToNextDeadline()
        while time.now < Instant(milliseconds: 1_005_000) { await time.advanceToNextDeadline() }
        #expect(await outcome?.code == code)
    }
}
