public import Foundation
import ProvisioningProtocols

/// The hardware address of an access point.
public struct MACAddress: CustomStringConvertible, Hashable, Sendable {
    let address: HardwareAddress

    /// The address of six bytes; `nil` for any other number of them.
    public init?(data: Data) {
        guard data.count == 6 else { return nil }
        address = HardwareAddress(data.reduce(0) { $0 << 8 | UInt64($1) })
    }

    init(_ address: HardwareAddress) { self.address = address }

    /// All zeros: no particular access point, for networks that are typed in and for records that name none.
    public static let none = MACAddress(HardwareAddress(0))

    /// The six bytes.
    public var data: Data { Data((0..<6).map { UInt8(truncatingIfNeeded: address.value >> (40 - 8 * UInt64($0))) }) }

    /// Six pairs of upper-case hex digits, with colons.
    public var description: String { address.description }
}
