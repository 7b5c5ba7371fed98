public import ProvisioningProtocols

/// One value that went over the link, for a trace: as it was, but with the passphrase cut out.
///
/// Whoever makes a record hides the secret first, by naming where it is; a record never holds it.
public struct TraceRecord: Hashable, Sendable {
    /// Which way a value went, seen from this end.
    public enum Direction: String, Hashable, Sendable {
        /// This end sent it.
        case sent
        /// This end received it.
        case received
    }

    /// How a value went.
    public enum Operation: String, Hashable, Sendable {
        /// An attribute write.
        case write
        /// The answer to an attribute read.
        case read
        /// A notification or indication.
        case notification
    }

    /// What stands in the place of each byte of a secret: `*`.
    public static var mask: UInt8 { 0x2A }

    /// When, on the clock of this end.
    public var time: Instant
    /// Which way it went.
    public var direction: Direction
    /// How it went.
    public var operation: Operation
    /// The peer, as the platform names it; `nil` where all subscribers hear it or the platform does not say.
    public var peer: String?
    /// The characteristic it went over.
    public var characteristic: CharacteristicID
    /// The offset of the value in the attribute; above 0 for the later pieces of a long write.
    public var offset: Int
    /// The bytes, with ``mask`` in the place of each that is secret.
    public private(set) var bytes: [UInt8]
    /// Which of the bytes are hidden; empty where none is.
    public private(set) var hidden: Range<Int>

    /// A record of `bytes`, of which those in `secret` are hidden; a range that reaches past the end is cut to it.
    public init(
        time: Instant, direction: Direction, operation: Operation, peer: String?, characteristic: CharacteristicID,
        offset: Int = 0, bytes: [UInt8], secret: Range<Int> = 0..<0
    ) {
        self.time = time
        self.direction = direction
        self.operation = operation
        self.peer = peer
        self.characteristic = characteristic
        self.offset = offset
        self.bytes = bytes
        hidden = secret.clamped(to: 0..<bytes.count)
        for index in hidden { self.bytes[index] = Self.mask }
    }
}

/// Takes the records of a trace, on whatever thread they arise; it must not block.
public typealias TraceHandler = @Sendable (TraceRecord) -> Void
