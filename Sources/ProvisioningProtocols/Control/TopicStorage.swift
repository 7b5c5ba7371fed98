#if hasFeature(Embedded)
    /// The bytes of a topic, in the value itself: firmware has no heap.
    struct TopicStorage: Sendable {
        private var bytes = InlineArray<200, UInt8>(repeating: 0)
        private let length: UInt8

        /// A copy of `source`, which the caller has checked to be no longer than 200 bytes.
        init(copying source: borrowing Span<UInt8>) {
            length = UInt8(truncatingIfNeeded: source.count)
            var target = bytes.mutableSpan
            copyBytes(source, from: 0, count: source.count, into: &target, at: 0)
        }

        var count: Int { Int(length) }

        func withBytes<Result, Failure: Error>(
            _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try body(bytes.span.extracting(first: count))
        }
    }
#else
    /// The bytes of a topic, behind a pointer: every state, event and task of a device may have one, and few do.
    struct TopicStorage: Sendable {
        private let bytes: [UInt8]

        /// A copy of `source`.
        init(copying source: borrowing Span<UInt8>) {
            let length = source.count
            bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
                for index in 0..<length { buffer[index] = source[index] }
                count = length
            }
        }

        var count: Int { bytes.count }

        func withBytes<Result, Failure: Error>(
            _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try body(bytes.span)
        }
    }
#endif
