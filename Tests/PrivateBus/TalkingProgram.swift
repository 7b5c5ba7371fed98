import Foundation
import Glibc

/// A program built beside the test runner that says line by line what it does, so that a test can end it in the middle and
/// compare what it said with what is there.
public final class TalkingProgram {
    private let process: ChildProcess
    private let output: ProcessPipe
    private var pending = Data()

    /// Starts the program `name`, perhaps through another program that starts it.
    public init(_ name: String, _ arguments: [String], through: [String] = []) throws {
        output = try ProcessPipe()
        let words = through + [try Self.path(name)] + arguments
        let null = FileHandle.nullDevice.fileDescriptor
        process = try ChildProcess(
            words[0], Array(words.dropFirst()), streams: [null, output.writing.fileDescriptor, null])
        try output.writing.close()
    }

    /// Where the program `name` is that was built beside the test runner.
    public static func path(_ name: String) throws -> String {
        let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: runner).deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// The words before a program and its arguments that kill it in its write number `number` to a file whose path ends in
    /// `ending`, before anything was written or after all was; see `Tests/KillAtWrite`.
    public static func killing(inWrite number: Int, to ending: String, isAfter: Bool) throws -> [String] {
        [try path("KillAtWrite"), ending, String(number), isAfter ? "after" : "before"]
    }

    /// The next line that it says; `nil` at its end.
    public func nextLine() -> String? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending = Data(pending[(end + 1)...])
                return line
            }
            let more = output.reading.availableData
            guard !more.isEmpty else { return nil }
            pending += more
        }
    }

    /// All that it says from now on.
    public func rest() -> [String] {
        var lines: [String] = []
        while let line = nextLine() { lines.append(line) }
        return lines
    }

    /// All that it says until it ends by itself.
    public func linesToItsEnd() -> [String] {
        let lines = rest()
        wait()
        return lines
    }

    /// Ends it at once, as `kill -9` does.
    public func kill() { process.signal(SIGKILL) }

    /// Waits for its end, and gives its exit status.
    @discardableResult
    public func wait() -> Int32 { process.wait() }

    /// What it said until it was killed, `turns` of an idle loop after its line number `patience`.
    public func lines(killedAfter patience: Int, turns: Int) -> [String] {
        var lines: [String] = []
        while lines.count < patience, let line = nextLine() { lines.append(line) }
        var sum = 0
        for turn in 0..<turns { sum &+= turn }
        kill()
        lines += rest()
        wait()
        return sum >= 0 ? lines : []
    }
}

/// Runs what waits for processes on a thread of its own, so that it holds none that other tests need.
public func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
    }
}

extension [String] {
    /// What a program said of its changes in these lines, each a `begin CHANGE` and, once it was confirmed, a `done CHANGE`: those
    /// that were confirmed, and the one that was begun after them, where one was.
    public var changes: (done: [Substring], begun: Substring?) {
        var (done, begun): ([Substring], Substring?) = ([], nil)
        for line in self {
            if line.hasPrefix("begin ") { begun = line.dropFirst(6) }
            if line.hasPrefix("done ") {
                done.append(line.dropFirst(5))
                begun = nil
            }
        }
        return (done, begun)
    }
}
