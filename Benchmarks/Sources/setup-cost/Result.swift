import BenchTable
import CHeap
import Glibc

/// What a run came to.
struct RunResult {
    static let mostHeapEach = 24 * 1_024

    let name: String
    let count: Int
    /// How many ended connected.
    let succeeded: Int
    /// Processor time of all processes, user and system.
    let seconds: Double
    /// Heap in use when all sessions were up, less what was in use before the devices were made.
    let heapBytes: Int
    let leastPerSecond: Int

    /// Prints its lines of the table; whether all are within their limits.
    func report() -> Bool {
        let rows = [
            Row("\(name): devices set up", succeeded, atLeast: count),
            Row(
                "\(name): set-ups a second of processor time", Int(Double(succeeded) / seconds), atLeast: leastPerSecond
            ),
            Row("\(name): heap each, bytes", heapBytes / max(count, 1), atMost: Self.mostHeapEach),
        ]
        for row in rows { print(row.line) }
        return rows.allSatisfy(\.isWithin)
    }
}

/// Bytes that the program has from malloc.
func heapInUse() -> Int { Int(heap_in_use()) }

/// A thousand sockets need more descriptors than a process has by default.
func raiseDescriptorLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
