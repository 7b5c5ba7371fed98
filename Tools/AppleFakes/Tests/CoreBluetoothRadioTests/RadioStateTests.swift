import BluetoothLE
@_spi(Control) import CoreBluetooth
import CoreBluetoothRadio
import ProvisioningProtocols
import Runtime
import Testing
import VirtualRadio

@Suite("The states of Apple's Bluetooth", .timeLimit(.minutes(1)))
struct RadioStateTests {
    private let air = VirtualAir()
    private let time = ManualTime()
    private let service = BluetoothUUID(0x1234)

    private func make(_ state: CBManagerState) -> (Adapter, CoreBluetoothCentral) {
        let adapter = Adapter(air: air, state: state)
        return (adapter, Adapter.$current.withValue(adapter) { CoreBluetoothCentral(time: time) })
    }

    private func publish() async throws -> any PublishedPeripheral {
        try await VirtualRadio(air: air).publish(
            [Service(uuid: service, characteristics: [])],
            advertisement: Advertisement(name: "Lamp", services: [service]))
    }

    @Test("C10/80: A discovery that is asked for at once finds devices as soon as Bluetooth is on")
    func unknownThenOn() async throws {
        let device = try await publish()
        let (adapter, central) = make(.unknown)
        let found = central.discover(services: [service])
        _ = await central.restoredOrNothing()
        adapter.set(.poweredOn)
        #expect(try await found.next()?.name == "Lamp")
        await device.stop()
    }

    @Test(
        "C10/80: Bluetooth that is off, missing, forbidden or starting anew is an error of its own, and nothing waits for ever",
        arguments: [
            (.poweredOff, .poweredOff), (.unauthorized, .notPermitted), (.unsupported, .noAdapter),
            (.resetting, .serviceUnavailable), (.unknown, .serviceUnavailable),
        ] as [(CBManagerState, BluetoothError.Code)])
    func unusable(_ state: CBManagerState, _ code: BluetoothError.Code) async throws {
        let (adapter, central) = make(.unknown)
        let found = central.discover(services: [])
        async let connection: BluetoothError? = {
            do throws(BluetoothError) {
                _ = try await central.connect(
                    to: PeripheralID("A991E500-0000-4000-8000-020000000001"), deadline: Instant(milliseconds: .max))
                return nil
            } catch { return error }
        }()
        adapter.set(state)
        // The limits are those of this state: the clock stands still until the central knows it.
        let states = central.states()
        while state != .unknown, await states.next() == .unknown {}
        let clock = Task {
            while !Task.isCancelled {
                time.advance(by: 5_000)
                await Task.yield()
            }
        }
        await #expect { _ = try await found.next() } throws: { ($0 as? BluetoothError)?.code == code }
        #expect(await connection?.code == code)
        clock.cancel()
    }

    @Test("A discovery goes on when Bluetooth is back, and links end when it goes")
    func offAndOn() async throws {
        let device = try await publish()
        let (adapter, central) = make(.poweredOn)
        let found = central.discover(services: [service])
        let peripheral = try #require(try await found.next()).peripheral
        let connection = try await central.connect(to: peripheral, deadline: time.now + 10_000)
        adapter.set(.poweredOff)
        await #expect { _ = try await connection.events.next() } throws: {
            ($0 as? BluetoothError)?.code == .disconnected
        }
        await #expect { _ = try await connection.services(deadline: time.now + 10_000) } throws: {
            ($0 as? BluetoothError)?.code == .disconnected
        }
        adapter.set(.poweredOn)
        var changed = Advertisement(name: "Lamp-2", services: [service])
        changed.serviceData = [service: [1]]
        try await device.update(changed)
        while try await found.next()?.name != "Lamp-2" {}
        let again = try await central.connect(to: peripheral, deadline: time.now + 10_000)
        await again.disconnect()
        await device.stop()
    }
}

extension CoreBluetoothCentral {
    /// Goes once through the central's queue, so that what was asked for before has been begun.
    fileprivate func restoredOrNothing() async { _ = await states().next() }
}
