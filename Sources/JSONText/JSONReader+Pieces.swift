/// A part of a long JSON text, in the order of the text.
public enum JSONPiece: Sendable {
    /// A list begins: the text itself, or the member of this key.
    case list(String?)
    /// An element of the list that began last.
    case element(JSONValue)
    /// A member of the text that is none of the lists.
    case member(JSONMember)
    /// The text, where it is neither an array nor an object.
    case value(JSONValue)
}

extension JSONReader {
    /// How many bytes an element of a list may have, and all members that are no lists together.
    public static let maximumPieceLength = 1 << 20

    /// Gives `body` the pieces of a text that is an array, or an object whose members of the keys `lists` are arrays: each is
    /// read when it is given, so that a text of any length takes no more memory than what is kept of it and a piece.
    /// - Throws: what `body` throws; a fault where the text is not JSON, or a piece is longer than ``maximumPieceLength``.
    public static func readPieces(
        _ bytes: [UInt8], lists: [String], _ body: (JSONPiece) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        var reader = JSONReader(bytes, maximumDepth)
        reader.skipSpace()
        switch reader.next {
        case UInt8(ascii: "["): try reader.readList(nil, depth: 0, body)
        case UInt8(ascii: "{"): try reader.readMembers(lists, body)
        default:
            var rest = maximumPieceLength
            try body(.value(try reader.piece(&rest) { reader throws(JSONFault) in try reader.value(depth: 0) }))
        }
        try reader.finish()
    }

    private mutating func readList(
        _ key: String?, depth: Int, _ body: (JSONPiece) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        position += 1
        try body(.list(key))
        if take("]") { return }
        while true {
            var rest = Self.maximumPieceLength
            try body(.element(try piece(&rest) { reader throws(JSONFault) in try reader.value(depth: depth + 1) }))
            if take("]") { return }
            guard take(",") else { throw fault("a comma or the end of the array is expected") }
        }
    }

    private mutating func readMembers(
        _ lists: [String], _ body: (JSONPiece) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        position += 1
        var keys: Set<String> = []
        var rest = Self.maximumPieceLength
        if take("}") { return }
        while true {
            let key = try piece(&rest) { reader throws(JSONFault) in try reader.key() }
            guard keys.insert(key).inserted else { throw fault("the key \(key) comes twice") }
            skipSpace()
            if next == UInt8(ascii: "["), lists.contains(key) {
                try readList(key, depth: 1, body)
            } else {
                let value = try piece(&rest) { reader throws(JSONFault) in try reader.value(depth: 1) }
                try body(.member((key, value)))
            }
            if take("}") { return }
            guard take(",") else { throw fault("a comma or the end of the object is expected after \(key)") }
        }
    }

    /// What `read` reads, of `rest` bytes at most, which become fewer by what it has.
    private mutating func piece<Piece>(
        _ rest: inout Int, _ read: (inout JSONReader) throws(JSONFault) -> Piece
    ) throws(JSONFault) -> Piece {
        skipSpace()
        let start = position
        end = min(bytes.count, start + rest)
        defer { end = bytes.count }
        do throws(JSONFault) {
            let piece = try read(&self)
            rest -= position - start
            return piece
        } catch {
            guard end < bytes.count, position >= end else { throw error }
            throw fault("an entry, or what stands around the lists, is longer than \(Self.maximumPieceLength) bytes")
        }
    }
}
