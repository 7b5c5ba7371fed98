import Glibc

/// The names of the files in a directory, at most 100,000; none where it cannot be read.
func fileNames(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < 100_000, let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        names.append(name)
    }
    return names
}

/// The bytes of a regular file of at most `limit` bytes; `nil` for any other.
func readFile(_ path: String, limit: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size <= limit else { return nil }
    let size = max(0, Int(facts.st_size))
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = max(0, read(descriptor, buffer.baseAddress, size))
    }
    return bytes
}

/// Puts a file with `bytes` at `path` in one step, so that nobody reads half of it. The error number where it fails.
func replaceFile(_ path: String, with bytes: [UInt8]) -> Int32? {
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return errno }
    let isWritten = write(descriptor, bytes, bytes.count) == bytes.count
    let reason = errno
    close(descriptor)
    guard isWritten else {
        unlink(temporary)
        return reason == 0 ? ENOSPC : reason
    }
    return rename(temporary, path) == 0 ? nil : errno
}
