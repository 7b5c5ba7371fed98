extension TopicJSON {
    /// Why bytes are no JSON. It carries numbers only, never what the bytes hold.
    public struct SyntaxFault: Error, Equatable, Sendable {
        /// The kinds of fault.
        public enum Kind: UInt8, Sendable {
            /// The text ends before its value does.
            case truncated
            /// A byte that cannot stand where it does.
            case unexpectedByte
            /// A string is not UTF-8.
            case notUTF8
            /// A control character stands in a string as it is, not escaped.
            case controlCharacter
            /// A backslash is followed by what is no escape.
            case invalidEscape
            /// Half of a surrogate pair stands alone.
            case loneSurrogate
            /// A number is not written as JSON writes them.
            case invalidNumber
            /// Arrays and objects are nested deeper than is read.
            case tooDeep
            /// Something follows the value.
            case trailingBytes
        }

        /// What is wrong.
        public let kind: Kind
        /// The byte of the text at which it shows.
        public let offset: UInt32

        @inline(never)
        init(_ kind: Kind, at offset: Int) {
            self.kind = kind
            self.offset = UInt32(clamping: offset)
        }
    }
}

#if !hasFeature(Embedded)
    extension TopicJSON.SyntaxFault: CustomStringConvertible {
        /// A line such as `the text ends too early, at byte 20`.
        public var description: String {
            let what =
                switch kind {
                case .truncated: "the text ends too early"
                case .unexpectedByte: "something else was expected"
                case .notUTF8: "a string is not UTF-8"
                case .controlCharacter: "a control character is not escaped"
                case .invalidEscape: "a backslash begins no escape"
                case .loneSurrogate: "half of a surrogate pair stands alone"
                case .invalidNumber: "a number is malformed"
                case .tooDeep: "it is nested too deep"
                case .trailingBytes: "something follows the value"
                }
            return "\(what), at byte \(offset)"
        }
    }
#endif
