#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A small file that is read and written whole: a new one is written beside its place, forced to the disk and moved there, so that
/// a power cut leaves the old or the new one. Calls block.
public struct WholeFile: Hashable, Sendable {
    /// Where it is.
    public let path: String

    /// The file at `path`, which need not be there.
    public init(_ path: String) { self.path = path }

    /// Why it could not be read or written.
    public enum Fault: Error, Hashable, Sendable {
        /// It is no plain file.
        case notPlain
        /// It is a link, and those are not followed.
        case link
        /// It is longer than what is read of it.
        case tooLong
        /// The system's error number.
        case system(Int32)
    }

    /// The folder that it lies in.
    public var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Its bytes, `limit` at most; `nil` where it is not there.
    public func read(limit: Int, followingLinks: Bool = true) throws(Fault) -> [UInt8]? {
        guard let descriptor = try opened(followingLinks: followingLinks) else { return nil }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .system(errno) }
        guard facts.st_size <= limit else { throw .tooLong }
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        let outcome = bytes.withUnsafeMutableBytes { buffer -> Result<Int, Fault> in
            do throws(Fault) { return .success(try Self.fill(buffer, from: descriptor)) } catch {
                return .failure(error)
            }
        }
        let count = try outcome.get()
        return Array(bytes.prefix(count))
    }

    /// A descriptor to read it from, which the caller closes; `nil` where it is not there.
    public func opened(followingLinks: Bool = true) throws(Fault) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw !followingLinks && errno == ELOOP && isLink ? .link : .system(errno)
        }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .notPlain
        }
        return descriptor
    }

    /// Whether the last part of the path is a link, and not one before it.
    private var isLink: Bool {
        let number = errno
        defer { errno = number }
        var facts = stat()
        return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
    }

    /// Reads until `memory` is full or the file ends; how much that was.
    public static func fill(
        _ memory: UnsafeMutableRawBufferPointer, from descriptor: Int32
    ) throws(Fault) -> Int {
        var done = 0
        while done < memory.count {
            let (place, room) = (memory.baseAddress?.advanced(by: done), memory.count - done)
            #if canImport(Glibc)
                let count = Glibc.read(descriptor, place, room)
            #else
                let count = Darwin.read(descriptor, place, room)
            #endif
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno) }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Puts a file with `bytes`, for its owner alone, in the place of the present one, which has to be a plain file.
    ///
    /// With `isAlone`, no other program does so at the same time, which its caller sees to: what was left of a write that was cut
    /// off is used again then, and otherwise stays beside it.
    public func replace(with bytes: UnsafeRawBufferPointer, isAlone: Bool = false) throws(Fault) {
        var facts = stat()
        if lstat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG {
            throw facts.st_mode & S_IFMT == S_IFLNK ? .link : .notPlain
        }
        var temporary = path + ".new"
        let descriptor: Int32
        if isAlone {
            descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        } else {
            var template = Array((temporary + "-XXXXXX").utf8CString)
            descriptor = mkstemp(&template)  // mode 0600
            temporary = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        guard descriptor >= 0 else { throw .system(errno) }
        let reason = Self.write(bytes, to: descriptor)
        close(descriptor)
        guard reason == 0, rename(temporary, path) == 0 else {
            let cause = reason == 0 ? errno : reason
            unlink(temporary)
            throw .system(cause)
        }
        try settle()
    }

    /// Forces the folder's own entries to the disk, where it can be read and its file system has that.
    private func settle() throws(Fault) {
        let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else {
            if errno == EACCES { return }
            throw .system(errno)
        }
        defer { close(opened) }
        guard fsync(opened) == 0 || errno == EINVAL else { throw .system(errno) }
    }

    /// The error number of a write that failed, otherwise 0.
    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        guard fchmod(descriptor, 0o600) == 0 else { return errno }
        var done = 0
        while done < bytes.count {
            let (place, rest) = (bytes.baseAddress?.advanced(by: done), bytes.count - done)
            #if canImport(Glibc)
                let count = Glibc.write(descriptor, place, rest)
            #else
                let count = Darwin.write(descriptor, place, rest)
            #endif
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? ENOSPC : errno }
            done += count
        }
        return fsync(descriptor) == 0 ? 0 : errno
    }
}
