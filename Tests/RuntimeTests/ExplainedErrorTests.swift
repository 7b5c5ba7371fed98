import Runtime
import Testing

@Suite("Errors that explain themselves, and bytes of unknown origin")
struct ExplainedErrorTests {
    private struct Trouble: ExplainedError {
        var summary = "It failed."
        var state = ""
        var advice = ""
    }

    @Test(
        "An error tells the sentences that it has, one behind the other",
        arguments: [
            ("", "", "It failed."), ("Nothing was sent.", "", "It failed. Nothing was sent."),
            ("", "Try again.", "It failed. Try again."),
            ("Nothing was sent.", "Try again.", "It failed. Nothing was sent. Try again."),
        ])
    func sentences(state: String, advice: String, text: String) {
        #expect("\(Trouble(state: state, advice: advice))" == text)
    }

    @Test("A read that does not fit gives nothing and takes nothing")
    func shortReads() {
        var reader = ByteReader([0, 1, 2, 3, 4, 5, 6, 7, 8][1...])
        #expect(reader.littleEndian16() == 0x0201)
        #expect(reader.bigEndian64() == nil && reader.take(7) == nil && reader.take(-1) == nil)
        #expect(reader.remaining == 6 && reader.position == 3)
        #expect(reader.bigEndian32() == 0x0304_0506)
        #expect(reader.byte() == 7 && reader.littleEndian16() == nil)
        #expect(reader.takeRest() == [8] && reader.byte() == nil && reader.remaining == 0)
        var eight = ByteReader([1, 2, 3, 4, 5, 6, 7, 8])
        #expect(eight.bigEndian64() == 0x0102_0304_0506_0708)
    }
}
