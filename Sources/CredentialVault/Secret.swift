#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A secret in memory: it has one owner, no description, and pages of its own, which are kept out of the swap space and of
/// crash reports as far as the system's limits allow, and wiped when it goes.
///
/// It is not for secrets by the thousand: each takes a page.
public struct Secret: ~Copyable, @unchecked Sendable {  // one owner, and nothing writes to its memory after it was made
    /// The longest secret, in bytes.
    public static let maximumLength = 4_096

    private let pages: LockedPages
    /// How many bytes it has.
    public let count: Int

    /// A secret of up to `capacity` bytes, which `fill` writes into zeroed memory; it returns how many. Where the system has no
    /// memory, `fill` gets none.
    /// - Throws: what `fill` throws; nothing of it is left then.
    public init<Failure: Error>(
        capacity: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) {
        pages = LockedPages(count: max(1, capacity))
        let memory = pages.memory(capacity)
        count = min(max(0, try fill(memory)), memory.count)
    }

    /// A copy of `bytes`; `nil` when there are more than ``maximumLength``.
    public init?(_ bytes: borrowing Span<UInt8>) {
        guard bytes.count <= Self.maximumLength else { return nil }
        let pages = LockedPages(count: max(1, bytes.count))
        let memory = pages.memory(bytes.count)
        // Without memory it is no secret, rather than an empty one.
        guard memory.count == bytes.count else { return nil }
        bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
        self.pages = pages
        count = bytes.count
    }

    /// The UTF-8 bytes of `text`; `nil` when there are more than ``maximumLength``. The caller's text is not wiped.
    public init?(_ text: String) { self.init(Array(text.utf8).span) }

    /// Lends the bytes to `body`, for as long as it runs.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(pages.memory(count)))
    }
}

/// Memory in pages of its own, wiped when it goes.
private final class LockedPages {
    private let base: UnsafeMutableRawPointer?
    private let length: Int

    /// At least `count` bytes, all zero. Where the system gives none, it has no memory.
    init(count: Int) {
        let page = max(Int(sysconf(Int32(_SC_PAGESIZE))), 4_096)
        length = (count + page - 1) / page * page
        let made = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let made, made != MAP_FAILED else {
            base = nil
            return
        }
        base = made
        // Refused where the limit of locked memory is reached: it could then reach the swap space.
        mlock(made, length)
        #if os(Linux)
            madvise(made, length, MADV_DONTDUMP)
            madvise(made, length, MADV_WIPEONFORK)
        #endif
    }

    func memory(_ count: Int) -> UnsafeMutableRawBufferPointer {
        guard let base else { return UnsafeMutableRawBufferPointer(start: nil, count: 0) }
        return UnsafeMutableRawBufferPointer(start: base, count: min(max(0, count), length))
    }

    deinit {
        guard let base else { return }
        wipe(base, length)
        munlock(base, length)
        munmap(base, length)
    }
}

/// Overwrites memory that is about to go; never optimised away.
@inline(never) @_optimize(none)
private func wipe(_ memory: UnsafeMutableRawPointer, _ count: Int) { memset(memory, 0, count) }
