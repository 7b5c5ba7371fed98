import BluetoothLE
import Glibc
import Runtime

/// Tells of files that were put into directories, written there, or taken away, by the one inotify descriptor of the process: a user has only 128.
final class DirectoryWatch: PollHandler {
    /// The one of this process, made with its first watch.
    private static let one = Lock(DirectoryWatch?.none)

    private struct Listener {
        let path: String
        let changed: @Sendable (String) -> Void
    }

    private struct State {
        /// By the system's number of a directory, which is the same for every watch on it.
        var listeners: [Int32: [UInt64: Listener]] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Lock(State())
    private let descriptor: Int32

    /// Calls `changed` with the name of each file that came to be, changed or went in the directory at `path`, on the poll's thread, until
    /// the result is called.
    static func start(
        _ path: String, poll: EventPoll, changed: @escaping @Sendable (String) -> Void
    ) throws(BluetoothError) -> @Sendable () -> Void {
        let watch = try one.withLock { one throws(BluetoothError) -> DirectoryWatch in
            if let watch = one { return watch }
            let watch = try DirectoryWatch(path)
            _ = try poll.add(watch.descriptor, watch)
            one = watch
            return watch
        }
        return try watch.add(path, changed)
    }

    private static let events = UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_DELETE)

    private init(_ path: String) throws(BluetoothError) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw Self.refusal(path, errno) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func refusal(_ path: String, _ reason: Int32) -> BluetoothError {
        BluetoothError(.failed, "the radio directory \(path) cannot be watched: \(systemText(reason))")
    }

    private func add(
        _ path: String, _ changed: @escaping @Sendable (String) -> Void
    ) throws(BluetoothError) -> @Sendable () -> Void {
        // Under the lock, so that the last listener's end cannot take back a directory that is being watched anew.
        let (directory, number) = try state.withLock { state throws(BluetoothError) -> (Int32, UInt64) in
            let directory = inotify_add_watch(descriptor, path, Self.events)
            guard directory >= 0 else { throw Self.refusal(path, errno) }
            state.lastNumber += 1
            state.listeners[directory, default: [:]][state.lastNumber] = Listener(path: path, changed: changed)
            return (directory, state.lastNumber)
        }
        return { [self] in remove(number, of: directory) }
    }

    private func remove(_ number: UInt64, of directory: Int32) {
        state.withLock { state in
            guard state.listeners[directory]?.removeValue(forKey: number) != nil,
                state.listeners[directory]?.isEmpty == true
            else { return }
            state.listeners[directory] = nil
            inotify_rm_watch(descriptor, directory)
        }
    }

    func ready(isReadable: Bool, isWritable: Bool, scratch: UnsafeMutableRawBufferPointer) {
        let count = Glibc.read(descriptor, scratch.baseAddress, scratch.count)
        guard count > 0 else { return }
        var names: [Int32: Set<String>] = [:]
        var isOverflown = false
        var offset = 0
        let headerLength = 16  // struct inotify_event: watch, mask, cookie and the name's length, 4 bytes each
        while offset + headerLength <= count {
            let directory = scratch.loadUnaligned(fromByteOffset: offset, as: Int32.self)
            let mask = scratch.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
            let length = Int(scratch.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            guard offset + headerLength + length <= count else { break }
            let name = scratch[offset + headerLength..<offset + headerLength + length].prefix { $0 != 0 }
            if mask & UInt32(IN_Q_OVERFLOW) != 0 { isOverflown = true }
            if !name.isEmpty { names[directory, default: []].insert(String(decoding: name, as: UTF8.self)) }
            offset += headerLength + length
        }
        tell(names, andAll: isOverflown)
    }

    /// Tells the listeners of each directory. Where events were lost, everything that is there is told.
    private func tell(_ names: [Int32: Set<String>], andAll isOverflown: Bool) {
        for (directory, listeners) in state.withLock({ $0.listeners }) {
            for listener in listeners.values {
                var heard = names[directory] ?? []
                if isOverflown { heard.formUnion(fileNames(in: listener.path)) }
                for name in heard { listener.changed(name) }
            }
        }
    }
}
