import Foundation
import Testing

@testable import GangwayCommandLine

@Suite("How the program ends")
struct EndTests {
    @Test(
        "What was printed is written, the status is the one that was asked for, and nothing is taken apart at the end")
    func ended() async throws {
        let result = await #expect(processExitsWith: .exitCode(5), observing: [\.standardOutputContent]) {
            atexit { _exit(86) }
            print("all of it", terminator: "")
            GangwayCommandLine.end(5)
        }
        let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
        #expect(output.hasSuffix("all of it"))
    }
}
