import BluetoothLE
@_spi(Control) import CoreBluetooth
import CoreBluetoothRadio
import Foundation
import ProvisioningProtocols
import Runtime
import Testing
import VirtualRadio

@Suite("A peripheral over CoreBluetooth", .timeLimit(.minutes(1)))
struct PeripheralTests {
    private let air = VirtualAir()
    private let time = ManualTime()

    private static let service = BluetoothUUID(0x1234)
    private static let value = CharacteristicID(service: service, characteristic: BluetoothUUID(0x0001))
    private static let table = [
        Service(
            uuid: service,
            characteristics: [
                Characteristic(
                    uuid: value.characteristic, properties: [.read, .write, .writeWithoutResponse, .notify])
            ])
    ]
    private static let lamp = Advertisement(name: "Lamp", services: [service])

    private func host(_ state: CBManagerState = .poweredOn) -> (Adapter, CoreBluetoothPeripheralHost) {
        let adapter = Adapter(air: air, state: state)
        return (adapter, Adapter.$current.withValue(adapter) { CoreBluetoothPeripheralHost(time: time) })
    }

    private var soon: Instant { time.now + 10_000 }

    private func connect(_ central: VirtualRadio) async throws -> any PeripheralConnection {
        let found = try #require(try await central.discover(services: [Self.service]).next())
        let connection = try await central.connect(to: found.peripheral, deadline: soon)
        _ = try await connection.services(deadline: soon)
        return connection
    }

