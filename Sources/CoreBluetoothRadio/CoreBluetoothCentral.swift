public import BluetoothLE
import Foundation
public import ProvisioningProtocols
public import Runtime

/// The central role over CoreBluetooth, the Bluetooth of Apple's systems.
///
/// The system asks the person for permission, for the reason in the app's `NSBluetoothAlwaysUsageDescription`, when the first
/// of these is made; until that is answered the state is *unknown*. It pairs by itself when an attribute that needs it is
/// touched, and asks the person where that is needed. One program has one link to a peripheral at a time.
public final class CoreBluetoothCentral: Central {
    private let core: CentralCore
    private let time: any TimeSource

    /// A central.
    ///
    /// - Parameters:
    ///   - restorationIdentifier: a name of this central that stays the same from run to run; with it the system starts the
    ///     app in the background when something happens on its links, and ``restored()`` tells which they are.
    ///   - time: the clock of all limits.
    ///   - patience: how many milliseconds a discovery or connection waits for Bluetooth that is off or starts anew. For
    ///     the person's answer to the system's question it waits a minute; that Bluetooth is missing or not allowed is told
    ///     at once.
    public init(
        restorationIdentifier: String? = nil, time: any TimeSource = SystemTime.shared, patience: UInt32 = 5_000
    ) {
        self.time = time
        core = CentralCore(time: time, patience: patience)
        core.start(restorationIdentifier: restorationIdentifier)
    }

    deinit { core.perform { $0.leave() } }

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

    /// Looks for peripherals (``Central/discover(services:)``). In the background the system takes no empty set of services,
    /// and tells of each peripheral once.
    public func discover(services: Set<BluetoothUUID>) -> EventStream<Discovery, BluetoothError> {
        let number = core.nextNumber()
        let (stream, source) = EventStream<Discovery, BluetoothError>.make(capacity: 4_096) { [core] in
            core.perform { $0.endSearch(number) }
        }
        core.perform { $0.beginSearch(number, Search(services: services, source: source)) }
        return stream
    }

    /// Connects (``Central/connect(to:deadline:)``). A peripheral that is not in range is waited for until `deadline`.
    /// - Throws: `notFound` where the system does not know the peripheral, `connectionFailed`, `bondLost` where the peripheral
    ///   has lost its bond (a person has to remove it in the system's settings), `inUse` where this program is connected to
    ///   it, `timedOut`, `cancelled`, or why the radio cannot be used.
    public func connect(
        to peripheral: PeripheralID, deadline: Instant
    ) async throws(BluetoothError) -> any PeripheralConnection {
        guard let identifier = UUID(uuidString: peripheral.rawValue) else {
            throw BluetoothError(.notFound, "\(peripheral) is not an identifier of CoreBluetooth")
        }
        let number = core.nextNumber()
        let (stream, source) = EventStream<CoreBluetoothConnection, BluetoothError>.make(capacity: 1)
        core.perform { $0.beginAttempt(number, Attempt(identifier: identifier, source: source)) }
        switch await stream.next(until: deadline, on: time) {
        case .event(let connection): return connection
        case .failed(let error): throw error
        case .timedOut:
            await core.endAttempt(number)
            throw BluetoothError(.timedOut, "connecting to \(peripheral)")
        case .cancelled, .ended:
            await core.endAttempt(number)
            throw BluetoothError(.cancelled)
        }
    }

    /// The peripherals that the system has kept connected, or connecting, for an earlier run of this program; empty without a
    /// restoration identifier. Each is taken up by connecting to it, which succeeds at once where it is connected.
    public func restored() async -> [PeripheralID] {
        let (stream, source) = EventStream<[PeripheralID], Never>.make(capacity: 1)
        core.perform { core in
            core.whenKnown { source.yield(core.restored.map { PeripheralID($0.uuidString) }) }
        }
        return await stream.next() ?? []
    }
}
