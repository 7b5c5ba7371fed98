public import BluetoothLE
import Foundation
import ProvisioningProtocols
public import Runtime

/// The peripheral role over CoreBluetooth, the Bluetooth of Apple's systems.
///
/// The system advertises a name and services and no data for services, and a name only while the app is in the foreground. It
/// tells of requests and subscriptions, not of links: a central counts as connected from its first request on, and as gone when
/// its last subscription has ended, which is so when its link ends. One that never subscribes counts as connected until the
/// radio goes or the peripheral is stopped. It cannot end a central's link.
public final class CoreBluetoothPeripheralHost: PeripheralHost {
    private let core: HostCore

    /// A host; the system asks the person for permission as it does for a ``CoreBluetoothCentral``.
    ///
    /// - Parameters:
    ///   - time: the clock of all limits.
    ///   - patience: how many milliseconds ``publish(_:advertisement:)`` waits for Bluetooth that is off or starts anew. For the
    ///     person's answer to the system's question it waits a minute; that Bluetooth is missing or not allowed is told at once.
    public init(time: any TimeSource = SystemTime.shared, patience: UInt32 = 5_000) {
        core = HostCore(time: time, patience: patience)
        core.start()
    }

    /// The radio's state now and at every change.
    public func states() -> EventStream<RadioState, Never> {
        let number = core.nextNumber()
        let (stream, source) = EventStream<RadioState, Never>.make { [core] in
            core.perform { $0.stateSources[number] = nil }
        }
        core.perform { core in
            core.stateSources[number] = source
            source.yield(core.radio)
        }
        return stream
    }

    /// Serves `services` and advertises their peripheral until the result is stopped (``PeripheralHost/publish(_:advertisement:)``).
    /// What the advertisement says as data for services is not advertised.
    /// - Throws: `advertisementRefused` where this host serves a peripheral already or the system does not advertise,
    ///   `failed` where it does not take a service, `cancelled`, or why the radio cannot be used.
    public func publish(
        _ services: [Service], advertisement: Advertisement
    ) async throws(BluetoothError) -> any PublishedPeripheral {
        if Task.isCancelled { throw BluetoothError(.cancelled) }
        let number = core.nextNumber()
        let (events, source) = EventStream<PeripheralEvent, BluetoothError>.make(capacity: 4_096)
        let (answer, answering) = EventStream<Void, BluetoothError>.make(capacity: 1)
        // It withdraws what it stands for when it goes, also where this call fails.
        let peripheral = CoreBluetoothPeripheral(number: number, events: events, core: core)
        core.perform { core in
            core.serve(
                Served(number: number, services: services, advertisement: advertisement, source: source), answering)
        }
        // The core sets the limits, which begin when the radio is known.
        guard try await answer.next() != nil else { throw BluetoothError(.cancelled) }
        return peripheral
    }
}
