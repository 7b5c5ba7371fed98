import BlueZRadio
import BluetoothLE
import DBus
import Glibc
import ProvisioningProtocols
import Runtime
import Testing

@testable import BusStandIns

@Suite(.timeLimit(.minutes(1))) struct AttributeTests {
    let time = ManualTime()
    let path = FakeBlueZ.path(lamp.rawValue)

    private func link(_ fake: FakeBlueZ) async throws -> any PeripheralConnection {
        let central = BlueZCentral(bus: fake.address, time: time, patience: 5000)
        let link = try await central.connect(to: lamp, deadline: time.now + 20_000)
        _ = try await link.services(deadline: time.now + 10_000)
        return link
    }

    private func notification(_ link: any PeripheralConnection) async throws -> [UInt8]? {
        while let event = try await link.events.next() {
            if case .notification(_, let value) = event { return value }
        }
        return nil
    }

    @Test(
        "B3/35, B4/41: A frame goes as one write, whatever the MTU is said to be",
        arguments: [nil, 23, 247] as [UInt16?])
    func oneWrite(mtu: UInt16?) async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice(withTable: false)
        try await fake.addTable(path, ["202", "203"], extra: mtu.map { ["MTU": .uint16($0)] } ?? [:])
        let link = try await link(fake)
        #expect(await link.mtu == Int(mtu ?? 23))
        let frame = [UInt8](repeating: 0x10, count: 70)
        try await link.write(frame, to: member("203"), withResponse: true)
        let call = try #require(await fake.called("WriteValue"))
        #expect(call.arguments.first?.byteArray == frame)
        #expect(call.arguments.last?.namedValues?.mapValues(\.text) == ["type": "request"])
        #expect(fake.count("WriteValue") == 1)
        if mtu == 23 {
            let tooLong = await failure { () throws(BluetoothError) in
                try await link.write(frame, to: member("203"), withResponse: false)
            }
            #expect(tooLong?.code == .valueTooLong)
            await fake.change(
                path + "/service0016/char0018", "org.bluez.GattCharacteristic1", ["MTU": .uint16(247)])
            _ = try await link.read(member("202"))  // answered after the change was told
            try await link.write(frame, to: member("203"), withResponse: false)
            #expect(await link.mtu == 247)
        }
    }

    @Test("B4/38: 512 bytes are sent, more are refused here and none of them is written", arguments: [512, 513, 600])
    func longest(count: Int) async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice()
        let link = try await link(fake)
        let error = await failure { () throws(BluetoothError) in
            try await link.write([UInt8](repeating: 1, count: count), to: member("203"), withResponse: true)
        }
        #expect(error?.code == (count > 512 ? .valueTooLong : nil))
        #expect(fake.count("WriteValue") == (count > 512 ? 0 : 1))
    }

    @Test("B4/40: A write that BlueZ could not begin keeps its words, and the next one works")
    func failedWrite() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice()
        let link = try await link(fake)
        fake.on("WriteValue") { $0.fail(DBusError("org.bluez.Error.Failed", "Failed to initiate write")) }
        let error = await failure { () throws(BluetoothError) in
            try await link.write([1], to: member("203"), withResponse: true)
        }
        #expect(error == BluetoothError(.failed, "writing: Failed to initiate write"))
        fake.on("WriteValue") { $0.reply() }
        try await link.write([1], to: member("203"), withResponse: true)
    }

    @Test(
        "The peer's error codes are told",
        arguments: [
            (DBusError("org.bluez.Error.Failed", "Operation failed with ATT error: 0x80"), 0x80),
            (DBusError("org.bluez.Error.NotPermitted", "Not paired"), 0x0F),
            (DBusError("org.bluez.Error.InvalidOffset", "Invalid offset"), 0x07),
            (DBusError("org.bluez.Error.InvalidValueLength", "Invalid Length"), 0x0D),
            (DBusError("org.bluez.Error.Failed", "Invalid Length"), 0x0D),
        ] as [(DBusError, UInt8)])
    func attributeErrors(said: DBusError, code: UInt8) async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice()
        let link = try await link(fake)
        fake.on("ReadValue") { $0.fail(said) }
        let error = await failure { () throws(BluetoothError) in try await link.read(member("204")) }
        #expect(error?.code == .attributeError)
        #expect(error?.attributeError?.rawValue == code)
    }

    @Test("C1/50: What the peer sends before the subscription is answered is delivered, in order")
    func earlyNotifications() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice()
        let link = try await link(fake)
        fake.on("StartNotify") { [weak fake] call in
            let interface = "org.bluez.GattCharacteristic1"
            await fake?.change(call.path, interface, ["Notifying": .boolean(true)])
            for value: [UInt8] in [[1, 0, 0, 0], [2, 1], [2, 2]] {
                await fake?.change(call.path, interface, ["Value": .bytes(value)])
            }
            call.reply()
        }
        try await link.subscribe(to: member("202"))
        for value: [UInt8] in [[1, 0, 0, 0], [2, 1], [2, 2]] { #expect(try await notification(link) == value) }
    }

    @Test("A read is not delivered as a notification, and one that comes meanwhile is")
    func readEcho() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice()
        let link = try await link(fake)
        try await link.subscribe(to: member("202"))
        fake.on("ReadValue") { [weak fake] call in
            for value: [UInt8] in [[7], [9]] {
                await fake?.change(call.path, "org.bluez.GattCharacteristic1", ["Value": .bytes(value)])
            }
            call.reply([.bytes([9])])
        }
        #expect(try await link.read(member("202")) == [9])
        await fake.change(path + "/service0016/char0017", "org.bluez.GattCharacteristic1", ["Value": .bytes([8])])
        #expect(try await notification(link) == [7])
        #expect(try await notification(link) == [8])
    }

    @Test("Notifications come over the socket that BlueZ gives, and those before the link's end come first")
    func socket() async throws {
        let fake = try await FakeBlueZ()
        let device = try await fake.addDevice()
        let link = try await link(fake)
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        let (ours, theirs) = (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
        fake.on("AcquireNotify") { $0.reply([.fileDescriptor(theirs), .uint16(185)]) }
        try await link.subscribe(to: member("202"))
        #expect(await link.mtu == 185)
        for number in 0..<10 as Range<UInt8> { #expect(write(ours.rawValue, [number, 0], 2) == 2) }
        await fake.changeDevice(device, ["Connected": .boolean(false)])
        for number in 0..<10 as Range<UInt8> { #expect(try await notification(link) == [number, 0]) }
        await #expect(throws: BluetoothError.self) { _ = try await link.events.next() }
        #expect(fake.count("StartNotify") == 0)
    }

    /// BlueZ while somebody has the socket of the characteristic's notifications, lets go of it, and takes it again at once.
    private func withTakenSocket() async throws -> FakeBlueZ {
        let fake = try await FakeBlueZ()
        try await fake.addDevice(withTable: false)
        try await fake.addTable(path, ["202"], extra: ["NotifyAcquired": .boolean(true)])
        let taken = DBusError("org.bluez.Error.NotPermitted", "Notify acquired")
        fake.on("AcquireNotify") { $0.fail(taken) }
        fake.on("StartNotify") { [weak fake] call in
            call.fail(taken)
            await fake?.change(call.path, "org.bluez.GattCharacteristic1", ["NotifyAcquired": .boolean(false)])
        }
        return fake
    }

    @Test("Where another program has the notifications to itself, subscribing says so, and the link is left to it")
    func socketOfAnother() async throws {
        let fake = try await withTakenSocket()
        let link = try await link(fake)
        let error = await failure { () throws(BluetoothError) in try await link.subscribe(to: member("202")) }
        #expect(error == BluetoothError(.inUse, "subscribing: Notify acquired"))
        #expect(fake.count("AcquireNotify") == 2)
        await link.disconnect()
        #expect(fake.count("Disconnect") == 0)
    }

    @Test("A socket that another program lets go of meanwhile is taken")
    func socketLetGo() async throws {
        let fake = try await withTakenSocket()
        let link = try await link(fake)
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        let (ours, theirs) = (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
        fake.on("StartNotify") { [weak fake] call in
            fake?.on("AcquireNotify") { $0.reply([.fileDescriptor(theirs), .uint16(185)]) }
            call.fail(DBusError("org.bluez.Error.NotPermitted", "Notify acquired"))
            await fake?.change(call.path, "org.bluez.GattCharacteristic1", ["NotifyAcquired": .boolean(false)])
        }
        try await link.subscribe(to: member("202"))
        #expect(write(ours.rawValue, [7], 1) == 1)
        #expect(try await notification(link) == [7])
    }

    @Test("A program that is subscribed without a socket does not keep this one from hearing the peer")
    func subscriptionOfAnother() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice()
        let link = try await link(fake)
        fake.on("AcquireNotify") { $0.fail(DBusError("org.bluez.Error.InProgress", "In Progress")) }
        try await link.subscribe(to: member("202"))
        await fake.change(path + "/service0016/char0017", "org.bluez.GattCharacteristic1", ["Value": .bytes([7])])
        #expect(try await notification(link) == [7])
    }

    @Test("C2/53: After five reconnections each notification still comes once")
    func reconnections() async throws {
        let fake = try await FakeBlueZ()
        let device = try await fake.addDevice()
        let central = BlueZCentral(bus: fake.address, time: time, patience: 5000)
        let frame: [UInt8] = [2, 1, 8, 0, 4, 0x42, 0x61, 0x72, 0x6E, 0xC8, 2, 6]
        for _ in 0..<5 {
            let link = try await central.connect(to: lamp, deadline: time.now + 20_000)
            _ = try await link.services(deadline: time.now + 10_000)
            try await link.subscribe(to: member("202"))
            let object = device + "/service0016/char0017"
            await fake.change(object, "org.bluez.GattCharacteristic1", ["Value": .bytes(frame)])
            await fake.change(object, "org.bluez.GattCharacteristic1", ["Value": .bytes([0xFF])])
            #expect(try await notification(link) == frame)
            #expect(try await notification(link) == [0xFF])
            await fake.changeDevice(device, ["Connected": .boolean(false), "ServicesResolved": .boolean(false)])
            await #expect(throws: BluetoothError.self) { _ = try await link.events.next() }
        }
    }

    @Test("C3/56: After a changed table the new objects are used")
    func changedTable() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice(withTable: false)
        try await fake.addTable(path, ["202", "204"])
        let link = try await link(fake)
        #expect(
            await failure { () throws(BluetoothError) in
                try await link.write([1], to: member("203"), withResponse: true)
            }?.code == .unsupported)
        await fake.changeDevice(path, ["ServicesResolved": .boolean(false)])
        await fake.remove(path + "/service0016")
        try await fake.addTable(path, ["202", "203", "204"], first: 32)
        await fake.changeDevice(path, ["ServicesResolved": .boolean(true)])
        guard case .servicesChanged = try await link.events.next() else {
            Issue.record("the change was not told")
            return
        }
        #expect(try await link.services(deadline: time.now + 1000).first?.characteristics.count == 3)
        try await link.write([1], to: member("203"), withResponse: true)
        #expect(await fake.called("WriteValue")?.path == path + "/service0032/char0034")
    }

    @Test("C3/58: Services that are resolved late are waited for, and an empty table is not taken for final")
    func lateTable() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice(withTable: false)
        fake.on("Connect") { [weak fake] call in
            await fake?.changeDevice(call.path, ["Connected": .boolean(true)])
            call.reply()
        }
        let central = BlueZCentral(bus: fake.address, time: time, patience: 5000)
        let link = try await central.connect(to: lamp, deadline: time.now + 20_000)
        let limit = time.now + 10_000
        async let services = link.services(deadline: limit)
        time.advance(by: 8000)
        try await fake.addTable(path, ["202", "203", "204"])
        await fake.changeDevice(path, ["ServicesResolved": .boolean(true)])
        #expect(try await services.first?.characteristics.count == 3)
    }

    @Test("Services that are told to be resolved before their objects are there are all found")
    func tableAfterItsFlag() async throws {
        let fake = try await FakeBlueZ()
        try await fake.addDevice(withTable: false)
        fake.on("Connect") { [weak fake] call in
            await fake?.changeDevice(call.path, ["Connected": .boolean(true)])
            call.reply()
        }
        let central = BlueZCentral(bus: fake.address, time: time, patience: 5000)
        let link = try await central.connect(to: lamp, deadline: time.now + 20_000)
        let limit = time.now + 10_000
        async let services = link.services(deadline: limit)
        try await fake.resolveThenAddTable(path, ["202", "203", "204"])
        #expect(try await services.first?.characteristics.count == 3)
    }

    @Test("D6/102: A request that waits when the link ends fails as disconnected at once")
    func lostLink() async throws {
        let fake = try await FakeBlueZ()
        let device = try await fake.addDevice()
        let link = try await link(fake)
        let (calls, source) = EventStream<MethodCall, Never>.make()
        fake.on("WriteValue") { source.yield($0) }
        async let outcome = failure { () throws(BluetoothError) in
            try await link.write([1], to: member("203"), withResponse: true)
        }
        let held = await calls.next()
        await fake.changeDevice(device, ["Connected": .boolean(false)])
        #expect(await outcome?.code == .disconnected)
        withExtendedLifetime(held) {}
    }
}
