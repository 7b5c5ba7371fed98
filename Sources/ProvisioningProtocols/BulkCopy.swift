/// The one place where bytes are copied by address: all bounds are checked here, once for the whole copy.
///
/// A loop over two spans costs eight instructions a byte; the standard library has no span-to-span copy yet.
#if hasFeature(Embedded)
    @inline(never)  // firmware is to be small
#else
    @inline(__always)
#endif
func copyBytes(
    _ source: borrowing Span<UInt8>, from start: Int, count: Int, into target: inout MutableSpan<UInt8>, at place: Int
) {
    precondition(start >= 0 && count >= 0 && place >= 0)
    precondition(start <= source.count &- count && place <= target.count &- count)
    source.withUnsafeBufferPointer { from in
        target.withUnsafeMutableBufferPointer { to in
            guard let from = from.baseAddress, let to = to.baseAddress else { return }
            (to + place).initialize(from: from + start, count: count)  // the two never overlap
        }
    }
}

/// Copies all of `source` to the start of `target`, which has room for it.
@inline(__always)
func copyBytes(_ source: borrowing Span<UInt8>, into target: inout MutableSpan<UInt8>) {
    copyBytes(source, from: 0, count: source.count, into: &target, at: 0)
}

/// Lends a part of the bytes; `bytes` is not changed. Asked of a borrowed array for its span, Swift copies all of it first.
@inlinable
func lend<Result: ~Copyable, Failure: Error>(
    _ bytes: inout MutableSpan<UInt8>, _ place: Range<Int>, _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    try body(bytes.span.extracting(place))
}
