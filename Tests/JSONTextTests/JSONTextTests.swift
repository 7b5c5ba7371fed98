import JSONText
import Testing

@Suite("JSON that people write")
struct JSONTextTests {
    private static func rewritten(_ text: String) throws -> String {
        var writer = JSONWriter()
        writer.write(try JSONReader.read(Array(text.utf8)))
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(
        "A value that is read and written is the same text, numbers as they were",
        arguments: [
            "null", "[]", "{}", "true", "-0.50e+10", "12345678901234567890123", #""a\"b\\cé🏠""#,
            #"{"a":[1,{"b":[]},"x"],"c":false,"":null}"#, #""\u0000\u001f\u007f""#,
        ])
    func roundTrip(_ text: String) throws { #expect(try Self.rewritten(text) == text) }

    @Test("Pieces are put together with commas where they belong, also over line ends")
    func pieces() throws {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write("a", "x")
        writer.beginArray("list")
        for number in 1...2 {
            writer.newLine()
            writer.beginObject()
            writer.write(number, "n")
            writer.write(true, "t")
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.newLine(endsText: true)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(text == "{\"x\":\"a\",\"list\":[\n{\"n\":1,\"t\":true},\n{\"n\":2,\"t\":true}]}\n")
        _ = try JSONReader.read(writer.bytes)
    }

    @Test(
        "What is not JSON is refused with the line where it ceases to be",
        arguments: [
            ("", 1), ("{\n\"a\": 1,\n}", 3), ("[1 2]", 1), ("01", 1), ("\n\n\"a", 3), ("[1]\n]", 2), ("nul", 1),
            ("{\"a\":1,\n\"a\":2}", 2), ("\"\\ud800\"", 1), ("\"\t\"", 1), ("+1", 1), ("1.", 1), ("[1,]", 1),
        ])
    func refused(_ text: String, _ line: Int) {
        #expect { try JSONReader.read(Array(text.utf8)) } throws: { ($0 as? JSONFault)?.line == line }
    }

    @Test("Nesting beyond the limit is refused, however deep", arguments: [17, 10_000, 1_000_000])
    func nesting(_ depth: Int) {
        #expect(throws: JSONFault.self) { try JSONReader.read([UInt8](repeating: UInt8(ascii: "["), count: depth)) }
    }

    @Test("A key that comes twice is found among few and among many", arguments: [2, 15, 16, 17, 20_000])
    func twice(_ count: Int) throws {
        func text(_ last: Int) -> [UInt8] {
            let members = ((0..<count - 1).map { $0 } + [last]).map { "\"k\($0)\":0" }
            return Array(("{" + members.joined(separator: ",") + "}").utf8)
        }
        _ = try JSONReader.read(text(count))
        #expect(throws: JSONFault.self) { try JSONReader.read(text(0)) }
    }

    /// What of a text is given piece by piece, in words.
    private static func pieces(_ text: String) throws(JSONFault) -> [String] {
        var told: [String] = []
        try JSONReader.readPieces(Array(text.utf8), lists: ["a", "b"]) { piece throws(JSONFault) in
            func text(_ value: JSONValue) -> String {
                var writer = JSONWriter()
                writer.write(value)
                return "\(value.line):" + String(decoding: writer.bytes, as: UTF8.self)
            }
            switch piece {
            case .list(let key): told.append("list \(key ?? "-")")
            case .element(let value): told.append(text(value))
            case .member(let member): told.append("\(member.key)=" + text(member.value))
            case .value(let value): told.append("value " + text(value))
            }
        }
        return told
    }

    @Test(
        "A long text is given piece by piece: the elements of its lists, and its other members, with their lines",
        arguments: [
            ("[]", ["list -"]), (" [1,\n[2], {\"a\":[]}]\n", ["list -", "1:1", "2:[2]", #"2:{"a":[]}"#]),
            ("{}", []), ("7", ["value 1:7"]),
            (#"{"x":[1],"a":[],"b":[1,2],"c":null}"#, ["x=1:[1]", "list a", "list b", "1:1", "1:2", "c=1:null"]),
            (#"{"a":7}"#, ["a=1:7"]),
        ])
    func pieceByPiece(_ text: String, _ expected: [String]) throws { #expect(try Self.pieces(text) == expected) }

    @Test(
        "What is no JSON is refused piece by piece as it is whole",
        arguments: [
            "", "[1 2]", "[1,]", "[1]]", "{\"a\":[1}", "{\"a\":[],\"a\":[]}", "{\"a\" [1]}", "{\"x\":1 \"y\":2}", "[",
            "{",
        ])
    func noPieces(_ text: String) { #expect(throws: JSONFault.self) { try Self.pieces(text) } }

    @Test("An element, and what stands around the lists, is refused beyond its length, and the text may be longer")
    func longPieces() throws {
        let (limit, many) = (JSONReader.maximumPieceLength, 3)
        func string(_ count: Int) -> String { "\"" + String(repeating: "x", count: count - 2) + "\"" }
        let most = [String](repeating: string(limit), count: many).joined(separator: ",")
        #expect(try Self.pieces("[\(most)]").count == many + 1)
        let numbers = "[" + String(repeating: "0,", count: limit) + "0]"
        for text in [
            "[1,\(string(limit + 1))]", "[\(numbers)]", "{\"x\":\(numbers)}", string(limit + 1), "{\(string(limit)):1}",
        ] {
            #expect { try Self.pieces(text) } throws: {
                ($0 as? JSONFault)?.text.contains("longer than \(limit)") == true
            }
        }
        // Members share theirs.
        let members = (0..<limit / 8).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(throws: JSONFault.self) { try Self.pieces("{\(members)}") }
    }
}
