#if !hasFeature(Embedded)
    /// What a device that is steered says of the credentials that it was given last, once it is on a network again: on
    /// `<topic>/<id>/join`, not retained. It is the only word by which a device that was steered before can be told to have
    /// changed its network, and not to have gone back to the one that it had.
    public enum JoinReport: Hashable, Sendable {
        /// They have worked: the device is on their network.
        case joined
        /// They have not, and the device is on the network that it had before.
        case failed(JoinFailure)

        private static let joinedWord = "joined"
        /// Those that have a name, which a device may give.
        private static let failures = (UInt16(0)...9).map { JoinFailure(rawValue: $0) }

        /// The report of a body; `nil` for what is none.
        public init?(_ body: [UInt8]) {
            if body.elementsEqual(Self.joinedWord.utf8) {
                self = .joined
            } else if let failure = Self.failures.first(where: { body.elementsEqual($0.name.utf8) }) {
                self = .failed(failure)
            } else {
                return nil
            }
        }

        /// What is said: `joined`, or the name of the failure, such as `wrongPassphrase`.
        public var text: String {
            switch self {
            case .joined: Self.joinedWord
            case .failed(let reason):
                Self.failures.contains(reason) ? reason.name : JoinFailure.unspecified.name
            }
        }
    }
#endif
