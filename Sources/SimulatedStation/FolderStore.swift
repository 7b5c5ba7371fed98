import ProvisioningProtocols
import Runtime
import WiFiStation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A store in a folder that only its owner can enter: the files `committed` and `staged`, each mode 0600.
///
/// The passphrases in it are in the clear: this is a simulated device, and whoever can read its owner's files can read them.
/// A file is written beside its place, forced to the disk and moved there, so that a power cut leaves the old or the new one.
final class FolderStore: CredentialStore {
    private let path: String
    /// Open and locked for as long as the store lives, so that no second process writes here.
    private let folder: Int32

    /// The store in `path`, which is made where it is missing.
    init(path: String) throws(StationError) {
        self.path = path
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw StationError(
                isForbidden(errno) ? .notPermitted : .storageFailed,
                "the folder \(path) cannot be made: \(systemText(errno))")
        }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            throw StationError(
                isForbidden(errno) ? .notPermitted : .storageFailed,
                "the folder \(path) cannot be opened: \(systemText(errno))")
        }
        folder = descriptor  // deinit closes it from here on, also when the checks below throw
        try Self.check(descriptor, path)
    }

    private static func check(_ folder: Int32, _ path: String) throws(StationError) {
        var facts = stat()
        guard fstat(folder, &facts) == 0, facts.st_uid == geteuid() else {
            throw StationError(.notPermitted, "the folder \(path) belongs to somebody else")
        }
        guard facts.st_mode & 0o077 == 0 else {
            throw StationError(.notPermitted, "others may look into the folder \(path): name one that is only for it")
        }
        guard flock(folder, LOCK_EX | LOCK_NB) == 0 else {
            throw StationError(.storageFailed, "another device keeps its credentials in \(path)")
        }
    }

    deinit { close(folder) }

    func load() throws(StationError) -> (committed: KeptCredentials?, staged: KeptCredentials?) {
        (try read("committed"), try read("staged"))
    }

    func stage(_ credentials: KeptCredentials) throws(StationError) {
        _ = try load()  // What is damaged is left for its owner to look at, never written over.
        let record = CredentialRecord.encode(credentials.credentials, steeredAt: credentials.address)
        try write(record, to: "staged")
    }

    func commit() throws(StationError) {
        _ = try load()
        guard renameat(folder, "staged", folder, "committed") == 0 else {
            throw failure("the staged credentials cannot be committed", errno)
        }
        try settle()
    }

    func dropStaged() throws(StationError) { try remove("staged") }

    func forget() throws(StationError) {
        try remove("staged")
        try remove("committed")
    }

    // MARK: Files

    private func read(_ name: String) throws(StationError) -> KeptCredentials? {
        let descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("\(name) cannot be opened", errno)
        }
        defer { close(descriptor) }
        // One more than a record may have, so that a longer file is seen as damaged.
        let limit = CredentialRecord.maximumLength + 1
        let buffer = SecretBuffer(count: limit)
        defer { withExtendedLifetime(buffer) {} }
        let count = System.read(descriptor, buffer.bytes.baseAddress, limit)
        guard count >= 0 else { throw failure("\(name) cannot be read", errno) }
        guard let kept = CredentialRecord.decode(UnsafeBufferPointer(buffer.bytes)[..<count]) else {
            throw StationError(
                .storageFailed, "the file \(path)/\(name) is damaged and was left as it is: move it away")
        }
        return kept
    }

    private func write(_ record: RecordWriter, to name: String) throws(StationError) {
        let temporary = name + ".new"
        let descriptor = openat(folder, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("\(temporary) cannot be made", errno) }
        let (written, count) = record.withWritten { bytes in
            (System.write(descriptor, UnsafeBufferPointer(rebasing: bytes).baseAddress, bytes.count), bytes.count)
        }
        let isSafe = written == count && fsync(descriptor) == 0
        let reason = written >= 0 && written < count ? ENOSPC : errno
        close(descriptor)
        guard isSafe, renameat(folder, temporary, folder, name) == 0 else {
            let cause = isSafe ? errno : reason
            unlinkat(folder, temporary, 0)
            throw failure("\(name) cannot be written", cause)
        }
        try settle()
    }

    private func remove(_ name: String) throws(StationError) {
        guard unlinkat(folder, name, 0) == 0 || errno == ENOENT else {
            throw failure("\(name) cannot be removed", errno)
        }
        try settle()
    }

    /// Forces the folder's own entries to the disk.
    private func settle() throws(StationError) {
        guard fsync(folder) == 0 else { throw failure("the folder cannot be forced to the disk", errno) }
    }

    private func failure(_ what: String, _ number: Int32) -> StationError {
        StationError(isForbidden(number) ? .notPermitted : .storageFailed, "in \(path), \(what): \(systemText(number))")
    }
}
