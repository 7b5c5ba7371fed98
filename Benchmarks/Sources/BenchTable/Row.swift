import Glibc

/// A line of the table: a value beside its limit.
public struct Row {
    /// The head of the table.
    public static let header = line("x86-64 release", "value", "limit", "")

    /// The line.
    public let line: String
    /// Whether the limit is kept.
    public let isWithin: Bool

    /// A value with the least that it may be.
    public init(_ name: String, _ value: Int, atLeast limit: Int) {
        self.init(name, value, limit, isWithin: value >= limit, mark: "  UNDER")
    }

    /// A value with the most that it may be.
    public init(_ name: String, _ value: Int, atMost limit: Int) {
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
public func processorSeconds(children: Bool = false) -> Double {
    var usage = rusage()
    getrusage(children ? RUSAGE_CHILDREN.rawValue : RUSAGE_SELF.rawValue, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}
