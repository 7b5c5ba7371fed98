import DeviceDirectory
import Dispatch
import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Tells programs that share a directory of each other's changes: who has made one touches the file, and the system tells
/// who watches it.
///
/// The file's times are touched, not its contents, after the change is there for all to read; a look at its journal would come
/// too early. The file is not opened for that: closing it would drop SQLite's locks on it.
final class FileWatch {
    /// Tells the others, and this program itself.
    static func ring(_ path: String) { utimensat(AT_FDCWD, path, nil, 0) }

    #if os(Linux)
        private let end: @Sendable () -> Void

        /// Calls `changed` on `queue` after each ring.
        init(
            _ path: String, queue: DispatchQueue, changed: @escaping @Sendable () -> Void
        ) throws(DirectoryError) {
            end = try ProcessWatch.one.add(path) { queue.async(execute: changed) }
        }

        deinit { end() }
    #else
        /// Elsewhere only the changes of this program are told.
        init(_ path: String, queue: DispatchQueue, changed: @escaping @Sendable () -> Void) throws(DirectoryError) {}
    #endif
}

#if os(Linux)
    /// The one inotify descriptor of the process, whatever number of directories it watches: a user has only 128.
    private final class ProcessWatch: Sendable {
        static let one = ProcessWatch()

        private struct State {
            /// Made with the first watch.
            var source: (any DispatchSourceRead)?
            /// By the system's number of a file, which is the same for every watch on it.
            var listeners: [Int32: [UInt64: @Sendable () -> Void]] = [:]
            var lastNumber: UInt64 = 0
        }

        private let state = Lock(State())

        /// Calls `changed` whenever the file's times, links or owner change, until the result is called.
        func add(_ path: String, _ changed: @escaping @Sendable () -> Void) throws(DirectoryError)
            -> @Sendable () -> Void
        {
            let (descriptor, file, number) = try state.withLock {
                state throws(DirectoryError) -> (Int32, Int32, UInt64) in
                let descriptor = try self.descriptor(&state, path)
                let file = inotify_add_watch(descriptor, path, UInt32(IN_ATTRIB))
                guard file >= 0 else { throw .unwatchable(path, errno) }
                state.lastNumber += 1
                state.listeners[file, default: [:]][state.lastNumber] = changed
                return (descriptor, file, state.lastNumber)
            }
            return { [self] in remove(number, of: file, descriptor) }
        }

        private func descriptor(_ state: inout State, _ path: String) throws(DirectoryError) -> Int32 {
            if let source = state.source { return Int32(source.handle) }
            let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard descriptor >= 0 else { throw .unwatchable(path, errno) }
            let source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor, queue: DispatchQueue(label: "gangway.directory-watch"))
            source.setEventHandler { [self] in tell(ofWhatCameTo: descriptor) }
            source.activate()
            state.source = source
            return descriptor
        }

        /// Under the lock, so that the last listener's end cannot take back a file that is being watched anew.
        private func remove(_ number: UInt64, of file: Int32, _ descriptor: Int32) {
            state.withLock { state in
                state.listeners[file]?[number] = nil
                guard state.listeners[file]?.isEmpty == true else { return }
                state.listeners[file] = nil
                inotify_rm_watch(descriptor, file)
            }
        }

        private func tell(ofWhatCameTo descriptor: Int32) {
            var files: Set<Int32> = []
            withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
                while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
                    // A watched file's events have no name: each is a header of 16 bytes, the file's number first.
                    for offset in stride(from: 0, to: count, by: 16) {
                        files.insert(buffer.loadUnaligned(fromByteOffset: offset, as: Int32.self))
                    }
                }
            }
            // Where events were lost, the number is -1.
            let called = state.withLock { state in
                state.listeners.filter { files.contains($0.key) || files.contains(-1) }.flatMap(\.value.values)
            }
            for changed in called { changed() }
        }
    }
#endif

extension DirectoryError {
    fileprivate static func unwatchable(_ path: String, _ reason: Int32) -> DirectoryError {
        DirectoryError(
            .storageFailed, fault: .system,
            summary: "The device directory \(path) cannot be watched for changes: \(systemText(reason)).",
            state: "The directory is as it was.",
            advice: "End programs that watch many files, or raise fs.inotify.max_user_instances.")
    }
}
