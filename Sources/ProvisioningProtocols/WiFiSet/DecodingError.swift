extension WiFiSet {
    /// Why bytes are no message. It carries numbers only, never what the bytes hold.
    public struct DecodingError: Error, Equatable, Sendable {
        /// The kinds of fault.
        public enum Kind: UInt8, Sendable {
            /// Fewer bytes than the header, or than the header says.
            case truncated
            /// A field reaches past the end of the payload.
            case payloadTooShort
            /// Bytes are left in the payload after its last field.
            case payloadTooLong
            /// The length of an SSID is above 32, or 0 in a credential write.
            case ssidLength
            /// The length of a passphrase is above 63.
            case passphraseLength
        }

        /// What is wrong.
        public let kind: Kind
        /// The byte of the frame at which it shows.
        public let offset: UInt16
        /// How many bytes are needed: of the frame when truncated, otherwise from `offset`, or the greatest length allowed.
        public let needed: UInt16
        /// How many there are, or the length that is not allowed.
        public let available: UInt16

        @inline(never)
        init(_ kind: Kind, at offset: Int, needed: Int, available: Int) {
            self.kind = kind
            self.offset = UInt16(clamping: offset)
            self.needed = UInt16(clamping: needed)
            self.available = UInt16(clamping: available)
        }
    }
}

#if !hasFeature(Embedded)
    extension WiFiSet.DecodingError: CustomStringConvertible {
        /// A sentence such as `truncated at byte 20: 44 bytes needed, 20 there`.
        public var description: String {
            switch kind {
            case .truncated: "truncated at byte \(offset): \(needed) bytes needed, \(available) there"
            case .payloadTooShort: "field at byte \(offset) needs \(needed) bytes, the payload has \(available)"
            case .payloadTooLong: "\(available) bytes are left after the last field, at byte \(offset)"
            case .ssidLength: "SSID length \(available) at byte \(offset) is not allowed"
            case .passphraseLength: "passphrase length \(available) at byte \(offset) is above \(needed)"
            }
        }
    }
#endif
