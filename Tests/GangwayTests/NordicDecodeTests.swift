import Foundation
import Testing

@testable import GangwayCommandLine

@Suite("gangway decode --protocol nordic")
struct NordicDecodeTests {
    @Test("Every vector of Nordic's service is printed as it says, or refused at the byte where it fails")
    func vectors() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Vectors/nordic.jsonl")
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let vector = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let schema = try #require((vector["type"] as? String).flatMap(NordicSchema.message))
            var bytes: [UInt8] = []
            var hex = HexReader()
            try hex.read(try #require(vector["hex"] as? String).utf8, into: &bytes)
            do throws(DecodeFailure) {
                let text = try NordicJSON.object(bytes, as: schema).text
                let read = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
                #expect(read == vector["message"] as? NSDictionary, "\(line)")
            } catch {
                #expect(error.kind == vector["error"] as? String, "\(line)")
                #expect(error.offset == vector["offset"] as? Int, "\(line)")
            }
        }
    }

    @Test("A field that is not known and came twice is shown as two values")
    func unknownTwice() throws {
        let result = try BuiltProgram.gangway(
            "decode", "--protocol", "nordic", "--message", "request", "08 04 AA 06 02 01 02 AA 06 01 03 A8 06 05")
        #expect(result.output == "{\"op_code\":\"SET_CONFIG\",\"unknown\":{\"101\":\"0102 03 05\"}}\n")
    }

    @Test("Nested JSON that is deeper than a device reads is called that, and not no JSON")
    func tooDeep() throws {
        let nested = String(repeating: "5B", count: 100) + String(repeating: "5D", count: 100)
        let result = try BuiltProgram.gangway("decode", "--protocol", "json", "7B2261223A" + nested + "7D")
        #expect(result.status == 1)
        #expect(try result.objects.last?["error"] as? String == "tooDeep")
        #expect(!result.output.contains("no JSON"))
    }

    @Test("E5/117: A request shows how long its passphrase is, and nothing of it")
    func passphrase() throws {
        let result = try BuiltProgram.gangway(
            "decode", "--protocol", "nordic", "--message", "request",
            "08 04 5A 10 12 0E 5A 71 37 2D 63 61 6E 61 72 79 2D 5A 71 37")
        #expect(result.status == 0)
        #expect(result.output == "{\"op_code\":\"SET_CONFIG\",\"config\":{\"passphraseLength\":14}}\n")
        for secret in Canary.forms { #expect(!(result.output + result.errors).contains(secret)) }
    }
}
