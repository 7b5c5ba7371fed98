/// Columns of text, each as wide as its widest cell.
struct Table {
    let header: [String]
    var rows: [[String]] = []

    /// The table's lines, the header first, without spaces at their ends.
    var lines: [String] {
        let all = [header] + rows
        let widths = header.indices.map { column in all.map { displayWidth($0[column]) }.max() ?? 0 }
        return all.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                if column < row.count - 1 { line += spaces(widths[column] - displayWidth(cell) + 2) }
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }
}

/// How many cells of a terminal `text` takes: two for wide scripts and emoji, none for marks that combine.
func displayWidth(_ text: String) -> Int {
    text.reduce(0) { width, character in
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
