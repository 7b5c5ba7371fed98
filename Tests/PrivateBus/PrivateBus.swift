public import DBus
import Foundation
public import Runtime

/// A message bus of a test's own, which ends with the object or, whatever happens, with the test process.
public final class PrivateBus: Sendable {
    /// Where the bus listens.
    public let address: String
    private let process: Lock<ChildProcess?>
    private let lifeline: FileHandle

    /// Starts a bus.
    public init() throws {
        let (input, output) = (try ProcessPipe(), try ProcessPipe())
        lifeline = input.writing
        // `cat` ends when this process does, however it does.
        let process = try ChildProcess(
            "/bin/sh",
            [
                "-c",
                "dbus-daemon --session --nofork --nosyslog --print-address & bus=$!; cat >/dev/null; kill -9 $bus",
            ],
            streams: [
                input.reading.fileDescriptor, output.writing.fileDescriptor, FileHandle.nullDevice.fileDescriptor,
            ])
        try input.reading.close()
        try output.writing.close()
        var text = Data()
        while !text.contains(UInt8(ascii: "\n")) {
            guard let more = try output.reading.read(upToCount: 1), !more.isEmpty else { break }
            text += more
        }
        address = String(decoding: text.dropLast(), as: UTF8.self)
        self.process = Lock(process)
    }

    deinit { stop() }

    /// Kills the bus.
    public func stop() {
        let process = process.withLock { process in
            let running = process
            process = nil
            return running
        }
        guard let process else { return }
        try? lifeline.close()
        process.wait()
    }

    /// A new connection to it.
    public func connect(
        executor: QueueExecutor = QueueExecutor(label: "test.dbus"), time: any TimeSource = SystemTime.shared
    ) throws -> Bus {
        try Bus(.address(address), executor: executor, time: time)
    }
}
