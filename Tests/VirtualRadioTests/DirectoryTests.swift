import BluetoothLE
import Glibc
import ProvisioningProtocols
import Runtime
import Testing

@testable import VirtualRadio

@Suite("Virtual radios in a directory", .timeLimit(.minutes(1)))
struct DirectoryTests {
    let advertisement = Advertisement(name: "Lamp", services: [BluetoothUUID(0x1234)])

    @Test("The directory is made for its owner alone, and so are the sockets")
    func modes() async throws {
        let parent = try TemporaryDirectory()
        let path = parent.path + "/air"
        let radio = try VirtualRadio(directory: path)
        let peripheral = try await radio.publish([], advertisement: advertisement)
        #expect(mode(path) == 0o700)
        for name in fileNames(in: path) where !name.hasPrefix(".") { #expect(mode("\(path)/\(name)") == 0o600) }
        await peripheral.stop()
        #expect(fileNames(in: path).filter { !$0.hasPrefix(".") } == [])
        rmdir(path)
    }

    func mode(_ path: String) -> UInt32 {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
    }

    @Test("A directory that others may write into is refused, with what mends it", arguments: [0o770, 0o702, 0o777])
    func writable(_ mode: Int) throws {
        let directory = try TemporaryDirectory()
        chmod(directory.path, mode_t(mode))
        let error = #expect(throws: BluetoothError.self) { try VirtualRadio(directory: directory.path) }
        #expect(error?.code == .notPermitted)
        #expect(error?.detail.contains("chmod 700") == true)
    }

    @Test("A directory of somebody else, a file, a link and a path that is too long are refused")
    func notOurs() throws {
        let directory = try TemporaryDirectory()
        if geteuid() == 0 {
            chown(directory.path, 12_345, 12_345)
            let error = #expect(throws: BluetoothError.self) { try VirtualRadio(directory: directory.path) }
            #expect(error?.code == .notPermitted)
            chown(directory.path, 0, 0)
        }
        symlink("/tmp", directory.path + "/link")
        #expect(throws: BluetoothError.self) { try VirtualRadio(directory: directory.path + "/link") }
        let long = "/tmp/" + String(repeating: "x", count: RadioDirectory.maximumPathLength - 4)
        let error = #expect(throws: BluetoothError.self) { try VirtualRadio(directory: long) }
        #expect(error?.detail.contains("89 bytes") == true)
        #expect(mode(long) == 0)
    }

    @Test("The longest path still carries a link")
    func longestPath() async throws {
        let parent = try TemporaryDirectory()
        let length = RadioDirectory.maximumPathLength - parent.path.utf8.count - 1
        let path = parent.path + "/" + String(repeating: "x", count: length)
        let host = try VirtualRadio(directory: path)
        let peripheral = try await host.publish([], advertisement: advertisement)
        let central = try VirtualRadio(directory: path)
        let found = try await central.discover(services: []).next()
        let id = try #require(found).peripheral
        await (try await central.connect(to: id, deadline: SystemTime.shared.now + 5_000)).disconnect()
        await peripheral.stop()
        rmdir(path)
    }

    @Test("A name gives the same address at every start; of two with one name each has its own")
    func addresses() async throws {
        let directory = try TemporaryDirectory()
        var seen: [[String]] = []
        for _ in 0..<2 {
            let first = try await VirtualRadio(directory: directory.path).publish([], advertisement: advertisement)
            let second = try await VirtualRadio(directory: directory.path).publish([], advertisement: advertisement)
            seen.append(fileNames(in: directory.path).filter { $0.count == 17 }.sorted())
            await first.stop()
            await second.stop()
        }
        #expect(seen[0] == seen[1])
        #expect(seen[0].count == 2)
        let wanted = HardwareAddress(0xC1C2_C3C4_C5C6)
        let set = try VirtualRadio(directory: directory.path, address: wanted)
        let peripheral = try await set.publish([], advertisement: advertisement)
        let error = await #expect(throws: BluetoothError.self) {
            try await VirtualRadio(directory: directory.path, address: wanted).publish([], advertisement: advertisement)
        }
        #expect(error?.code == .advertisementRefused)
        await peripheral.stop()
    }

    @Test("What a dead process left is not found, and is removed")
    func stale() async throws {
        let directory = try TemporaryDirectory()
        let address = VirtualAddress.derived(from: "Lamp", attempt: 0)
        let path = "\(directory.path)/\(address)"
        // As a killed process leaves it: a socket that nobody listens at, and its advertisement.
        try leaveSocket(at: path)
        let discovery = Discovery(peripheral: PeripheralID(address.description), name: "Lamp")
        #expect(replaceFile(path + AdvertisementFile.suffix, with: AdvertisementFile.encode(discovery)) == nil)
        let central = try VirtualRadio(directory: directory.path)
        let found = central.discover(services: [])
        #expect(fileNames(in: directory.path).filter { !$0.hasPrefix(".") } == [])
        // The same name takes its address again, over what a dead process left.
        try leaveSocket(at: path)
        let peripheral = try await VirtualRadio(directory: directory.path).publish([], advertisement: advertisement)
        #expect(try await found.next()?.peripheral == PeripheralID(address.description))
        await peripheral.stop()
    }

