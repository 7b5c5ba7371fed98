import Foundation
import Glibc
import PrivateBus
import Runtime

/// Why a server of a test did not start.
public struct StartFailure: Error {
    /// What it wrote, or what is missing.
    public let text: String
}

/// The process of a server. It ends with the object or, whatever happens, with the test process.
final class ServerProcess: Sendable {
    private let process: ChildProcess
    private let lifeline: FileHandle
    private let output: FileHandle

    /// Starts `program`. Its input is empty, or with `hasInput` one that never comes to its end.
    init(
        _ program: String, _ arguments: [String], environment: [String: String]? = nil, hasInput: Bool = false
    ) throws {
        let (input, output) = (try ProcessPipe(), try ProcessPipe())
        // `cat` ends when this process does, however it does. The server takes the shell's place, and its number.
        let source = hasInput ? "<&3 3<&-" : "3<&- </dev/null"
        let script = "exec 3<&0; me=$$; (cat <&3; kill -9 $me) >/dev/null 2>&1 & exec \"$@\" \(source)"
        process = try ChildProcess(
            "/bin/sh", ["-c", script, "sh", program] + arguments, environment: environment,
            streams: [
                input.reading.fileDescriptor, output.writing.fileDescriptor, output.writing.fileDescriptor,
            ])
        try input.reading.close()
        try output.writing.close()
        (lifeline, self.output) = (input.writing, output.reading)
    }

    deinit { kill() }

    /// Waits until it has written `sign`, and passes over what comes behind.
    func awaitReady(_ sign: String) throws {
        _ = try read(until: sign)
        passOver()
    }

    /// What it writes until it has written `sign`.
    func read(until sign: String) throws -> String {
        var text = Data()
        let sign = Data(sign.utf8)
        while !text.suffix(sign.count).elementsEqual(sign) {
            guard let more = try output.read(upToCount: 1), !more.isEmpty else {
                kill()
                throw StartFailure(text: String(decoding: text, as: UTF8.self))
            }
            text += more
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// What it writes until it ends.
    func rest() -> String {
        let text = (try? output.readToEnd()) ?? Data()
        process.wait()
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads what it writes, which would fill the pipe and stop it.
    func passOver() {
        output.readabilityHandler = { handle in
            if handle.availableData.isEmpty { handle.readabilityHandler = nil }
        }
    }

    /// Kills it.
    func kill() {
        try? lifeline.close()
        process.wait()
    }

    /// Sends it a signal.
    func signal(_ signal: Int32) { process.signal(signal) }

    /// Waits for its end.
    func wait() { process.wait() }
}

/// The folder of programs that `scripts/bootstrap` unpacked.
let unpackedPrograms: URL = {
    let root = (0..<3).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }
    return root.appending(path: ".build/programs/usr")
}()

/// A port of the loopback interface that is free, and none of those that the system gives to connections that go out: one of
/// these could have it before a server does, while a server is away, or could even connect to itself there.
func freePort() throws -> UInt16 {
    let range = try? String(contentsOfFile: "/proc/sys/net/ipv4/ip_local_port_range", encoding: .utf8)
    let end = range.flatMap { $0.split(whereSeparator: \.isWhitespace).first.flatMap { UInt16($0) } } ?? 32_768
    for _ in 0..<100 {
        let port = UInt16.random(in: 10_000..<max(end, 10_001))
        if (try? LoopbackSocket.listening(at: port)) != nil { return port }
    }
    throw StartFailure(text: "no port below \(end) is free")
}
