/// The one place where bytes are copied by address: all bounds are checked here, once for the whole copy.
///
/// A loop over two spans costs eight instructions a byte; the standard library has no span-to-span copy yet.
@inline(__always)
func copyBytes(
    _ source: borrowing Span<UInt8>, from start: Int, count: Int, into target: inout MutableSpan<UInt8>, at place: Int
) {
    precondition(start >= 0 && count >= 0 && place >= 0)
    precondition(start <= source.count &- count && place <= target.count &- count)
    source.withUnsafeBufferPointer { from in
        target.withUnsafeMutableBufferPointer { to in
            guard let from = from.baseAddress, let to = to.baseAddress else { return }
            (to + place).update(from: from + start, count: count)
        }
    }
}
