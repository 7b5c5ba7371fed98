import Runtime
import DeviceDirectory

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A copy of a database and its journal, in a folder of its own that only its owner can enter.
struct FileCopy {
    /// The copy of the database.
    var path: String { folder + "/copy" }
    private let folder: String

    private static let ends = ["", "-wal"]

    /// Copies the database at `path`, which cannot be written, for the reason `why`.
    /// - Throws: `notPermitted`, with both reasons, or `diskFull`, where there is no place for the copy.
    init(of path: String, because why: String) throws(DirectoryError) {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var template = Array(((base.isEmpty ? "/tmp" : base) + "/gangway-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .notPermitted(path, "\(why), and a copy cannot be made: \(systemText(errno))")
        }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        for end in Self.ends {
            let number = Self.copy(path + end, to: self.path + end)
            guard number != 0 else { continue }
            remove()
            throw .notPermitted(path, "\(why), and a copy cannot be made: \(systemText(number))")
        }
    }

    /// Takes the copy away.
    func remove() {
        for end in Self.ends + ["-shm"] { unlink(path + end) }
        rmdir(folder)
    }

    /// The error number of a copy that failed, otherwise 0.
    private static func copy(_ source: String, to target: String) -> Int32 {
        let from = open(source, O_RDONLY | O_CLOEXEC)
        guard from >= 0 else { return errno }
        defer { close(from) }
        let to = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard to >= 0 else { return errno }
        defer { close(to) }
        return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
            while true {
                let count = read(from, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count == 0 ? 0 : errno }
                var done = 0
                while done < count {
                    let written = write(to, buffer.baseAddress?.advanced(by: done), count - done)
                    if written < 0, errno == EINTR { continue }
                    guard written > 0 else { return written == 0 ? ENOSPC : errno }
                    done += written
                }
            }
        }
    }
}
