import CredentialVault
import Glibc

/// A file that is read and written whole: a new one is written beside its place, forced to the disk and moved there, so that a
/// power cut leaves the old or the new one.
struct WholeFile {
    let path: String

    init(_ path: String) { self.path = path }

    var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Its bytes, `limit` at most; `nil` where it is not there.
    func read(limit: Int) throws(VaultError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .system("The vault \(path) cannot be opened", errno)
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size <= limit else {
            throw .damaged("The vault \(path) is not a file, or too long for one")
        }
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system("The vault \(path) cannot be read", errno) }
            if count == 0 { break }
            done += count
        }
        return Array(bytes.prefix(done))
    }

    /// Puts a file with `bytes`, which only its owner can read, in the place of the present one.
    func replace(with bytes: UnsafeRawBufferPointer) throws(VaultError) {
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system("\(temporary) cannot be made", errno) }
        let reason = Self.write(bytes, to: descriptor)
        close(descriptor)
        guard reason == 0, rename(temporary, path) == 0 else {
            let cause = reason == 0 ? errno : reason
            unlink(temporary)
            throw .system("\(path) cannot be written", cause)
        }
        let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw .system("The folder \(folder) cannot be opened", errno) }
        defer { close(opened) }
        guard fsync(opened) == 0 else { throw .system("The folder \(folder) cannot be forced to the disk", errno) }
    }

    /// The error number of a write that failed, otherwise 0.
    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        guard fchmod(descriptor, 0o600) == 0 else { return errno }
        var done = 0
        while done < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? ENOSPC : errno }
            done += count
        }
        return fsync(descriptor) == 0 ? 0 : errno
    }
}

/// The folder of a vault.
enum VaultFolder {
    /// Makes the folder where it is missing, and holds that nobody else can put files into it.
    static func prepare(_ path: String) throws(VaultError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw .system("The folder \(path) cannot be made", errno) }
        try check(path)
    }

    /// Holds that nobody else can put files into the folder, where it is there.
    static func check(_ path: String) throws(VaultError) {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            if errno == ENOENT { return }
            throw .system("The folder \(path) cannot be looked at", errno)
        }
        guard facts.st_uid == geteuid() || facts.st_uid == 0 else {
            throw .exposed("The folder \(path) belongs to another user.", "chown \(geteuid()) \(path)")
        }
        // In a sticky folder, as /tmp is, others cannot replace what is ours.
        guard facts.st_mode & 0o022 == 0 || facts.st_mode & S_ISVTX != 0 else {
            throw .exposed("Others may put files into the folder \(path).", "chmod go-w \(path)")
        }
    }

    /// Runs `body` while no other program changes the vault at `path`; one that does is waited for, five seconds at most.
    static func locked<Result>(
        _ path: String, _ body: () throws(VaultError) -> Result
    ) throws(VaultError) -> Result {
        let lock = path + ".lock"
        let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system("\(lock) cannot be made", errno) }
        defer { close(descriptor) }
        // The system has no lock with a limit. The other program needs milliseconds.
        var attempts = 500
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .system("\(lock) cannot be locked", errno) }
            guard attempts > 0 else { throw .busy(path) }
            attempts -= 1
            poll(nil, 0, 10)
        }
        return try body()
    }
}
