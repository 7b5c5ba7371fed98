/// A Wi-Fi channel number as the wire carries it, also above 14; 0 is unknown.
public struct Channel: RawRepresentable, Hashable, Sendable {
    /// The number, 0 to 255.
    public let rawValue: UInt8

    /// The channel with this number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The device did not say.
    public static var unknown: Channel { Channel(rawValue: 0) }
}
