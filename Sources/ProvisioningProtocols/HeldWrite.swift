/// What a central has written that is not done with: the beginning of a long write, or a whole request until the credentials
/// in it are taken. It may hold a passphrase, lies in fixed memory, and is overwritten when it is dropped.
struct HeldWrite: ~Copyable {
    /// How long the beginning of a long write is kept for its continuation, in milliseconds.
    static var continuationLimit: UInt32 { 1_000 }
    /// A piece of a long write has at least as many bytes: what the smallest packet leaves (Core Specification 5.4,
    /// Vol 3 Part F §3.4.6.1). A shorter write that is cut off is not the beginning of anything.
    static var smallestPiece: Int { 18 }
    /// How many bytes there is room for.
    static var capacity: Int { 512 }

    /// What became of a piece.
    enum Piece: Equatable {
        /// It belongs to what is held.
        case taken
        /// It belongs to a long write that was answered before its end.
        case answeredBefore
        /// It belongs to nothing, or there is no room for it: the ATT error.
        case refused(UInt8)
    }

    /// The bytes, of which ``count`` are held.
    private(set) var bytes = InlineArray<512, UInt8>(repeating: 0)
    /// How many bytes are held.
    private(set) var count = 0
    /// Whether they are a whole request whose credentials wait to be taken.
    private(set) var hasCredentials = false
    /// Whether a long write has been answered of which more may come.
    private(set) var isAnswered = false
    private var central: UInt32 = 0
    private var end = Instant(milliseconds: .max)

    /// By when the rest of a long write has to be there; `nil` where none is waited for.
    var deadline: Instant? { end.milliseconds == .max ? nil : end }

    /// Whether the rest of a long write is overdue.
    func isOverdue(at now: Instant) -> Bool { end <= now }

    /// Holds the first piece of a long write, in the place of all that was held.
    mutating func begin(_ piece: borrowing Span<UInt8>, by central: UInt32, at now: Instant) {
        drop()
        put(piece, at: 0, by: central, now)
    }

    /// Takes a piece of a long write that begins at `offset`, which is not 0.
    mutating func add(
        _ piece: borrowing Span<UInt8>, at offset: Int, by central: UInt32, at now: Instant
    ) -> Piece {
        guard self.central == central, !hasCredentials else { return .refused(0x07) }
        if isAnswered { return .answeredBefore }
        guard count > 0, offset > 0, offset <= count else { return .refused(0x07) }
        guard piece.count <= Self.capacity - offset else {
            drop()
            return .refused(0x0D)
        }
        put(piece, at: offset, by: central, now)
        return .taken
    }

    /// Holds a whole request with credentials, in the place of all that was held.
    mutating func keep(_ request: borrowing Span<UInt8>, by central: UInt32) {
        drop()
        put(request, at: 0, by: central, Instant(milliseconds: 0))
        keep()
    }

    /// What is held is a whole request with credentials.
    mutating func keep() {
        hasCredentials = true
        end = Instant(milliseconds: .max)
    }

    /// Forgets a long write that is answered, but knows what comes of it for as long as more can.
    mutating func answer(at now: Instant) {
        drop()
        isAnswered = true
        end = now + Self.continuationLimit
    }

    /// Forgets what a central had begun to write whose link has ended.
    mutating func disconnected(_ central: UInt32) { if self.central == central { dropUnfinished() } }

    /// Forgets what is no whole request.
    mutating func dropUnfinished() { if !hasCredentials { drop() } }

    /// Forgets and overwrites what is held.
    mutating func drop() {
        for index in 0..<count { bytes[index] = 0 }
        count = 0
        isAnswered = false
        hasCredentials = false
        end = Instant(milliseconds: .max)
    }

    private mutating func put(_ piece: borrowing Span<UInt8>, at offset: Int, by central: UInt32, _ now: Instant) {
        for index in piece.indices where offset + index < Self.capacity { bytes[offset + index] = piece[index] }
        count = max(count, min(offset + piece.count, Self.capacity))
        self.central = central
        end = now + Self.continuationLimit
    }
}
