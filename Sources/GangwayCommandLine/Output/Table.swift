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

    /// Appends the table's lines to `out`.
    func write(to out: inout OutputLines) {
        forEachLine { line in
            out.bytes.append(contentsOf: line)
            out.end()
        }
    }

    private func forEachLine(_ body: ([UInt8]) -> Void) {
        var widths = header.map(displayWidth)
        for row in rows {
            for (column, cell) in row.enumerated() { widths[column] = max(widths[column], displayWidth(cell)) }
        }
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

/// A block of lines at the bottom of a terminal that is drawn over and over.
struct LiveBlock {
    private var drawn = 0

    /// What redraws the block with `lines`, cut to `width` cells.
    mutating func redraw(_ lines: [String], width: Int) -> String {
        let up = drawn > 0 ? "\u{1B}[\(drawn)A\r" : ""
        drawn = lines.count
        return up + lines.map { cut($0, to: width) + "\u{1B}[K\n" }.joined() + "\u{1B}[J"
    }

    private func cut(_ line: String, to width: Int) -> String {
        guard displayWidth(line) > width else { return line }
        var cells = 1  // for the mark that something is left out
        var result = ""
        for character in line {
            cells += displayWidth(String(character))
            if cells > width { break }
            result.append(character)
        }
        return result + (Terminal.showsUnicode ? "…" : "~")
    }
}
