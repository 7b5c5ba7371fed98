public import BluetoothLE
public import Foundation
import ProvisioningProtocols
public import Runtime
public import VirtualRadio

/// What tests steer: the Bluetooth of one machine, whose managers are made while it is ``current``.
///
/// It has no counterpart at Apple, so that it shows itself only to `@_spi(Control) import CoreBluetooth`.
@_spi(Control) public final class Adapter: Sendable {
    /// The adapter of the managers that are made in this task.
    @TaskLocal public static var current: Adapter?

    struct State {
        var manager: CBManagerState
        var watchers: [Int: @Sendable (CBManagerState) -> Void] = [:]
        var last = 0
        var kept: [String: [UUID]] = [:]
    }

    let radio: VirtualRadio
    let time: any TimeSource
    let state: Lock<State>

    /// An adapter in `air` that is in `state`. It leaves bonds that the other side has lost as they are, as Apple's does.
    public init(
        air: VirtualAir, state: CBManagerState = .poweredOn, faults: VirtualRadio.Faults = VirtualRadio.Faults(),
        time: any TimeSource = SystemTime.shared
    ) {
        self.time = time
        var faults = faults
        faults.radio = state == .poweredOn ? .ready : .off
        radio = VirtualRadio(air: air, faults: faults, mendsBonds: false, time: time)
        self.state = Lock(State(manager: state))
    }

    /// The state that the managers are in.
    public var managerState: CBManagerState { state.withLock { $0.manager } }

    /// Puts the managers into a state; below *powered on* the links end, and the managers are told so by their state alone.
    public func set(_ new: CBManagerState) {
        let watchers = state.withLock { state -> [@Sendable (CBManagerState) -> Void] in
            guard state.manager != new else { return [] }
            state.manager = new
            return Array(state.watchers.values)
        }
        if new == .poweredOn { radio.faults.radio = .ready }
        for watcher in watchers { watcher(new) }
        if new != .poweredOn { radio.faults.radio = .off }
    }

    /// Makes the next central manager with this restoration identifier take these peripherals over, as connected, from an
    /// earlier run of the program.
    public func keep(_ peripherals: [UUID], for restorationIdentifier: String) {
        state.withLock { $0.kept[restorationIdentifier] = peripherals }
    }

    /// The identifier that the managers here give the peripheral that the air calls `peripheral`.
    public static func identifier(of peripheral: PeripheralID) -> UUID {
        let value = HardwareAddress(peripheral.rawValue)?.value ?? 0
        var bytes: [UInt8] = [0xA9, 0x91, 0xE5, 0, 0, 0, 0x40, 0, 0x80, 0]
        bytes += (0..<6).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The peripheral that ``identifier(of:)`` names.
    static func peripheral(_ identifier: UUID) -> PeripheralID? {
        let bytes = withUnsafeBytes(of: identifier.uuid) { Array($0.suffix(6)) }
        let text = bytes.map { String(format: "%02X", $0) }.joined(separator: ":")
        return HardwareAddress(text).map { PeripheralID($0.description) }
    }

    func takeKept(_ restorationIdentifier: String) -> [UUID] {
        state.withLock { $0.kept.removeValue(forKey: restorationIdentifier) ?? [] }
    }

    /// Calls `watcher` with the state now, unless it is unknown, and with every later one, until the result is called.
    func watch(_ watcher: @escaping @Sendable (CBManagerState) -> Void) -> @Sendable () -> Void {
        let (number, now) = state.withLock { state in
            state.last += 1
            state.watchers[state.last] = watcher
            return (state.last, state.manager)
        }
        if now != .unknown { watcher(now) }
        return { [weak self] in self?.state.withLock { _ = $0.watchers.removeValue(forKey: number) } }
    }
}

/// Takes a value that is not `Sendable` along to the queue of its manager, where alone it is touched.
struct OnQueue<Value>: @unchecked Sendable {  // see above: whoever unwraps it checks that it is on that queue
    let value: Value

    init(_ value: Value) { self.value = value }
}
