import BluetoothLE
import ProvisioningProtocols
import Runtime

/// What happens to the device's end of a protocol.
enum DeviceInput {
    case connected(UInt32)
    case disconnected(UInt32)
    case subscribed(UInt8, by: UInt32)
    case written(SecretBytes, offset: Int, to: UInt8, by: UInt32)
    case report(JoinCoordinator.Report)
    case found(AccessPoint)
    case scanFailed
    case scanEnded
    case tick
}

/// The device's end of one protocol, whichever it is.
protocol ServedProtocol: AnyObject {
    /// The service it serves.
    var service: Service { get }
    /// By when it wants its tick.
    var deadline: Instant? { get }
    /// Whether it takes the access points of a scan.
    var wantsAccessPoints: Bool { get }
    /// How it wants scans done.
    var scanOptions: ScanOptions { get }
    /// What it advertises of the device's state; empty where it advertises nothing.
    func serviceData(status: JoinStatus) -> [UInt8]
    /// Whether the list that is being told now is for it.
    var isListed: Bool { get set }
    /// Handles `input`; what is to be sent is in `outbox` afterwards.
    func handle(_ input: DeviceInput, now: Instant, status: JoinStatus, outbox: inout Outbox) -> DeviceAction
    /// The value of a characteristic; `nil` where it cannot be read.
    func read(_ characteristic: UInt8, status: JoinStatus) -> [UInt8]?
    /// Whether `later` says all that `earlier` said on the same characteristic.
    func isSuperseded(_ earlier: [UInt8], by later: [UInt8]) -> Bool
    /// The credentials that came last.
    func takeCredentials() -> Credentials?
    /// Where the device is to be steered, as those that are taken next said.
    var controlAddress: ControlAddress? { get }
    /// The protocol's own number for a characteristic of the service, and the other way.
    func number(of characteristic: BluetoothUUID) -> UInt8?
    func characteristic(numbered number: UInt8) -> CharacteristicID?
    /// Which bytes of a write a trace must not show.
    func secret(in bytes: SecretBytes, at offset: Int, of characteristic: UInt8) -> Range<Int>
}

/// The one implementation of ``ServedProtocol``, over any floor-1 machine.
final class Served<End: DeviceEnd & ~Copyable>: ServedProtocol {
    private var end = End()
    var isListed = false

    deinit { end.wipe() }

    var deadline: Instant? { end.deadline }
    var wantsAccessPoints: Bool { end.wantsAccessPoints }
    var scanOptions: ScanOptions { end.scanOptions }

    func serviceData(status: JoinStatus) -> [UInt8] {
        var value = InlineArray<20, UInt8>(repeating: 0)
        var span = value.mutableSpan
        let count = end.serviceData(status: status, into: &span)
        return (0..<min(count, value.count)).map { value[$0] }
    }

    var service: Service {
        Service(
            uuid: BluetoothUUID(End.serviceUUID),
            characteristics: (0..<End.characteristicCount).map { index in
                let served = End.characteristic(at: index)
                return Characteristic(
                    uuid: BluetoothUUID(served.uuid), properties: CharacteristicProperties(rawValue: served.properties))
            })
    }

    func handle(_ input: DeviceInput, now: Instant, status: JoinStatus, outbox: inout Outbox) -> DeviceAction {
        switch input {
        case .connected(let central): end.connected(central, now: now)
        case .disconnected(let central): end.disconnected(central, now: now)
        case .subscribed(let number, let central):
            return end.subscribed(to: number, by: central, now: now, outbox: &outbox)
        case .written(let bytes, let offset, let number, let central):
            return bytes.withBytes {
                end.written($0, at: offset, to: number, by: central, now: now, status: status, outbox: &outbox)
            }
        case .report(let report): end.report(report, status: status, now: now, outbox: &outbox)
        case .found(let point): end.found(point, outbox: &outbox)
        case .scanFailed: end.scanFailed(outbox: &outbox)
        case .scanEnded: return end.scanEnded(outbox: &outbox)
        case .tick: end.tick(now: now, status: status, outbox: &outbox)
        }
        return .none
    }

    func read(_ characteristic: UInt8, status: JoinStatus) -> [UInt8]? {
        var value = InlineArray<512, UInt8>(repeating: 0)
        var span = value.mutableSpan
        guard let count = end.read(characteristic, status: status, into: &span) else { return nil }
        return (0..<min(count, value.count)).map { value[$0] }
    }

    func isSuperseded(_ earlier: [UInt8], by later: [UInt8]) -> Bool {
        End.isSuperseded(earlier.span, by: later.span)
    }

    func takeCredentials() -> Credentials? { end.takeCredentials() }

    var controlAddress: ControlAddress? { end.controlAddress }

    func number(of characteristic: BluetoothUUID) -> UInt8? {
        for index in 0..<End.characteristicCount {
            let served = End.characteristic(at: index)
            if BluetoothUUID(served.uuid) == characteristic { return served.number }
        }
        return nil
    }

    func characteristic(numbered number: UInt8) -> CharacteristicID? {
        for index in 0..<End.characteristicCount {
            let served = End.characteristic(at: index)
            guard served.number == number else { continue }
            return CharacteristicID(
                service: BluetoothUUID(End.serviceUUID), characteristic: BluetoothUUID(served.uuid))
        }
        return nil
    }

    func secret(in bytes: SecretBytes, at offset: Int, of characteristic: UInt8) -> Range<Int> {
        bytes.withBytes { End.secret(in: $0, at: offset, of: characteristic) }
    }
}

extension BluetoothUUID {
    /// The UUID that floor 1 gives in two halves.
    init(_ halves: (high: UInt64, low: UInt64)) { self.init(high: halves.high, low: halves.low) }
}