    /// Leaves a socket that nobody listens at. It is shut down first: a process that another test starts at this moment may
    /// hold it for as long as it takes to begin.
    private func leaveSocket(at path: String) throws {
        let socket = try #require(try UnixSocket.listen(at: path))
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }

    @Test(
        "A file that is no advertisement is passed over",
        arguments: [[], [1], [9, 9, 9], [UInt8](repeating: 0xFF, count: 9_000)])
    func noAdvertisement(_ bytes: [UInt8]) async throws {
        let directory = try TemporaryDirectory()
        #expect(replaceFile("\(directory.path)/C0:00:00:00:00:01\(AdvertisementFile.suffix)", with: bytes) == nil)
        #expect(replaceFile("\(directory.path)/nothing\(AdvertisementFile.suffix)", with: bytes) == nil)
        let found = try VirtualRadio(directory: directory.path).discover(services: [])
        let peripheral = try await VirtualRadio(directory: directory.path).publish([], advertisement: advertisement)
        #expect(try await found.next()?.name == "Lamp")
        await peripheral.stop()
    }

    @Test("What strangers send ends their link and nothing else")
    func strangers() async throws {
        let directory = try TemporaryDirectory()
        let radio = try VirtualRadio(directory: directory.path)
        let peripheral = try await radio.publish([], advertisement: advertisement)
        let path = "\(directory.path)/\(VirtualAddress.derived(from: "Lamp", attempt: 0))"
        let garbage: [[UInt8]] = [
            [0], [99, 0, 0, 0, 0, 0, 0], [UInt8](repeating: 1, count: 60_000), [3, 0, 0, 0, 0, 0, 0], [1, 2, 3],
        ]
        for bytes in garbage {
            guard case .connected(let descriptor) = UnixSocket.connect(to: path) else {
                Issue.record("the peripheral does not listen")
                return
            }
            _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            // The peripheral hangs up: a read that waits for it comes back with the end.
            _ = fcntl(descriptor, F_SETFL, 0)
            var byte: UInt8 = 0
            #expect(recv(descriptor, &byte, 1, 0) <= 0)
            close(descriptor)
        }
        let central = try VirtualRadio(directory: directory.path)
        let id = PeripheralID(VirtualAddress.derived(from: "Lamp", attempt: 0).description)
        await (try await central.connect(to: id, deadline: SystemTime.shared.now + 5_000)).disconnect()
        await peripheral.stop()
    }

    @Test("As many links as a peripheral takes, on which nobody says anything, shut nobody out")
    func silentLinks() async throws {
        let directory = try TemporaryDirectory()
        let peripheral = try await VirtualRadio(directory: directory.path).publish([], advertisement: advertisement)
        let address = VirtualAddress.derived(from: "Lamp", attempt: 0)
        var silent: [Int32] = []
        for _ in 0..<VirtualPeripheral.maximumLinks {
            guard case .connected(let descriptor) = UnixSocket.connect(to: "\(directory.path)/\(address)") else {
                break
            }
            silent.append(descriptor)
        }
        #expect(silent.count == VirtualPeripheral.maximumLinks)
        let central = try VirtualRadio(directory: directory.path)
        let id = PeripheralID(address.description)
        await (try await central.connect(to: id, deadline: SystemTime.shared.now + 5_000)).disconnect()
        for descriptor in silent { close(descriptor) }
        await peripheral.stop()
    }

    @Test("The faults of the directory hold for its links")
    func directoryFaults() async throws {
        let directory = try TemporaryDirectory()
        #expect(replaceFile(directory.path + "/faults", with: Array("mtu=50\n".utf8)) == nil)
        let peripheral = try await VirtualRadio(directory: directory.path).publish([], advertisement: advertisement)
        let central = try VirtualRadio(directory: directory.path)
        let id = PeripheralID(VirtualAddress.derived(from: "Lamp", attempt: 0).description)
        let connection = try await central.connect(to: id, deadline: SystemTime.shared.now + 5_000)
        #expect(await connection.mtu == 50)
        await connection.disconnect()
        await peripheral.stop()
    }

