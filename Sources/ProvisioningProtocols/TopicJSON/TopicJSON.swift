/// Credentials as one JSON object, for devices that are steered over MQTT afterwards.
///
/// A device has one characteristic, which is written: an object with the members `topic`, `ssid`, `pass` and `id`, all of
/// them strings. It says nothing in return but that the write was taken; it is heard from on its topic once it has joined.
/// The protocol's text names no UUIDs: those here are this project's own, and a device may have others.
public enum TopicJSON {
    /// The UUID of the service, in two halves, most significant first.
    public static var serviceUUID: (high: UInt64, low: UInt64) { (0x8E2A_4F10_6C3B_4D57, 0x9A61_0B7D_52E4_C831) }

    /// The characteristics, by the number that tells them apart in their UUIDs.
    public enum Characteristic: UInt8, Sendable {
        /// The object is written.
        case credentials = 1

        /// The characteristic's UUID in two halves, most significant first.
        public var uuid: (high: UInt64, low: UInt64) { (0x8E2A_4F11_6C3B_4D57, 0x9A61_0B7D_52E4_C831) }
    }

    /// What the object carries of credentials: keys of 64 hex digits too, nothing for enterprise networks.
    public static var credentialLimits: CredentialLimits {
        CredentialLimits(carriesHexKeys: true, carriesEnterprise: false)
    }

    /// The longest object: one attribute value (Core Specification 5.4, Vol 3 Part F §3.2.9).
    public static var maximumMessageLength: Int { 512 }

    /// Why the device's end refuses a write, as errors of the attribute protocol that a service may define for itself
    /// (Core Specification 5.4, Vol 3 Part F §3.4.1.1).
    public enum WriteError: UInt8, Error, Sendable {
        /// It is not one JSON object with the four members, each once and a string.
        case malformed = 0x80
        /// The topic is none that can be published to.
        case topic = 0x81
        /// The network's name has no byte, or more than 32.
        case ssid = 0x82
        /// No network takes the passphrase.
        case passphrase = 0x83
        /// The id is no UUID.
        case id = 0x84
    }
}
