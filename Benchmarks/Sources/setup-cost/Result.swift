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

/// A line of the table: a value beside its limit.
struct Row {
    static let header = line("x86-64 release", "value", "limit", "")

    let line: String
    let isWithin: Bool

    init(_ name: String, _ value: Int, atLeast limit: Int) {
        self.init(name, value, limit, isWithin: value >= limit, mark: "  UNDER")
    }

    init(_ name: String, _ value: Int, atMost limit: Int) {
        self.init(name, value, limit, isWithin: value <= limit, mark: "  OVER")
    }

    private init(_ name: String, _ value: Int, _ limit: Int, isWithin: Bool, mark: String) {
        self.isWithin = isWithin
        line = Self.line(name, Self.grouped(value), Self.grouped(limit), isWithin ? "" : mark)
    }

    private static func line(_ name: String, _ value: String, _ limit: String, _ mark: String) -> String {
        func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
        return name + spaces(58 - name.count) + spaces(11 - value.count) + value + spaces(11 - limit.count) + limit
            + mark
    }

    /// The number with a comma before every three digits.
    private static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index % 3 == 0, digit != "-" { text.insert(",", at: text.startIndex) }
            text.insert(digit, at: text.startIndex)
        }
        return text
    }
}

/// Processor time of this process, or of those it has waited for.
func processorSeconds(children: Bool = false) -> Double {
    var usage = rusage()
    getrusage(children ? RUSAGE_CHILDREN.rawValue : RUSAGE_SELF.rawValue, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
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
