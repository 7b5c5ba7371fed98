import BenchTable
import Glibc
import Runtime
import VirtualRadio

func mtu185() -> VirtualRadio.Faults {
    var faults = VirtualRadio.Faults()
    faults.mtu = 185
    return faults
}

/// Both ends in this process.
enum OneProcess {
    static func run(count: Int) async -> RunResult {
        let before = heapInUse()
        let start = processorSeconds()
        let heap = Lock(0)
        var succeeded = 0
        do {
            let air = VirtualAir()
            let devices = try Devices(count: count) { VirtualRadio(air: air, address: World.address($0)) }
            succeeded = await setUp(count: count, central: VirtualRadio(air: air, faults: mtu185())) {
                heap.withLock { $0 = heapInUse() - before }
            }
            await devices.stop()
        } catch { print("no devices: \(error)") }
        return RunResult(
            name: "one process", count: count, succeeded: succeeded, seconds: processorSeconds() - start,
            heapBytes: heap.withLock { $0 }, leastPerSecond: 3_000)
    }
}

/// The devices in a process of their own, over sockets in a directory.
enum TwoProcesses {
    static func run(count: Int) async -> RunResult {
        raiseDescriptorLimit()
        let before = heapInUse()
        let start = processorSeconds()
        let startOfChildren = processorSeconds(children: true)
        let heap = Lock(0)
        var succeeded = 0
        // In memory, as the directory is that is used where none is named.
        let directory = "/dev/shm/gangway-bench-\(getpid())"
        do {
            let child = try Child(arguments: ["devices", directory, String(count)])
            _ = child.readLine()
            let central = try VirtualRadio(directory: directory, faults: mtu185())
            succeeded = await setUp(count: count, central: central) {
                child.writeLine("heap")
                let heapOfChild = child.readLine().flatMap { Int($0) } ?? 0
                heap.withLock { $0 = heapInUse() - before + heapOfChild }
            }
            child.end()
        } catch { print("no devices: \(error)") }
        rmdir(directory)
        return RunResult(
            name: "two processes", count: count, succeeded: succeeded,
            seconds: processorSeconds() - start + processorSeconds(children: true) - startOfChildren,
            heapBytes: heap.withLock { $0 }, leastPerSecond: 1_800)
    }
}

/// The process that is the devices: it answers each line with the bytes of heap in use, and ends with its input.
enum DeviceProcess {
    static func run(directory: String, count: Int) async {
        raiseDescriptorLimit()
        let before = heapInUse()
        do {
            let devices = try Devices(count: count) { number in
                try VirtualRadio(directory: directory, address: World.address(number))
            }
            write("ready\n")
            while readLine() != nil { write("\(heapInUse() - before)\n") }
            await devices.stop()
        } catch { write("no devices: \(error)\n") }
    }

    private static func write(_ line: String) { _ = Glibc.write(1, line, line.utf8.count) }
}

/// Another run of this program, with pipes to its input and output.
final class Child: Sendable {
    struct Failure: Error { let number: Int32 }

    private let process: pid_t
    private let input: Int32
    private let output: Int32

    init(arguments: [String]) throws {
        var inward: [Int32] = [0, 0]
        var outward: [Int32] = [0, 0]
        guard pipe(&inward) == 0, pipe(&outward) == 0 else { throw Failure(number: errno) }
        for descriptor in [inward[1], outward[0]] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, inward[0], 0)
        posix_spawn_file_actions_adddup2(&actions, outward[1], 1)
        var words: [UnsafeMutablePointer<CChar>?] = ([CommandLine.arguments[0]] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let status = posix_spawn(&process, "/proc/self/exe", &actions, nil, &words, environ)
        close(inward[0])
        close(outward[1])
        guard status == 0 else { throw Failure(number: status) }
        self.process = process
        input = inward[1]
        output = outward[0]
    }

    func writeLine(_ line: String) { _ = write(input, line + "\n", line.utf8.count + 1) }

    func readLine() -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }

    /// Ends its input and waits for it.
    func end() {
        close(input)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        close(output)
    }
}
