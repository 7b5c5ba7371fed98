import Runtime
import CredentialVault
import Glibc

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

    /// Puts a new file in the place of `file`, while the vault is locked.
    static func replace(_ file: WholeFile, with bytes: UnsafeRawBufferPointer) throws(VaultError) {
        do throws(WholeFile.Fault) { try file.replace(with: bytes, isAlone: true) } catch {
            throw .system("\(file.path) cannot be written", error.number)
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
