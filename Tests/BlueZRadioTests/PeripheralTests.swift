import BlueZRadio
import BluetoothLE
import DBus
import ProvisioningProtocols
import Runtime
import Testing

@testable import BusStandIns

/// A published peripheral and the daemon's side of it.
struct Published {
    let fake: FakeBlueZ
    let host: BlueZPeripheralHost
    let peripheral: any PublishedPeripheral
    /// The program that registered, by its unique name, and its object.
    let program: String
    let root: String

    static let services = [
        Service(
            uuid: wifiSet,
            characteristics: [
                Characteristic(uuid: member("202").characteristic, properties: [.read, .notify]),
                Characteristic(uuid: member("203").characteristic, properties: [.write]),
                Characteristic(uuid: member("204").characteristic, properties: [.read, .notify]),
            ])
    ]

    init(
        _ fake: FakeBlueZ, _ services: [Service] = services, name: String = "Lamp", time: ManualTime,
        report: @escaping @Sendable (BluetoothError) -> Void = { _ in }
    ) async throws {
        self.fake = fake
        let registered = Lock<(String, String)>(("", ""))
        fake.on("RegisterApplication") { call in
            registered.withLock { $0 = (call.sender, call.arguments.first?.text ?? "") }
            call.reply()
        }
        host = BlueZPeripheralHost(bus: fake.address, time: time, report: report)
        peripheral = try await host.publish(services, advertisement: Advertisement(name: name, services: [wifiSet]))
        (program, root) = registered.withLock { $0 }
    }

    func path(_ number: Int) -> String { "\(root)/service0/char\(number)" }

    /// What BlueZ calls for a central.
    @discardableResult
    func call(_ number: Int, _ method: String, _ arguments: [DBusValue]) async throws(DBusError) -> [DBusValue] {
        try await fake.bus.call(
            MethodInvocation(program, path(number), "org.bluez.GattCharacteristic1", method, arguments))
    }

    func send(_ number: Int, _ method: String, _ arguments: [DBusValue]) async throws {
        try await fake.bus.send(
            MethodInvocation(program, path(number), "org.bluez.GattCharacteristic1", method, arguments))
    }

    func advertisement() async throws -> [String: DBusValue] {
        try await fake.bus.properties(of: "org.bluez.LEAdvertisement1", at: root + "/advertisement", on: program)
    }

    /// The next event that is not about links.
    func event() async throws -> PeripheralEvent? {
        while let event = try await peripheral.events.next() {
            switch event {
            case .connected, .disconnected, .radio: continue
            default: return event
            }
        }
        return nil
    }
}

