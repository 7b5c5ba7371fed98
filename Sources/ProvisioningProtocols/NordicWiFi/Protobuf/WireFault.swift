extension NordicWiFi {
    /// Why bytes are no message. It carries numbers only, never what the bytes hold.
    public struct DecodingError: Error, Equatable, Sendable {
        /// The kinds of fault.
        public enum Kind: UInt8, Sendable {
            /// A field reaches past the end of its message.
            case truncated
            /// A number has more than the ten bytes of 64 bits.
            case varintTooLong
            /// A field's number is 0 or above 29 bits, its type is unknown, or a group ends that was not begun.
            case invalidTag
            /// Groups are nested deeper than anything that is sent.
            case tooDeep
            /// It has more than 65,535 bytes.
            case tooLong
        }

        /// What is wrong.
        public let kind: Kind
        /// The byte of the message at which it shows.
        public let offset: UInt16

        @inline(never)
        init(_ kind: Kind, at offset: Int) {
            self.kind = kind
            self.offset = UInt16(clamping: offset)
        }
    }
}

#if !hasFeature(Embedded)
    extension NordicWiFi.DecodingError: CustomStringConvertible {
        /// A line such as `a field is cut short at byte 20`.
        public var description: String {
            switch kind {
            case .truncated: "a field is cut short at byte \(offset)"
            case .varintTooLong: "a number of more than 64 bits at byte \(offset)"
            case .invalidTag: "no field begins at byte \(offset)"
            case .tooDeep: "groups nested too deep at byte \(offset)"
            case .tooLong: "more than \(offset) bytes"
            }
        }
    }
#endif
