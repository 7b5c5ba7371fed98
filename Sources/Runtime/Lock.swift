#if canImport(Glibc)
    public import Glibc
#elseif canImport(Darwin)
    public import Darwin
#endif

/// The project's one lock: a value that only its holder sees. Copies of a lock are the same lock.
///
/// It is a `pthread_mutex_t`, which the thread sanitizer understands; the standard library's `Mutex` is a futex in a
/// library that the sanitizer does not see into, and each use of it is reported as a race. Value and mutex are one block of
/// memory, and calls from other modules are specialised: locks are taken several times for each message.
public struct Lock<Value>: @unchecked Sendable {  // the value is touched only between lock and unlock
    @usableFromInline let storage: LockStorage<Value>

    /// Guards `value`, which nobody else may keep.
    @inlinable public init(_ value: sending Value) {
        let made = LockStorage<Value>.create(minimumCapacity: 1) { _ in value }
        storage = unsafeDowncast(made, to: LockStorage<Value>.self)
        let status = storage.withUnsafeMutablePointerToElements { mutex in
            mutex.initialize(to: pthread_mutex_t())
            return pthread_mutex_init(mutex, nil)
        }
        precondition(status == 0, "pthread_mutex_init failed")
    }

    /// Runs `body` as the only holder of the value. `body` must not block and must not take the lock again.
    @inlinable public func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        storage.withUnsafeMutablePointerToElements { _ = pthread_mutex_lock($0) }
        defer { storage.withUnsafeMutablePointerToElements { _ = pthread_mutex_unlock($0) } }
        return try body(&storage.header)
    }
}

extension Lock: CustomStringConvertible, CustomReflectable {
    /// That it is a lock, and nothing of the value.
    public var description: String { "Lock" }

    /// No children: the value may be secret, and a reflection would read it without holding the lock.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The one block of a ``Lock``: the value, and behind it the mutex.
@usableFromInline final class LockStorage<Value>: ManagedBuffer<Value, pthread_mutex_t> {
    deinit {
        withUnsafeMutablePointerToElements { mutex in
            pthread_mutex_destroy(mutex)
            mutex.deinitialize(count: 1)
        }
    }
}
