import DeviceDirectory
import Foundation
import PrivateBus
import ProvisioningProtocols
import Testing

/// A process that changes a directory and says what it does; see `Tests/DirectoryWriter`.
final class Writer {
    private let process: ChildProcess
    private let output: ProcessPipe
    private var pending = Data()

    /// Starts one, perhaps through another program that starts it.
    init(_ path: String, first: UInt64, count: Int, limit: Int? = nil, through: [String] = []) throws {
        output = try ProcessPipe()
        let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = URL(fileURLWithPath: runner).deletingLastPathComponent().appendingPathComponent("DirectoryWriter")
        let arguments = [path, String(first), String(count)] + (limit.map { [String($0)] } ?? [])
        let words = through + [program.path] + arguments
        let null = FileHandle.nullDevice.fileDescriptor
        process = try ChildProcess(
            words[0], Array(words.dropFirst()), streams: [null, output.writing.fileDescriptor, null])
        try output.writing.close()
    }

    /// The next line that it says; `nil` at its end.
    func nextLine() -> String? {
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
    func rest() -> [String] {
        var lines: [String] = []
        while let line = nextLine() { lines.append(line) }
        return lines
    }

    func kill() { process.signal(SIGKILL) }

    @discardableResult
    func wait() -> Int32 { process.wait() }
}

/// What a directory holds according to what writers said.
struct Model: Equatable {
    struct Entry: Equatable {
        var name: String
        var mode: Int?
    }

    var entries: [UInt64: Entry] = [:]

    init() {}

    /// What a directory really holds.
    init(_ devices: [Device]) {
        for device in devices { entries[device.id.low] = Entry(name: device.name, mode: device.state?.mode) }
    }

    /// Makes a change that a writer named.
    mutating func make(_ change: Substring) {
        let words = change.split(separator: " ")
        guard words.count >= 2, let number = UInt64(words[1]) else { return }
        switch words[0] {
        case "add": entries[number] = Entry(name: "Lamp")
        case "merge": for each in number..<number + 50 { entries[each] = Entry(name: "Lamp") }
        case "rename": entries[number]?.name = "Lamp \(words[2])"
        case "report": entries[number]?.mode = Int(words[2])
        case "remove": entries[number] = nil
        default: break
        }
    }

    /// Makes all changes that were confirmed in `lines`; the one that was begun after them, where one was.
    mutating func make(_ lines: [String]) -> Substring? {
        var begun: Substring?
        for line in lines {
            if line.hasPrefix("begin ") { begun = line.dropFirst(6) }
            if line.hasPrefix("done ") {
                make(line.dropFirst(5))
                begun = nil
            }
        }
        return begun
    }
}

/// Runs what waits for processes on a thread of its own, so that it holds none that other tests need.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
    }
}
