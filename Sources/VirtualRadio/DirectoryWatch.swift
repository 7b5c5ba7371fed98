import BluetoothLE
import Glibc
import Runtime

/// Tells of files that were put into a directory, by inotify.
final class DirectoryWatch: PollHandler {
    private struct State {
        /// -1 once stopped.
        var descriptor: Int32
        var number: UInt64 = 0
    }

    private let state: Lock<State>
    private let poll: EventPoll
    private let path: String
    private let changed: @Sendable (String) -> Void

    /// Calls `changed` with the name of each file that was moved into the directory, on the poll's thread.
    init(_ path: String, poll: EventPoll, changed: @escaping @Sendable (String) -> Void) throws(BluetoothError) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        state = Lock(State(descriptor: descriptor))
        self.poll = poll
        self.path = path
        self.changed = changed
        guard descriptor >= 0, inotify_add_watch(descriptor, path, UInt32(IN_MOVED_TO)) >= 0 else {
            let reason = errno
            if descriptor >= 0 { close(descriptor) }
            throw BluetoothError(.failed, "the radio directory \(path) cannot be watched: \(systemText(reason))")
        }
        let number = try poll.add(descriptor, self)
        state.withLock { $0.number = number }
    }

    func stop() {
        state.withLock { state in
            guard state.descriptor >= 0 else { return }
            poll.remove(state.descriptor, number: state.number)
            close(state.descriptor)
            state.descriptor = -1
        }
    }

    func ready(isReadable: Bool, isWritable: Bool, scratch: UnsafeMutableRawBufferPointer) {
        let count = state.withLock {
            $0.descriptor < 0 ? -1 : Glibc.read($0.descriptor, scratch.baseAddress, scratch.count)
        }
        guard count > 0 else { return }
        var names = Set<String>()
        var offset = 0
        let headerLength = 16  // struct inotify_event: watch, mask, cookie and the name's length, 4 bytes each
        while offset + headerLength <= count {
            let mask = scratch.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
            let length = Int(scratch.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            guard offset + headerLength + length <= count else { break }
            let name = scratch[offset + headerLength..<offset + headerLength + length].prefix { $0 != 0 }
            // Events were lost: look at everything.
            if mask & UInt32(IN_Q_OVERFLOW) != 0 { names.formUnion(fileNames(in: path)) }
            if !name.isEmpty { names.insert(String(decoding: name, as: UTF8.self)) }
            offset += headerLength + length
        }
        for name in names { changed(name) }
    }
}
