public import ProvisioningProtocols
public import Runtime

/// One value that went over a link, fit to be kept: as it was, but with `*` for every byte of a passphrase.
///
/// Both ends make the same records. Whoever makes one names where the secret is; a record never holds it.
public struct TraceRecord: Hashable, Sendable {
    /// Which way a value went, and how.
    public enum Direction: String, Hashable, Sendable {
        /// Written by the central.
        case written
        /// Read by the central.
        case read
        /// Sent by the peripheral on its own: a notification or indication.
        case notified
    }

    /// What stands in the place of each byte of a secret: `*`.
    public static var mask: UInt8 { 0x2A }

    /// When, on the clock of the end that made the record.
    public var time: Instant
    /// The other end, as the platform names it; `nil` where all subscribers hear it or the platform does not say.
    public var peer: String?
    /// Which way.
    public var direction: Direction
    /// On which characteristic.
    public var characteristic: CharacteristicID
    /// Where in the attribute the value begins; above 0 for the later pieces of a long write or read.
    public var offset: Int
    /// The value, its length kept.
    public private(set) var bytes: [UInt8]
    /// Which of the bytes are hidden; empty where none are.
    public let secret: Range<Int>

    /// A record of `bytes`, with those in `secret` hidden; a range that reaches past the end is cut to it.
    public init(
        time: Instant, peer: String?, direction: Direction, characteristic: CharacteristicID, offset: Int = 0,
        bytes: [UInt8], secret: Range<Int> = 0..<0
    ) {
        self.time = time
        self.peer = peer
        self.direction = direction
        self.characteristic = characteristic
        self.offset = offset
        self.bytes = bytes
        self.secret = secret.clamped(to: 0..<bytes.count)
        for index in self.secret { self.bytes[index] = Self.mask }
    }
}

/// Takes the records of a trace, on whatever thread they arise; it must not block.
public typealias TraceHandler = @Sendable (TraceRecord) -> Void

extension SecretBytes {
    /// The bytes as a trace may show them: with ``TraceRecord/mask`` in the place of those in `secret`.
    public func masked(_ secret: Range<Int>) -> [UInt8] {
        withBytes { bytes in bytes.indices.map { secret.contains($0) ? TraceRecord.mask : bytes[$0] } }
    }
}
