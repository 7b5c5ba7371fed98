/// The messages that a machine wants sent, in order: fixed memory that the caller lends.
///
/// A machine writes into it and the driver drains it after every event. Each message names the characteristic it is for
/// by the protocol's own number.
public struct Outbox: ~Copyable {
    /// How many bytes all waiting messages may have together: one attribute value of the greatest length.
    public static var capacity: Int { 512 }
    /// How many messages may wait.
    public static var maximumMessages: Int { 8 }

    private var bytes = InlineArray<512, UInt8>(repeating: 0)
    private var ends = InlineArray<8, UInt16>(repeating: 0)
    private var characteristics = InlineArray<8, UInt8>(repeating: 0)
    /// How many messages wait.
    public private(set) var count = 0

    /// An empty outbox.
    public init() {}

    /// How many more bytes fit.
    public var freeCapacity: Int { Self.capacity - used }

    private var used: Int { count == 0 ? 0 : Int(ends[count - 1]) }

    /// Appends a message of up to `freeCapacity` bytes that `write` fills in; `false`, and nothing appended, when all
    /// places are taken. `write` returns how many bytes it wrote, or `nil` where they do not fit.
    public mutating func append(
        to characteristic: UInt8, _ write: (_ free: inout MutableSpan<UInt8>) -> Int?
    ) -> Bool {
        guard count < Self.maximumMessages else { return false }
        let start = used
        var whole = bytes.mutableSpan
        var free = whole._mutatingExtracting(start..<Self.capacity)
        guard let written = write(&free) else { return false }
        precondition(written >= 0 && written <= Self.capacity - start)
        ends[count] = UInt16(start + written)
        characteristics[count] = characteristic
        count += 1
        return true
    }

    /// Appends a copy of `message`; `false`, and nothing appended, where there is no room for all of it.
    public mutating func append(_ message: borrowing Span<UInt8>, to characteristic: UInt8) -> Bool {
        append(to: characteristic) { free in
            guard message.count <= free.count else { return nil }
            copyBytes(message, from: 0, count: message.count, into: &free, at: 0)
            return message.count
        }
    }

    /// Lends message `index` and the number of the characteristic it is for. Mutating though it changes nothing: read from a
    /// borrowed outbox, all of the array is copied first.
    public mutating func withMessage<Result, Failure: Error>(
        _ index: Int, _ body: (_ characteristic: UInt8, _ bytes: borrowing Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(index < count)
        let start = index == 0 ? 0 : Int(ends[index - 1])
        let place = start..<Int(ends[index])
        let characteristic = characteristics[index]
        var all = bytes.mutableSpan
        return try lend(&all, place) { bytes throws(Failure) in try body(characteristic, bytes) }
    }

    /// Forgets all messages, and wipes them: one of them may have carried a passphrase.
    public mutating func removeAll() {
        for index in 0..<used { bytes[index] = 0 }
        count = 0
    }
}
