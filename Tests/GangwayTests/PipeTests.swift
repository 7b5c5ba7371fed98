import Foundation
import Testing

@testable import GangwayCommandLine

@Suite("A pipe where a file is meant", .serialized)
struct PipeTests {
    /// Runs the program, and kills it where it does not end by itself.
    private func run(_ air: VirtualAir, _ arguments: String...) throws -> ProcessResult {
        try BuiltProgram.run(
            "/usr/bin/timeout", ["-s", "KILL", "20", BuiltProgram.gangwayPath] + arguments, environment: air.environment
        )
    }

    private func air(pipe: String) throws -> VirtualAir {
        let air = try VirtualAir()
        try #require(mkfifo(air.path(pipe), 0o600) == 0)
        return air
    }

    @Test("A station, a capture or a trace that is a pipe without another end is refused at once, with status 1")
    func refused() throws {
        let air = try air(pipe: "pipe")
        let pipe = air.path("pipe")
        let device = try run(air, "device", "--station", "simulated:\(pipe)", "--json")
        let capture = try run(air, "decode", "--protocol", "wifiset", "--capture", pipe)
        let trace = try run(air, "scan", "--timeout", "0.1", "--trace", pipe)
        #expect([device, capture, trace].map(\.status) == [1, 1, 1])
        #expect(device.output.contains("is not a plain file"))
        #expect(capture.errors.contains("it is not a plain file"))
    }

    @Test("A directory is refused as a passphrase file")
    func directory() throws {
        let air = try VirtualAir()
        let join = try run(air, "join", "--ssid", "Barn", "--passphrase-file", air.folder.path)
        #expect(join.status == 1)
        #expect(join.errors.contains("neither a plain file nor a pipe"))
    }

    @Test("A passphrase may come out of a pipe, later than the command began")
    func passphrase() throws {
        let air = try air(pipe: "pipe")
        try air.serve()
        let join = try air.start(
            "join", "Lamp", "--ssid", "Barn", "--json", "--timeout", "20", "--passphrase-file", air.path("pipe"))
        #expect(join.line(containing: "recipient") != nil)
        let writer = open(air.path("pipe"), O_WRONLY)
        let line = Array((Canary.text + "\n").utf8)
        #expect(write(writer, line, line.count) == line.count)
        close(writer)
        #expect(join.finish().status == 0)
    }

    @Test("The limit and the first signal end the wait for a passphrase that never comes")
    func limit() throws {
        let air = try air(pipe: "pipe")
        try air.serve()
        let arguments = ["join", "Lamp", "--ssid", "Barn", "--json", "--passphrase-file", air.path("pipe")]
        #expect(
            try BuiltProgram.run(
                "/usr/bin/timeout", ["-s", "KILL", "20", BuiltProgram.gangwayPath] + arguments + ["--timeout", "2"],
                environment: air.environment
            ).status == 4)
        let join = try RunningProcess(BuiltProgram.gangwayPath, arguments, environment: air.environment)
        #expect(join.line(containing: "recipient") != nil)
        join.signal(SIGTERM)
        #expect(join.finish().status == 130)
    }
}