    @Test("A central follows its directory's switch: its link ends, its search goes on, and a peripheral stays")
    func directorySwitch() async throws {
        let directory = try TemporaryDirectory()
        let faults = directory.path + "/faults"
        let peripheral = try await VirtualRadio(directory: directory.path).publish([], advertisement: advertisement)
        let central = try VirtualRadio(directory: directory.path, followsSwitch: true)
        let states = central.states()
        #expect(await states.next() == .ready)
        let found = central.discover(services: [])
        let id = try #require(try await found.next()).peripheral
        let connection = try await central.connect(to: id, deadline: SystemTime.shared.now + 5_000)
        for (word, code) in [("off", BluetoothError.Code.poweredOff), ("missing", .noAdapter)] {
            #expect(replaceFile(faults, with: Array("radio=\(word)\n".utf8)) == nil)
            guard case .unavailable(let error)? = await states.next() else {
                Issue.record("the switch was not followed")
                return
            }
            #expect(error.code == code)
        }
        await #expect(throws: BluetoothError.self) { while try await connection.events.next() != nil {} }
        await #expect(throws: BluetoothError.self) {
            try await central.connect(to: id, deadline: SystemTime.shared.now + 5_000)
        }
        unlink(faults)
        #expect(await states.next() == .ready)
        // It is heard anew, though it never went.
        let second = try await VirtualRadio(directory: directory.path).publish(
            [], advertisement: Advertisement(name: "Fan", services: []))
        while try await found.next()?.name != "Fan" {}
        await (try await central.connect(to: id, deadline: SystemTime.shared.now + 5_000)).disconnect()
        await second.stop()
        await peripheral.stop()
    }

    @Test("A burst larger than the socket holds waits instead of being lost")
    func burst() async throws {
        let directory = try TemporaryDirectory()
        let service = BluetoothUUID(0x1234)
        let id = CharacteristicID(service: service, characteristic: BluetoothUUID(1))
        let peripheral = try await VirtualRadio(directory: directory.path).publish(
            [Service(uuid: service, characteristics: [Characteristic(uuid: id.characteristic, properties: .notify)])],
            advertisement: advertisement)
        let central = try VirtualRadio(directory: directory.path)
        let address = PeripheralID(VirtualAddress.derived(from: "Lamp", attempt: 0).description)
        let connection = try await central.connect(to: address, deadline: SystemTime.shared.now + 5_000)
        _ = try await connection.services(deadline: SystemTime.shared.now + 5_000)
        try await connection.subscribe(to: id)
        for number in 0..<4_000 {
            var value = [UInt8](repeating: 0, count: 512)
            value[0] = UInt8(truncatingIfNeeded: number)
            value[1] = UInt8(number >> 8)
            try await peripheral.notify(value, on: id, to: nil)
        }
        for number in 0..<4_000 {
            guard case .notification(_, let value)? = try await connection.events.next() else { break }
            #expect(Int(value[0]) | Int(value[1]) << 8 == number)
        }
        await connection.disconnect()
        await peripheral.stop()
    }

    @Test("A central that stops reading holds back nobody else, and its link ends after 30 s")
    func stalledCentral() async throws {
        let directory = try TemporaryDirectory()
        let service = BluetoothUUID(0x1234)
        let id = CharacteristicID(service: service, characteristic: BluetoothUUID(1))
        let services = [
            Service(uuid: service, characteristics: [Characteristic(uuid: id.characteristic, properties: .notify)])
        ]
        let time = ManualTime()
        let peripheral = try await VirtualRadio(directory: directory.path, time: time).publish(
            services, advertisement: advertisement)
        let address = VirtualAddress.derived(from: "Lamp", attempt: 0)
        guard case .connected(let stalled) = UnixSocket.connect(to: "\(directory.path)/\(address)") else {
            Issue.record("the peripheral does not listen")
            return
        }
        defer { close(stalled) }
        let handle = try #require(AttributeTable(services).handle(of: id))
        for message in [
            LinkMessage(kind: .connect, token: 1, number: 517, value: [2, 2, 2, 2, 2, 2]),
            LinkMessage(kind: .subscribe, token: 2, handle: handle),
        ] {
            let packet = LinkPacket.encode([message])
            #expect(send(stalled, packet, packet.count, 0) == packet.count)
        }
        var name: CentralID?
        while let event = try await peripheral.events.next() {
            if case .subscribed(_, let central, _) = event {
                name = central
                break
            }
        }
        let central = try VirtualRadio(directory: directory.path)
        let connection = try await central.connect(
            to: PeripheralID(address.description), deadline: SystemTime.shared.now + 5_000)
        _ = try await connection.services(deadline: SystemTime.shared.now + 5_000)
        try await connection.subscribe(to: id)
        for number in 0..<UInt16(900) {
            let value = [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] + [UInt8](repeating: 0, count: 500)
            try await peripheral.notify(value, on: id, to: nil)
            guard case .notification(_, let heard)? = try await connection.events.next() else { break }
            #expect(heard == value)
        }
        time.advance(by: 30_000)
        while let event = try await peripheral.events.next() {
            if case .disconnected(let central) = event {
                #expect(central == name)
                break
            }
        }
        try await peripheral.notify([7], on: id, to: nil)
        guard case .notification(_, [7])? = try await connection.events.next() else {
            Issue.record("the other central's link has ended, too")
            return
        }
        await connection.disconnect()
        await peripheral.stop()
    }
}
