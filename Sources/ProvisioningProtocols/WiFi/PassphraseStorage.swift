#if hasFeature(Embedded)
    /// The bytes of a passphrase, in the value itself: firmware has no heap.
    struct PassphraseStorage: ~Copyable, Sendable {
        private var bytes = InlineArray<64, UInt8>(repeating: 0)

        init(isNeeded: Bool) {}

        mutating func withMutableBytes<Result>(_ body: (inout MutableSpan<UInt8>) -> Result) -> Result {
            var span = bytes.mutableSpan
            return body(&span)
        }

        func withBytes<Result: ~Copyable, Failure: Error>(
            _ count: Int, _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try body(bytes.span.extracting(first: count))
        }

        /// Wipes it, at its end.
        func end() { wipe(bytes) }
    }

    /// Overwrites a secret that is about to go; never optimised away.
    @inline(never) @_optimize(none)
    private func wipe(_ bytes: borrowing InlineArray<64, UInt8>) {
        bytes.span.withUnsafeBufferPointer { buffer in
            let memory = UnsafeMutablePointer(mutating: buffer.baseAddress)
            for index in 0..<buffer.count { memory?[index] = 0 }
        }
    }
#else
    import CSecretMemory

    /// The bytes of a passphrase, in memory for secrets.
    // Unchecked: the slot has one owner, and is filled once, before anybody else can have it.
    struct PassphraseStorage: ~Copyable, @unchecked Sendable {
        private let slot: UnsafeMutableRawPointer?

        /// Room for 64 bytes; none where they are not needed.
        init(isNeeded: Bool) { slot = isNeeded ? gangway_secret_allocate() : nil }

        mutating func withMutableBytes<Result>(_ body: (inout MutableSpan<UInt8>) -> Result) -> Result {
            let bytes = slot?.assumingMemoryBound(to: UInt8.self)
            var span = UnsafeMutableBufferPointer(start: bytes, count: bytes == nil ? 0 : capacity).mutableSpan
            return body(&span)
        }

        private var capacity: Int { Int(GANGWAY_SECRET_CAPACITY) }

        func withBytes<Result: ~Copyable, Failure: Error>(
            _ count: Int, _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            let bytes = UnsafeBufferPointer(
                start: slot?.assumingMemoryBound(to: UInt8.self), count: slot == nil ? 0 : count)
            return try body(bytes.span)
        }

        /// Wipes it and gives its memory back, at its end.
        func end() { if let slot { gangway_secret_free(slot) } }
    }
#endif
