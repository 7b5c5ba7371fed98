/// The fuzzer's bytes as choices: each takes what it needs, and zero once they are used up.
struct Input {
    private var rest: ArraySlice<UInt8>

    init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        rest = Array(UnsafeBufferPointer(start: start, count: count))[...]
    }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number below `limit`.
    mutating func choice(_ limit: Int) -> Int { Int(byte()) % limit }

    mutating func flag() -> Bool { byte() & 1 != 0 }

    mutating func number() -> UInt16 { UInt16(byte()) | UInt16(byte()) << 8 }

    /// Bytes behind their length, at most `limit`.
    mutating func bytes(_ limit: Int = 255) -> [UInt8] {
        let count = min(Int(byte()), limit, rest.count)
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// All that is left.
    mutating func remainder() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }
}
