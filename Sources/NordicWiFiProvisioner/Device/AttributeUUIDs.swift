import BluetoothLE
import Foundation
import Provisioning

/// The UUIDs of a product that has its own.
struct AttributeUUIDs: Sendable {
    var service: UUID?
    var version: UUID?
    var controlPoint: UUID?
    var dataOut: UUID?

    /// The same in the terms of a session. The protocol numbers its characteristics by the last digit of their UUIDs.
    var names: AttributeNames {
        var characteristics: [UInt8: BluetoothUUID] = [:]
        characteristics[1] = version.map { BluetoothUUID($0) }
        characteristics[2] = controlPoint.map { BluetoothUUID($0) }
        characteristics[3] = dataOut.map { BluetoothUUID($0) }
        return AttributeNames(service: service.map { BluetoothUUID($0) }, characteristics: characteristics)
    }
}

extension BluetoothUUID {
    init(_ uuid: UUID) {
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        func half(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: half(0..<8), low: half(8..<16))
    }
}
