import BluetoothLE
import DefaultPlatform
import Foundation
import Provisioning
import ProvisioningProtocols
import Runtime

/// The radio that scanners and device managers share.
final class Radio: Sendable {
    /// The one that a program gets that brings none of its own.
    static let standard = Radio()

    /// Why there is none; `nil` where there is.
    let failure: BluetoothError?
    let provisioner: Provisioner?
    private let time: any TimeSource

    init(_ central: any Central, time: any TimeSource = SystemTime.shared) {
        self.time = time
        failure = nil
        provisioner = Provisioner(central: central, time: time)
    }

    private init() {
        time = SystemTime.shared
        let named = ProcessInfo.processInfo.environment["GANGWAY_RADIO"] ?? ""
        do throws(BluetoothError) {
            guard let choice = named.isEmpty ? RadioChoice.standard : RadioChoice(named) else {
                throw BluetoothError(.unsupported, "GANGWAY_RADIO takes \(RadioChoice.texts)")
            }
            provisioner = Provisioner(central: try DefaultPlatform.central(choice))
            failure = nil
        } catch {
            provisioner = nil
            failure = error
        }
    }

    /// Lets a radio that has just failed come to rest: a second.
    func pause() async { await time.sleep(until: time.now + 1_000) }

    /// The device of this identifier, looked for over 20 s at most where the platform does not know it.
    func device(_ id: UUID) async throws(ProvisioningError) -> FoundDevice? {
        guard let provisioner else { return nil }
        let found = provisioner.discover()
        let limit = time.now + 20_000
        while true {
            switch await found.next(until: limit, on: time) {
            case .event(let device): if UUID(naming: device.id) == id { return device }
            case .failed(let error): throw error
            case .timedOut, .cancelled, .ended: return nil
            }
        }
    }
}

extension UUID {
    /// The first ten bytes of the identifiers that stand for an address: what follows is the address itself, so that an
    /// identifier which a program kept leads back to its device.
    private static let addressed: [UInt8] = [0x67, 0x61, 0x6E, 0x67, 0x77, 0x61, 0x40, 0x79, 0x80, 0x00]

    /// The identifier of a peripheral: on Apple its own, elsewhere one made of its address.
    init(naming peripheral: PeripheralID) {
        if let own = UUID(uuidString: peripheral.rawValue) {
            self = own
            return
        }
        let value = HardwareAddress(peripheral.rawValue)?.value ?? Self.digest(peripheral.rawValue)
        let bytes = Self.addressed + (0..<6).map { UInt8(truncatingIfNeeded: value >> (40 - 8 * UInt64($0))) }
        self.init(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }

    /// FNV-1a, cut to 48 bits, for platforms that name peripherals otherwise.
    private static func digest(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } & 0xFFFF_FFFF_FFFF
    }

    /// The peripheral that it stands for.
    var peripheral: PeripheralID {
        let bytes = withUnsafeBytes(of: uuid) { Array($0) }
        guard Array(bytes.prefix(10)) == Self.addressed else { return PeripheralID(uuidString) }
        let value = bytes.suffix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return PeripheralID(HardwareAddress(value).description)
    }
}