@Suite(.timeLimit(.minutes(1))) struct PeripheralTests {
    let time = ManualTime()
    let central: DBusValue = .objectPath("/org/bluez/hci0/dev_02_00_00_00_00_0A")

    @Test("B3/34: The parts of a long write are handed on in their order, with their offsets")
    func offsets() async throws {
        let published = try await Published(try await FakeBlueZ(), time: time)
        let message = [UInt8](0..<50)
        for offset in [0, 18, 36] {
            let part = Array(message[offset..<min(offset + 18, 50)])
            try await published.send(
                1, "WriteValue", [.bytes(part), .properties(["offset": .uint16(UInt16(offset)), "device": central])])
        }
        var whole: [UInt8] = []
        for offset in [0, 18, 36] {
            guard case .write(member("203"), let who, offset, let value, let request?) = try await published.event()
            else {
                Issue.record("no write at \(offset)")
                return
            }
            #expect(who == CentralID("02:00:00:00:00:0A"))
            whole += value.array
            published.peripheral.respond(to: request, with: [])
        }
        #expect(whole == message)
    }

    @Test(
        "D3/94: Options that are missing or not known do no harm",
        arguments: [
            DBusValue.properties([:]),
            .properties(["device": .objectPath("/org/bluez/hci0/dev_X"), "link": .string("LE")]),
            .properties(["mtu": .uint16(23), "mystery": .strings(["a"]), "offset": .uint16(0)]),
        ])
    func options(options: DBusValue) async throws {
        let published = try await Published(try await FakeBlueZ(), time: time)
        async let written = published.call(1, "WriteValue", [.bytes([1, 2]), options])
        guard case .write(_, _, 0, [1, 2], let request?) = try await published.event() else {
            Issue.record("no write")
            return
        }
        published.peripheral.respond(to: request, with: [])
        #expect(try await written.isEmpty)
        async let read = published.call(0, "ReadValue", [options])
        guard case .read(member("202"), _, 0, let second) = try await published.event() else {
            Issue.record("no read")
            return
        }
        published.peripheral.respond(to: second, with: [9])
        #expect(try await read == [.bytes([9])])
    }

    @Test("A write without response waits for no answer, and one to be authorised is not yet a write")
    func commands() async throws {
        let published = try await Published(try await FakeBlueZ(), time: time)
        try await published.call(1, "WriteValue", [.bytes([0]), .properties(["prepare-authorize": .boolean(true)])])
        try await published.call(1, "WriteValue", [.bytes([1]), .properties(["type": .string("command")])])
        guard case .write(_, nil, 0, [1], nil) = try await published.event() else {
            Issue.record("not the command")
            return
        }
    }

    @Test("Each subscriber is told with what its link carries, and all get what is notified")
    func subscribers() async throws {
        let published = try await Published(try await FakeBlueZ(), time: time)
        for (device, mtu) in [("0A", 185), ("0B", 23)] as [(String, UInt16)] {
            let options = DBusValue.properties([
                "device": .objectPath("/org/bluez/hci0/dev_02_00_00_00_00_" + device), "mtu": .uint16(mtu),
            ])
            await #expect(throws: DBusError("org.bluez.Error.NotSupported", "notifications go as changes of Value")) {
                try await published.call(0, "AcquireNotify", [options])
            }
            try await published.call(0, "StartNotify", [])
            guard case .subscribed(member("202"), let who, let length) = try await published.event() else {
                Issue.record("no subscriber")
                return
            }
            #expect(who == CentralID("02:00:00:00:00:" + device))
            #expect(length == Int(mtu) - 3)
        }
        let signals = try await published.fake.bus.signals(
            MatchRule(sender: published.program, path: published.path(0)))
        try await published.peripheral.notify([1, 2, 3], on: member("202"), to: nil)
        let change = try await signals.next().flatMap(PropertiesChange.init)
        #expect(change?.changed == ["Value": .bytes([1, 2, 3])])
        try await published.call(0, "StopNotify", [])
        guard case .unsubscribed(member("202"), nil) = try await published.event() else {
            Issue.record("the end was not told")
            return
        }
    }

    @Test(
        "A central that is bonded and comes back is subscribed as it was, one that is not is not",
        arguments: [true, false])
    func subscriptionsOfBondedCentrals(isBonded: Bool) async throws {
        let fake = try await FakeBlueZ()
        let published = try await Published(fake, time: time)
        let device = try await fake.addDevice(isPaired: isBonded, isConnected: true)
        let options = DBusValue.properties(["device": .objectPath(device), "mtu": .uint16(185)])
        await #expect(throws: DBusError.self) { try await published.call(0, "AcquireNotify", [options]) }
        try await published.call(0, "StartNotify", [])
        guard case .subscribed(member("202"), CentralID("02:00:00:00:00:01"), 182) = try await published.event() else {
            Issue.record("no subscriber")
            return
        }
        await fake.changeDevice(device, ["Connected": .boolean(false)])
        await fake.changeDevice(device, ["Connected": .boolean(true)])
        // BlueZ does not tell of a subscription that it has kept.
        try await published.send(1, "WriteValue", [.bytes([1]), options])
        if isBonded {
            guard case .subscribed(member("202"), CentralID("02:00:00:00:00:01"), 182) = try await published.event()
            else {
                Issue.record("the subscription is forgotten")
                return
            }
        }
        guard case .write(member("203"), CentralID("02:00:00:00:00:01"), 0, [1], _?) = try await published.event()
        else {
            Issue.record("no write")
            return
        }
    }

    @Test("C5/66: What needs encryption says so in its flags, and brings the device's agent")
    func encryptedFlags() async throws {
        let fake = try await FakeBlueZ()
        let services = [
            Service(
                uuid: wifiSet,
                characteristics: [
                    Characteristic(uuid: member("202").characteristic, properties: [.read]),
                    Characteristic(
                        uuid: member("203").characteristic,
                        properties: [.write, .indicate, .encryptWrite, .encryptNotify]),
                    Characteristic(uuid: member("204").characteristic, properties: [.notify, .encryptNotify]),
                ])
        ]
        let published = try await Published(fake, services, time: time)
        let objects = try await fake.bus.managedObjects(at: published.root, on: published.program)
        let flags = (0..<3).map {
            objects[published.path($0)]?["org.bluez.GattCharacteristic1"]?["Flags"]?.texts ?? []
        }
        #expect(flags == [["read"], ["encrypt-write", "indicate", "encrypt-indicate"], ["notify", "encrypt-notify"]])
        #expect(fake.count("RegisterAgent") == 1)
        await published.peripheral.stop()
        #expect(fake.count("UnregisterAgent") == 1)
    }

    @Test(
        "The device's agent accepts what its adapter is asked for, for its own services, and nothing else",
        arguments: [
            ("RequestConfirmation", "/org/bluez/hci0/dev_02_00_00_00_00_0A", nil, true),
            ("RequestConfirmation", "/org/bluez/hci1/dev_02_00_00_00_00_0A", nil, false),
            ("AuthorizeService", "/org/bluez/hci0/dev_02_00_00_00_00_0A", wifiSet.description, true),
            ("AuthorizeService", "/org/bluez/hci0/dev_02_00_00_00_00_0A", BluetoothUUID(0x1124).description, false),
        ])
    func agentDecides(_ method: String, device: String, uuid: String?, isAccepted: Bool) async throws {
        let fake = try await FakeBlueZ()
        let agent = Lock("")
        fake.on("RegisterAgent") { call in
            agent.withLock { $0 = call.arguments.first?.text ?? "" }
            call.reply()
        }
        let secret = Characteristic(uuid: member("203").characteristic, properties: [.write, .encryptWrite])
        let published = try await Published(fake, [Service(uuid: wifiSet, characteristics: [secret])], time: time)
        #expect(fake.count("RequestDefaultAgent") == 1)
        let arguments: [DBusValue] = [.objectPath(device), uuid.map { .string($0) } ?? .uint32(0)]
        let path = agent.withLock { $0 }
        var refusal: DBusError?
        do throws(DBusError) {
            _ = try await fake.bus.call(
                MethodInvocation(published.program, path, "org.bluez.Agent1", method, arguments))
        } catch {
            refusal = error
        }
        #expect(refusal?.name == (isAccepted ? nil : "org.bluez.Error.Rejected"))
        await published.peripheral.stop()
    }

    @Test("C5/67: Without a characteristic that needs encryption there is no agent and nothing pairs")
    func noPairing() async throws {
        let fake = try await FakeBlueZ()
        let published = try await Published(fake, time: time)
        try await published.send(
            1, "WriteValue", [.bytes([1]), .properties(["device": central, "link": .string("LE")])])
        guard case .write = try await published.event() else {
            Issue.record("no write")
            return
        }
        #expect(fake.count("RegisterAgent") == 0)
    }

    @Test(
        "D1/87: A name that the adapter refuses is shortened or left out, the services stay, and that is reported",
        arguments: [
            ("12345678", 0), ("123456789", 1), (String(repeating: "n", count: 26), 1),
            ("Zürich-Straße, Küche, das große Licht", 1),
        ])
    func longNames(name: String, refusals: Int) async throws {
        let fake = try await FakeBlueZ()
        fake.on("RegisterAdvertisement") { [weak fake] call in
            guard let path = call.arguments.first?.text, let bus = fake?.bus,
                let properties = try? await bus.properties(of: "org.bluez.LEAdvertisement1", at: path, on: call.sender)
            else { return call.fail(DBusError("org.bluez.Error.Failed")) }
            let size = 3 + 18 + 2 + (properties["LocalName"]?.text?.utf8.count ?? 0)
            if size > 31 {
                call.fail(DBusError("org.bluez.Error.InvalidLength", "Advertising data too long"))
            } else {
                call.reply()
            }
        }
        let reports = Lock<[BluetoothError]>([])
        let published = try await Published(fake, name: name, time: time) { error in
            reports.withLock { $0.append(error) }
        }
        let advertisement = try await published.advertisement()
        #expect(advertisement["ServiceUUIDs"]?.texts == [wifiSet.description])
        let shown = advertisement["LocalName"]?.text ?? ""
        #expect(shown.utf8.count <= 8 && !shown.isEmpty && name.hasPrefix(shown))
        #expect(reports.withLock { $0.count } == refusals)
    }

    @Test(
        "Services and their data that do not fit into one advertisement have several, whole, and are changed in place",
        arguments: [[wifiSet], [wifiSet, otherService]])
    func severalAdvertisements(services: [BluetoothUUID]) async throws {
        let fake = try await FakeBlueZ()
        let shown = Lock<[String: [String: DBusValue]]>([:])
        fake.on("UnregisterAdvertisement") { call in
            shown.withLock { $0[call.arguments.first?.text ?? ""] = nil }
            call.reply()
        }
        fake.on("RegisterAdvertisement") { [weak fake] call in
            guard let path = call.arguments.first?.text, let bus = fake?.bus,
                let properties = try? await bus.properties(of: "org.bluez.LEAdvertisement1", at: path, on: call.sender)
            else { return call.fail(DBusError("org.bluez.Error.Failed")) }
            // As BlueZ 5.66 does with 128-bit UUIDs: the name goes into the scan response, all else has to fit.
            let uuids = properties["ServiceUUIDs"]?.texts ?? []
            let services = uuids.isEmpty ? 0 : 2 + 16 * uuids.count
            let data = properties["ServiceData"]?.namedValues?.values.first?.byteArray.map { 18 + $0.count } ?? 0
            guard 3 + services + data <= 31 else {
                return call.fail(DBusError("org.bluez.Error.Failed", "Failed to register advertisement"))
            }
            shown.withLock { $0[path] = properties }
            call.reply()
        }
        let host = BlueZPeripheralHost(bus: fake.address, time: time)
        func advertisement(_ flags: UInt8) -> Advertisement {
            Advertisement(name: "PV818081", services: services, serviceData: [wifiSet: [1, flags, 0, 0x80]])
        }
        let peripheral = try await host.publish(Published.services, advertisement: advertisement(0))
        for flags in [UInt8(0), 3] {
            try await peripheral.update(advertisement(flags))
            let parts = shown.withLock { Array($0.values) }
            #expect(parts.count == services.count + 1)
            #expect(parts.compactMap { $0["LocalName"]?.text } == services.map { _ in "PV818081" })
            let shown = parts.compactMap { $0["ServiceUUIDs"]?.texts }.flatMap(\.self)
            #expect(Set(shown) == Set(services.map(\.description)) && shown.count == services.count)
            let data = parts.compactMap { $0["ServiceData"]?.namedValues?[wifiSet.description]?.byteArray }
            #expect(data == [[1, flags, 0, 0x80]])
        }
        await peripheral.stop()
        #expect(shown.withLock { $0.isEmpty })
    }

    @Test("A kernel that is too busy to advertise is asked again a second later")
    func busy() async throws {
        let fake = try await FakeBlueZ()
        let end = time.now + 1000
        fake.on("RegisterAdvertisement") { [time] call in
            if time.now < end {
                call.fail(DBusError("org.bluez.Error.Failed", "Failed to register advertisement"))
            } else {
                call.reply()
            }
        }
        async let published = Published(fake, time: time)
        await time.waitForTimers(2)
        time.advance(by: 1000)
        _ = try await published
        #expect(fake.count("UnregisterApplication") == 0)
    }

    @Test("An advertisement that is refused whatever it holds is an error, and nothing stays registered")
    func refused() async throws {
        let fake = try await FakeBlueZ()
        fake.on("RegisterAdvertisement") {
            $0.fail(DBusError("org.bluez.Error.NotPermitted", "Maximum advertisements reached"))
        }
        let host = BlueZPeripheralHost(bus: fake.address, time: time)
        let error = await failure { () throws(BluetoothError) in
            try await host.publish(Published.services, advertisement: Advertisement(name: "Lamp", services: [wifiSet]))
        }
        #expect(error?.detail == "advertising: Maximum advertisements reached")
        #expect(fake.count("UnregisterApplication") == 1)
    }

    @Test(
        "D2/90, D2/92: When a central comes and when it leaves, the same advertisement is registered again, three times over"
    )
    func advertisesAgain() async throws {
        let fake = try await FakeBlueZ()
        let registered = Lock(false)
        fake.on("UnregisterAdvertisement") { call in
            let was = registered.withLock { registered in
                defer { registered = false }
                return registered
            }
            if was { call.reply() } else { call.fail(DBusError("org.bluez.Error.DoesNotExist")) }
        }
        fake.on("RegisterAdvertisement") { call in
            let was = registered.withLock { registered in
                defer { registered = true }
                return registered
            }
            if was { call.fail(DBusError("org.bluez.Error.AlreadyExists")) } else { call.reply() }
        }
        let published = try await Published(fake, time: time)
        let first = try await published.advertisement()
        let device = try await fake.addDevice("02:00:00:00:00:0A", withTable: false)
        _ = await fake.called("RegisterAdvertisement")
        for _ in 0..<3 {
            for isConnected in [true, false] {
                await fake.changeDevice(device, ["Connected": .boolean(isConnected)])
                _ = await fake.called("RegisterAdvertisement")
                #expect(registered.withLock { $0 })
                #expect(try await published.advertisement() == first)
            }
        }
    }

    @Test(
        "C9/77: After a restart of the service all is registered again, unless it had been stopped",
        arguments: [false, true])
    func restart(isStopped: Bool) async throws {
        let fake = try await FakeBlueZ()
        let published = try await Published(fake, time: time)
        if isStopped { await published.peripheral.stop() }
        let states = published.host.states()
        #expect(await states.next() == .ready)
        await fake.bus.close()
        guard case .unavailable(let error) = await states.next() else {
            Issue.record("the end of the service was not told")
            return
        }
        #expect(error.code == .serviceUnavailable)
        let next = try await FakeBlueZ(daemon: fake.daemon)
        while let state = await states.next(), state != .ready {}
        if isStopped {
            #expect(next.count("RegisterApplication") + next.count("RegisterAdvertisement") == 0)
        } else {
            _ = await next.called("RegisterAdvertisement")
            #expect(
                next.journal.filter { $0.hasPrefix("Register") } == ["RegisterApplication", "RegisterAdvertisement"])
        }
    }

    @Test("A central that left is told, and its requests of then are answered to nobody")
    func leaves() async throws {
        let fake = try await FakeBlueZ()
        let published = try await Published(fake, time: time)
        let device = try await fake.addDevice("02:00:00:00:00:0A", isConnected: true, withTable: false)
        try await published.send(1, "WriteValue", [.bytes([1]), .properties(["device": .objectPath(device)])])
        guard case .connected(CentralID("02:00:00:00:00:0A")) = try await published.peripheral.events.next() else {
            Issue.record("the central was not told")
            return
        }
        await fake.changeDevice(device, ["Connected": .boolean(false)])
        guard case .write = try await published.event() else { return }
        guard case .disconnected(CentralID("02:00:00:00:00:0A")) = try await published.peripheral.events.next() else {
            Issue.record("its end was not told")
            return
        }
    }
}
