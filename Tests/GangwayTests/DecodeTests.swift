import Foundation
import Testing

@testable import GangwayCommandLine

@Suite("gangway decode")
struct DecodeTests {
    /// A line of `Vectors/wifiset.jsonl`.
    struct Vector: CustomTestStringConvertible, Sendable {
        let name: String
        let hex: String
        let line: String
        var testDescription: String { name }
    }

    static let vectors: [Vector] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Vectors")
        let text =
            (try? String(decoding: Data(contentsOf: root.appendingPathComponent("wifiset.jsonl")), as: UTF8.self)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                let name = object["name"] as? String, let hex = object["hex"] as? String
            else { return nil }
            return Vector(name: name, hex: hex, line: String(line))
        }
    }()

    /// What decode prints for hex text, and whether it ends well.
    private func decode(_ hex: String, pieces: Int = 1) throws -> (lines: [JSONObject], failure: DecodeFailure?) {
        var reader = HexReader()
        var bytes: [UInt8] = []
        try reader.read(hex.utf8, into: &bytes)
        try reader.finish()
        var stream = MessageStream()
        var lines: [JSONObject] = []
        do throws(DecodeFailure) {
            for piece in stride(from: 0, to: bytes.count, by: max(1, bytes.count / pieces)) {
                stream.append(bytes[piece..<min(bytes.count, piece + max(1, bytes.count / pieces))])
                while let object = try stream.next() { lines.append(object) }
            }
            try stream.finish()
        } catch {
            return (lines, error)
        }
        return (lines, nil)
    }

    @Test("There are vectors to check against")
    func vectorsAreThere() { #expect(Self.vectors.count > 100) }

    @Test("Every vector decodes to what it says, whole and byte by byte", arguments: vectors)
    func vector(_ vector: Vector) throws {
        let expected = try #require(try JSONSerialization.jsonObject(with: Data(vector.line.utf8)) as? NSDictionary)
        for pieces in [1, Int.max] {
            let (lines, failure) = try decode(vector.hex, pieces: pieces)
            if let message = expected["message"] as? NSDictionary {
                let printed = try #require(lines.first)
                let parsed = try JSONSerialization.jsonObject(with: Data(printed.text.utf8)) as? NSDictionary
                for (key, value) in message {
                    #expect((parsed?[key] as? NSObject) == (value as? NSObject), "\(key)")
                }
            } else {
                #expect(failure?.kind == expected["error"] as? String)
                #expect(failure?.offset == expected["offset"] as? Int)
            }
        }
    }

    @Test("The messages before a bad one are printed, then a line with error and offset, and the status is 1")
    func badInput() throws {
        let result = try BuiltProgram.gangway("decode", "--protocol", "wifiset", "01 00 00 00", "02 05 28 00 0C 4D")
        let objects = try result.objects
        #expect(result.status == 1)
        #expect(objects.first?["type"] as? String == "listStart")
        #expect(objects.last?["error"] as? String == "truncated")
        #expect(objects.last?["offset"] as? Int == 10)
    }

    @Test(
        "Text that is not hex is told with its place",
        arguments: [("0100 00xx", "notHex", 3), ("01 0 00", "oddDigits", 1), ("010000000", "oddDigits", 4)])
    func notHex(text: String, kind: String, offset: Int) throws {
        let result = try BuiltProgram.gangway("decode", "--protocol", "wifiset", "-", input: text)
        #expect(result.status == 1)
        #expect(try result.objects.last?["error"] as? String == kind)
        #expect(try result.objects.last?["offset"] as? Int == offset)
    }

    @Test("Standard input may split messages anywhere; spaces, colons and line ends between bytes do not matter")
    func standardInput() throws {
        let result = try BuiltProgram.gangway(
            "decode", "--protocol", "wifiset", "-", input: "01:00:00\n00 0301\n0100 02\n")
        #expect(result.status == 0)
        #expect(try result.objects.map { $0["type"] as? String } == ["listStart", "listEnd"])
    }

    @Test("Standard input that cannot be read is an error, not the end")
    func unreadableInput() throws {
        let result = try BuiltProgram.run(
            "/bin/sh", ["-c", "\"$0\" decode --protocol wifiset - --json < /tmp", BuiltProgram.gangwayPath])
        #expect(result.status == 1)
        #expect(try result.objects.last?["code"] as? String == "unreadable")
    }

    @Test("An argument that is not UTF-8 is refused, and not taken for another")
    func bytes() throws {
        let line = "\"$0\" join Lamp --ssid \"$(printf '\\377\\376')\" --open --json"
        let result = try BuiltProgram.run("/bin/sh", ["-c", line, BuiltProgram.gangwayPath])
        #expect(result.status == 2)
        #expect((try result.objects.last?["message"] as? String)?.contains("argument 4 is not UTF-8") == true)
    }

    @Test("E5/117: A credential write shows how long the passphrase is, and nothing of it")
    func passphrase() throws {
        let result = try BuiltProgram.gangway(
            "decode", "--protocol", "wifiset", "--verbose",
            "10 01 14 00 04 42 61 72 6E 0E 5A 71 37 2D 63 61 6E 61 72 79 2D 5A 71 37")
        #expect(result.status == 0)
        #expect(try result.objects.first?["passphraseLength"] as? Int == 14)
        for secret in Canary.forms { #expect(!(result.output + result.errors).contains(secret)) }
    }

    @Test(
        "A command line that makes no sense ends with status 2",
        arguments: [
            ["decode"], ["decode", "--protocol", "wifiset"], ["decode", "--protocol", "x", "00"], ["decode", "00"],
        ])
    func usage(arguments: [String]) throws {
        #expect(try BuiltProgram.run(BuiltProgram.gangwayPath, arguments).status == 2)
    }
}

/// A passphrase that must never be seen.
enum Canary {
    static let text = "Zq7-canary-Zq7"
    /// The same as text, hex in both cases and with spaces, and base64 at each alignment.
    static let forms: [String] = {
        let bytes = Array(text.utf8)
        let hex = hexText(bytes)
        let spaced = bytes.map { hexText(CollectionOfOne($0)) }.joined(separator: " ")
        let base64 = (0..<3).map { shift in
            let padded = Data(repeating: 0x20, count: shift) + Data(bytes)
            return String(padded.base64EncodedString().dropFirst(shift == 0 ? 0 : 4).prefix(12))
        }
        return [text, hex, hex.lowercased(), spaced, spaced.lowercased()] + base64
    }()
}
