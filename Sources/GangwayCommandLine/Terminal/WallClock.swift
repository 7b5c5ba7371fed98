#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The present in UTC, `2026-11-30T01:42:24.123Z`.
func wallClock() -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    gmtime_r(&now.tv_sec, &parts)
    func padded(_ value: Int, _ width: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let date = [padded(Int(parts.tm_year) + 1900, 4), padded(Int(parts.tm_mon) + 1), padded(Int(parts.tm_mday))]
    let clock = [padded(Int(parts.tm_hour)), padded(Int(parts.tm_min)), padded(Int(parts.tm_sec))]
    return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "."
        + padded(now.tv_nsec / 1_000_000, 3) + "Z"
}
