import DeviceDirectory
import Dispatch

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
        private let source: any DispatchSourceRead

        /// Calls `changed` on `queue` after each ring.
        init(_ path: String, queue: DispatchQueue, changed: @escaping () -> Void) throws(DirectoryError) {
            let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard descriptor >= 0 else { throw .unwatchable(path, errno) }
            guard inotify_add_watch(descriptor, path, UInt32(IN_ATTRIB)) >= 0 else {
                let reason = errno
                close(descriptor)
                throw .unwatchable(path, reason)
            }
            source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setCancelHandler { close(descriptor) }
            source.setEventHandler {
                withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
                    while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
                }
                changed()
            }
            source.activate()
        }

        deinit { source.cancel() }
    #else
        /// Elsewhere only the changes of this program are told.
        init(_ path: String, queue: DispatchQueue, changed: @escaping () -> Void) throws(DirectoryError) {}
    #endif
}

extension DirectoryError {
    fileprivate static func unwatchable(_ path: String, _ reason: Int32) -> DirectoryError {
        DirectoryError(
            .storageFailed, fault: .system,
            summary: "The device directory \(path) cannot be watched for changes: \(systemText(reason)).",
            state: "The directory is as it was.",
            advice: "End programs that watch many files, or raise fs.inotify.max_user_instances.")
    }
}
