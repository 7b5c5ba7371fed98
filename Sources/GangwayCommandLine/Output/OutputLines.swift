/// Lines of output in the making, which are written in pieces: a list may be long, a call of the system for each line takes
/// longer than the line, and all at once takes memory.
struct OutputLines {
    private static let pieceLength = 1 << 16

    /// What is to be written next.
    var bytes: [UInt8] = []
    private let console: Console

    fileprivate init(_ console: Console) {
        self.console = console
        bytes.reserveCapacity(Self.pieceLength + 4_096)
    }

    /// Ends the line.
    mutating func end() {
        bytes.append(UInt8(ascii: "\n"))
        if bytes.count >= Self.pieceLength { write() }
    }

    fileprivate mutating func write() {
        console.put(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}

extension Console {
    /// Writes the lines that `body` makes.
    func putLines(_ body: (inout OutputLines) -> Void) {
        var lines = OutputLines(self)
        body(&lines)
        lines.write()
    }
}

extension String {
    /// Whether it has nothing but ASCII that can be printed, space included, and so is shown as it is, a cell a byte.
    var isPrintableASCII: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in bytes.allSatisfy { 0x20 <= $0 && $0 < 0x7F } } ?? false
    }
}
