/// Something odd on the wire that a session survived: for logs and for those who build devices.
public struct ProvisioningDiagnostic: Hashable, Sendable {
    /// The kinds of oddity. An open set.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The kind's number.
        public let rawValue: UInt8

        /// The kind with this number.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Sequence numbers are missing; `value` is how many.
        public static var sequenceGap: Kind { Kind(rawValue: 1) }
        /// A message came twice and was dropped the second time; `value` is its sequence number.
        public static var duplicate: Kind { Kind(rawValue: 2) }
        /// A sequence number went back; `value` is the number.
        public static var sequenceStepBack: Kind { Kind(rawValue: 3) }
        /// The start of a message was dropped because its rest never came; `value` is how many bytes.
        public static var partialDropped: Kind { Kind(rawValue: 4) }
        /// A message of a type that we do not know was skipped; `value` is the type.
        public static var unknownType: Kind { Kind(rawValue: 5) }
        /// A message could not be read and was dropped; `value` is its type.
        public static var undecodable: Kind { Kind(rawValue: 6) }
        /// A message arrived cut by the link; `value` is how many bytes are missing.
        public static var cut: Kind { Kind(rawValue: 7) }
        /// An acknowledgement of an earlier write came late and was not counted; `value` is its status.
        public static var lateAcknowledgement: Kind { Kind(rawValue: 8) }
        /// The device reported an error that ended nothing; `value` is its code.
        public static var deviceError: Kind { Kind(rawValue: 9) }
        /// A network beyond the number that is accepted was dropped; `value` is that number.
        public static var networkDropped: Kind { Kind(rawValue: 10) }
        /// A message of a kind that only the other end sends was dropped; `value` is its type.
        public static var wrongDirection: Kind { Kind(rawValue: 11) }
        /// The device does not know *volatile*: the credentials were sent without it, and the device may keep them;
        /// `value` is its status.
        public static var volatileNotCarried: Kind { Kind(rawValue: 12) }
        /// An answer to nothing that was asked was dropped; `value` is the request it names.
        public static var unexpectedAnswer: Kind { Kind(rawValue: 13) }
    }

    /// What happened.
    public var kind: Kind
    /// The characteristic it happened on, by the protocol's own number.
    public var characteristic: UInt8
    /// What the kind says.
    public var value: UInt16

    /// An oddity of this kind.
    public init(_ kind: Kind, characteristic: UInt8, value: UInt16) {
        self.kind = kind
        self.characteristic = characteristic
        self.value = value
    }
}

#if !hasFeature(Embedded)
    extension ProvisioningDiagnostic: CustomStringConvertible {
        /// A short line for a log.
        public var description: String {
            switch kind {
            case .sequenceGap: "\(value) sequence number\(plural) missing"
            case .duplicate: "message \(value) came twice"
            case .sequenceStepBack: "sequence went back to \(value)"
            case .partialDropped: "\(value) byte\(plural) of an unfinished message dropped"
            case .unknownType: "unknown message type \(value) skipped"
            case .undecodable: "a message of type \(value) could not be read"
            case .cut: "a message arrived \(value) byte\(plural) short"
            case .lateAcknowledgement: "late acknowledgement \(value) ignored"
            case .deviceError: "the device reported error \(value)"
            case .networkDropped: "a network beyond the first \(value) was dropped"
            case .wrongDirection: "a message of type \(value) only goes the other way"
            case .volatileNotCarried: "the device does not know volatile credentials, and may keep these"
            case .unexpectedAnswer: "an answer to request \(value) came that nobody asked"
            default: "oddity \(kind.rawValue) (\(value))"
            }
        }

        private var plural: String { value == 1 ? "" : "s" }
    }
#endif
