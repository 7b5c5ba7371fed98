public import Foundation
import ProvisioningProtocols

/// An IPv4 address.
public struct IPAddress: CustomStringConvertible, Hashable, Sendable {
    /// The four bytes, in network order.
    public let data: Data

    /// The address of four bytes; `nil` for any other number of them.
    public init?(data: Data) {
        guard data.count == 4 else { return nil }
        self.data = data
    }

    init(_ address: IPv4Address) {
        let (a, b, c, d) = address.octets
        data = Data([a, b, c, d])
    }

    /// The dotted form.
    public var description: String { data.map { String($0) }.joined(separator: ".") }
}

/// How a device is reached on its network.
public struct ConnectionInfo: Hashable, Sendable {
    /// Its address, once it has one.
    public var ip: IPAddress?

    /// A connection with this address.
    public init(ip: IPAddress? = nil) { self.ip = ip }
}
