import Testing

@testable import GangwayCommandLine

@Suite("Tables on a narrow terminal")
struct TableTests {
    private let table = Table(
        header: ["DEVICE", "ADDRESS", "PROTOCOL", "KIND"],
        rows: [
            ["Barn-Lamp", "F6:2B:D5:7B:7D:32", "wifiset, not encrypted", "A lamp for barns"],
            ["Fan", "C4:C5:C6:C7:C8:01", "json", "-"],
        ])

    @Test("What fits is whole", arguments: [200, 70])
    func whole(width: Int) { #expect(table.lines(within: width, sparing: [3, 2]) == table.lines) }

    @Test(
        "What is needed least is cut first, with a mark, and left out where that is not enough", arguments: 1..<70)
    func narrow(width: Int) {
        let lines = table.lines(within: width, sparing: [3, 2])
        #expect(lines[1].hasPrefix("Barn-Lamp  F6:2B:D5:7B:7D:32"))
        #expect(width < 28 || lines.allSatisfy { displayWidth($0) <= width })
        #expect(width < 62 || lines[1].contains("wifiset, not encrypted"))
        #expect((width < 48) == !lines[0].contains("KIND"))
        #expect((width < 38) == !lines[0].contains("PROTOCOL"))
    }

    @Test("A line that takes several rows of the terminal is drawn over as a whole")
    func rows() {
        var block = LiveBlock()
        _ = block.redraw(["1234567890", "12345", "", "12345678901"], width: 5)
        #expect(block.redraw([], width: 5).hasPrefix("\u{1B}[7A\r"))
    }
}