    @Test(
        "C10/80: A peripheral whose Bluetooth is off, missing, forbidden or starting anew is an error of its own",
        arguments: [
            (.poweredOff, .poweredOff), (.unauthorized, .notPermitted), (.unsupported, .noAdapter),
            (.resetting, .serviceUnavailable), (.unknown, .serviceUnavailable),
        ] as [(CBManagerState, BluetoothError.Code)])
    func unusable(_ state: CBManagerState, _ code: BluetoothError.Code) async {
        let (_, host) = host(state)
        // The limits are those of this state: the clock stands still until the host knows it.
        let states = host.states()
        while state != .unknown, await states.next() == .unknown {}
        let clock = Task {
            while !Task.isCancelled {
                time.advance(by: 5_000)
                await Task.yield()
            }
        }
        await #expect { _ = try await host.publish(Self.table, advertisement: Self.lamp) } throws: {
            ($0 as? BluetoothError)?.code == code
        }
        clock.cancel()
    }

    @Test("C10/80: A peripheral that is published before Bluetooth is on is there as soon as it is")
    func unknownThenOn() async throws {
        let (adapter, host) = host(.unknown)
        async let published = host.publish(Self.table, advertisement: Self.lamp)
        adapter.set(.poweredOn)
        let device = try await published
        await (try await connect(VirtualRadio(air: air, time: time))).disconnect()
        await device.stop()
    }

    @Test(
        "C9/77: After Bluetooth was off or its service began anew, the services and the advertisement are there again",
        arguments: [CBManagerState.poweredOff, .resetting])
    func offAndOn(_ state: CBManagerState) async throws {
        let (adapter, host) = host()
        let device = try await host.publish(Self.table, advertisement: Self.lamp)
        let central = VirtualRadio(air: air, time: time)
        let connection = try await connect(central)
        try await connection.subscribe(to: Self.value)
        #expect(await hears(device) { if case .subscribed = $0 { true } else { false } })
        adapter.set(state)
        #expect(await hears(device) { if case .disconnected = $0 { true } else { false } })
        #expect(await hears(device) { if case .radio(.unavailable) = $0 { true } else { false } })
        adapter.set(.poweredOn)
        #expect(await hears(device) { if case .radio(.ready) = $0 { true } else { false } })
        let again = try await connect(central)
        try await again.subscribe(to: Self.value)
        #expect(await hears(device) { if case .subscribed = $0 { true } else { false } })
        try await device.notify([7], on: Self.value, to: nil)
        guard case .notification(_, [7])? = try await again.events.next() else {
            Issue.record("another value came")
            return
        }
        await again.disconnect()
        await device.stop()
    }

    /// Whether an event comes that `isWanted`.
    private func hears(
        _ device: any PublishedPeripheral, _ isWanted: (PeripheralEvent) -> Bool
    ) async -> Bool {
        while let event = try? await device.events.next() { if isWanted(event) { return true } }
        return false
    }

    @Test("Two hundred values that are handed over at once all arrive, in their order")
    func burst() async throws {
        let (_, host) = host()
        let device = try await host.publish(Self.table, advertisement: Self.lamp)
        let connection = try await connect(VirtualRadio(air: air, time: time))
        try await connection.subscribe(to: Self.value)
        #expect(await hears(device) { if case .subscribed = $0 { true } else { false } })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in UInt8(0)..<200 {
                group.addTask { try await device.notify([number], on: Self.value, to: nil) }
            }
            try await group.waitForAll()
        }
        var heard: Set<UInt8> = []
        while heard.count < 200, case .notification(_, let value)? = try await connection.events.next() {
            heard.formUnion(value)
        }
        for number in UInt8(0)..<200 { try await device.notify([number], on: Self.value, to: nil) }
        for number in UInt8(0)..<200 {
            guard case .notification(_, [number])? = try await connection.events.next() else {
                Issue.record("another value came in place of \(number)")
                return
            }
        }
        await connection.disconnect()
        await device.stop()
    }

    @Test("A central that leaves while values wait for it holds up nobody else")
    func leavesInTheMiddle() async throws {
        let (_, host) = host()
        let device = try await host.publish(Self.table, advertisement: Self.lamp)
        let (first, second) = (
            try await connect(VirtualRadio(air: air, time: time)), try await connect(VirtualRadio(air: air, time: time))
        )
        var names: [CentralID] = []
        for connection in [first, second] {
            try await connection.subscribe(to: Self.value)
            while let event = try await device.events.next() {
                guard case .subscribed(_, let name?, let length) = event else { continue }
                #expect(length == 514)
                names.append(name)
                break
            }
        }
        async let sent: Void = {
            for number in UInt8(0)..<50 { try? await device.notify([number], on: Self.value, to: names[0]) }
        }()
        await first.disconnect()
        try await device.notify([99], on: Self.value, to: nil)
        await sent
        guard case .notification(_, [99])? = try await second.events.next() else {
            Issue.record("another value came")
            return
        }
        await #expect { try await device.notify([1], on: Self.value, to: names[0]) } throws: {
            ($0 as? BluetoothError)?.code == .disconnected
        }
        await second.disconnect()
        await device.stop()
    }

    @Test("Who reads while the peripheral is stopped gets an answer")
    func stopped() async throws {
        let (_, host) = host()
        let device = try await host.publish(Self.table, advertisement: Self.lamp)
        let connection = try await connect(VirtualRadio(air: air, time: time))
        let failure = Task { () async -> BluetoothError? in
            do throws(BluetoothError) {
                _ = try await connection.read(Self.value)
                return nil
            } catch { return error }
        }
        #expect(await hears(device) { if case .read = $0 { true } else { false } })
        await device.stop()
        #expect([.attributeError, .disconnected].contains(await failure.value?.code))
        await #expect { try await device.notify([1], on: Self.value, to: nil) } throws: {
            ($0 as? BluetoothError)?.code == .disconnected
        }
        // Its place is free.
        await (try await host.publish(Self.table, advertisement: Self.lamp)).stop()
    }

    @Test("A second peripheral of one host is refused, and one that is let go makes room")
    func second() async throws {
        let (_, host) = host()
        var first: (any PublishedPeripheral)? = try await host.publish(Self.table, advertisement: Self.lamp)
        await #expect { _ = try await host.publish(Self.table, advertisement: Self.lamp) } throws: {
            ($0 as? BluetoothError)?.code == .advertisementRefused
        }
        #expect(first != nil)
        first = nil
        await (try await host.publish(Self.table, advertisement: Self.lamp)).stop()
    }

    @Test("What a characteristic cannot do, and a value that no attribute holds, is refused")
    func refused() async throws {
        let (_, host) = host()
        let device = try await host.publish(Self.table, advertisement: Self.lamp)
        let other = CharacteristicID(service: Self.service, characteristic: BluetoothUUID(0x0009))
        for (id, count, code) in [(other, 1, .unsupported), (Self.value, 513, .valueTooLong)]
            as [(CharacteristicID, Int, BluetoothError.Code)]
        {
            await #expect { try await device.notify(Array(repeating: 0, count: count), on: id, to: nil) } throws: {
                ($0 as? BluetoothError)?.code == code
            }
        }
        await device.stop()
    }
}
