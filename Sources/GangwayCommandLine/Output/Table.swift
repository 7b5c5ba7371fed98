/// Columns of text, each as wide as its widest cell.
struct Table {
    let header: [String]
    var rows: [[String]] = []

    /// The table's lines, the header first, without spaces at their ends.
    var lines: [String] {
        var lines: [String] = []
        forEachLine { line in lines.append(String(decoding: line, as: UTF8.self)) }
        return lines
    }

    /// The table's lines in `width` cells: the columns of `spare` are cut, and where that is not enough left out, in that order. The
    /// others stay whole.
    func lines(within width: Int, sparing spare: [Int]) -> [String] {
        let widths = widths
        for count in 0...spare.count {
            let gone = spare.prefix(count)
            let kept = widths.indices.filter { !gone.contains($0) }
            var excess = kept.reduce(2 * (kept.count - 1)) { $0 + widths[$1] } - width
            var cut = widths
            for column in spare.dropFirst(count) where excess > 0 {
                cut[column] = max(min(widths[column], Self.leastWidth), widths[column] - excess)
                excess -= widths[column] - cut[column]
            }
            if excess <= 0 || count == spare.count { return columns(kept, cut).lines }
        }
        return lines
    }

    /// To how many cells a column is cut at most.
    private static let leastWidth = 8

    private func columns(_ kept: [Int], _ widths: [Int]) -> Table {
        func cells(_ row: [String]) -> [String] { kept.map { shortened(row[$0], to: widths[$0]) } }
        return Table(header: cells(header), rows: rows.map(cells))
    }

    /// How wide each column is.
    private var widths: [Int] {
        var widths = header.map(displayWidth)
        for row in rows {
            for (column, cell) in row.enumerated() { widths[column] = max(widths[column], displayWidth(cell)) }
        }
        return widths
    }

    /// Appends the table's lines to `out`.
    func write(to out: inout OutputLines) {
        forEachLine { line in
            out.bytes.append(contentsOf: line)
            out.end()
        }
    }

    private func forEachLine(_ body: ([UInt8]) -> Void) {
        let widths = widths
        var line: [UInt8] = []
        write(header, widths, to: &line, body)
        for row in rows { write(row, widths, to: &line, body) }
    }

    private func write(_ row: [String], _ widths: [Int], to line: inout [UInt8], _ body: ([UInt8]) -> Void) {
        let space = UInt8(ascii: " ")
        line.removeAll(keepingCapacity: true)
        for (column, cell) in row.enumerated() {
            line.append(contentsOf: cell.utf8)
            guard column < row.count - 1 else { break }
            line.append(contentsOf: repeatElement(space, count: widths[column] - displayWidth(cell) + 2))
        }
        while line.last == space { line.removeLast() }
        body(line)
    }
}

/// How many cells of a terminal `text` takes: two for wide scripts and emoji, none for marks that combine.
func displayWidth(_ text: String) -> Int {
    if text.isPrintableASCII { return text.utf8.count }
    return text.reduce(0) { width, character in
        guard let scalar = character.unicodeScalars.first else { return width }
        if scalar.properties.isEmojiPresentation { return width + 2 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0x20000...0x3FFFD:
            return width + 2
        default:
            return width + (scalar.properties.generalCategory == .nonspacingMark ? 0 : 1)
        }
    }
}

/// `text` in at most `width` cells, with a mark where something is left out.
func shortened(_ text: String, to width: Int) -> String {
    guard displayWidth(text) > width else { return text }
    var cells = 1  // for the mark
    var result = ""
    for character in text {
        cells += displayWidth(String(character))
        if cells > width { break }
        result.append(character)
    }
    return result + (Terminal.showsUnicode ? "…" : "~")
}

/// A block of lines at the bottom of a terminal that is drawn over and over.
struct LiveBlock {
    private var drawn = 0

    /// What redraws the block with `lines` on a terminal of `width` cells. A line that is wider takes more than one of its rows.
    mutating func redraw(_ lines: [String], width: Int) -> String {
        let up = drawn > 0 ? "\u{1B}[\(drawn)A\r" : ""
        drawn = lines.reduce(0) { $0 + Self.rows(of: $1, width: width) }
        return up + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J"
    }

    /// How many rows of a terminal `line` takes.
    static func rows(of line: String, width: Int) -> Int { max(1, (displayWidth(line) + width - 1) / max(1, width)) }
}
