#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A time of day and date, as a clock on the wall shows it: for people, never for order. The clock may be set at any moment,
/// so that a later event may carry an earlier time.
public struct WallTime: Hashable, Sendable {
    /// Since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    /// A time so many milliseconds after 1970-01-01T00:00:00Z, held within the years 0 to 9999.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
    }

    /// What the machine's clock shows.
    public static var now: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

extension WallTime: Comparable {
    /// What the clock showed, the earlier first.
    public static func < (left: WallTime, right: WallTime) -> Bool { left.milliseconds < right.milliseconds }
}

extension WallTime: CustomStringConvertible {
    private static let millisecondsOfDay: Int64 = 86_400_000

    /// The time as RFC 3339 writes it, in UTC with milliseconds: `2026-11-30T07:55:21.250Z`.
    public var description: String {
        let day = Self.floorDivision(milliseconds, Self.millisecondsOfDay)
        let rest = milliseconds - day * Self.millisecondsOfDay
        let date = Self.date(ofDay: day)
        // A list may have hundreds of thousands: each is written in place.
        return String(unsafeUninitializedCapacity: Self.pattern.count) { text in
            _ = text.initialize(from: Self.pattern)
            func put(_ number: Int64, _ places: Range<Int>) {
                var number = number
                for place in places.reversed() {
                    text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
                    number /= 10
                }
            }
            put(date.year, 0..<4)
            put(date.month, 5..<7)
            put(date.day, 8..<10)
            put(rest / 3_600_000, 11..<13)
            put(rest / 60_000 % 60, 14..<16)
            put(rest / 1000 % 60, 17..<19)
            put(rest % 1000, 20..<23)
            return Self.pattern.count
        }
    }

    private static let pattern = Array("0000-00-00T00:00:00.000Z".utf8)

    /// The time that `text` writes as RFC 3339 has it, with any offset and any number of decimals; `nil` where it does not.
    public init?(_ text: String) {
        var reader = Reader(rest: text.utf8[...])
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
            let day = reader.number(2), (1...12).contains(month),
            day >= 1, day <= Self.length(ofMonth: month, year),
            reader.take("T") || reader.take("t") || reader.take(" "),
            let hour = reader.number(2), hour < 24, reader.take(":"),
            let minute = reader.number(2), minute < 60, reader.take(":"),
            let second = reader.number(2), second <= 60,
            let fraction = reader.fraction(), let offset = reader.offset(), reader.rest.isEmpty
        else { return nil }
        let seconds = (hour * 60 + minute - offset) * 60 + second
        self.init(milliseconds: Self.day(year, month, day) * Self.millisecondsOfDay + seconds * 1000 + fraction)
    }

    /// What is still to be read of a text.
    private struct Reader {
        var rest: Substring.UTF8View

        mutating func take(_ scalar: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: scalar) else { return false }
            rest = rest.dropFirst()
            return true
        }

        mutating func digit() -> Int64? {
            guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            rest = rest.dropFirst()
            return Int64(byte - UInt8(ascii: "0"))
        }

        mutating func number(_ count: Int) -> Int64? {
            var number: Int64 = 0
            for _ in 0..<count {
                guard let digit = digit() else { return nil }
                number = number * 10 + digit
            }
            return number
        }

        /// Milliseconds; none where there is no point.
        mutating func fraction() -> Int64? {
            guard take(".") else { return 0 }
            guard var sum = digit().map({ $0 * 100 }) else { return nil }
            var weight: Int64 = 10
            while let digit = digit() {
                sum += digit * weight
                weight /= 10
            }
            return sum
        }

        /// Minutes east of UTC.
        mutating func offset() -> Int64? {
            if take("Z") || take("z") { return 0 }
            let isWest = take("-")
            guard isWest || take("+"), let hours = number(2), hours < 24, take(":"), let minutes = number(2),
                minutes < 60
            else { return nil }
            return isWest ? -(hours * 60 + minutes) : hours * 60 + minutes
        }
    }

    // MARK: The Gregorian calendar, in eras of 400 years, each with its years from March on

    private static let daysOfEra: Int64 = 146_097
    /// From the first day of March of the year 0 to 1970-01-01.
    private static let daysToEpoch: Int64 = 719_468

    private static func floorDivision(_ number: Int64, _ divisor: Int64) -> Int64 {
        number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
    }

    private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func length(ofMonth month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func day(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = floorDivision(year, 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * daysOfEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - daysToEpoch
    }

    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let day = day + daysToEpoch
        let era = floorDivision(day, daysOfEra)
        let dayOfEra = day - era * daysOfEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}
