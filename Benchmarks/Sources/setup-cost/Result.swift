import Glibc

/// What a run came to.
struct RunResult {
    let name: String
    let count: Int
    /// How many ended connected.
    let succeeded: Int
    /// Processor time of all processes, user and system.
    let seconds: Double
    /// Heap in use when all sessions were up, less what was in use before the devices were made.
    let heapBytes: Int
    let leastPerSecond: Double

    var perSecond: Double { Double(succeeded) / max(seconds, 1e-9) }
    var heapEach: Int { heapBytes / max(count, 1) }
    static let mostHeapEach = 24 * 1_024

    var isWithinLimits: Bool { succeeded == count && perSecond >= leastPerSecond && heapEach <= Self.mostHeapEach }
}

func report(_ result: RunResult) {
    func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
    print(
        "\(result.name): \(result.succeeded) of \(result.count) devices set up in \(Int(result.seconds * 1_000)) ms of processor time"
    )
    print(
        "  set-ups a second     \(padded(String(Int(result.perSecond)), 8))   at least \(padded(String(Int(result.leastPerSecond)), 6))"
    )
    print(
        "  bytes of heap each   \(padded(String(result.heapEach), 8))   at most  \(padded(String(RunResult.mostHeapEach), 6))"
    )
    print(result.isWithinLimits ? "  within its limits" : "  OUT OF ITS LIMITS")
}

/// Processor time of this process, or of those it has waited for.
func processorSeconds(children: Bool = false) -> Double {
    var usage = rusage()
    getrusage(children ? RUSAGE_CHILDREN : RUSAGE_SELF, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// Bytes that the program has from malloc, blocks of their own mapping included.
func heapInUse() -> Int {
    let info = mallinfo2()
    return Int(info.uordblks + info.hblkhd)
}

/// A thousand sockets need more descriptors than a process has by default.
func raiseDescriptorLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
