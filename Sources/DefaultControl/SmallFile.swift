import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A small file that is read and written whole.
package enum SmallFile {
    /// Its bytes; `nil` where it is not there.
    package static func read(_ path: String, limit: Int) throws(ControlFileError) -> [UInt8]? {
        guard let descriptor = try opened(path) else { return nil }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .system(.unreadable, path, errno) }
        guard facts.st_size <= limit else { throw .tooLong(path, limit) }
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        guard let count = bytes.withUnsafeMutableBytes({ fill($0, from: descriptor) }) else {
            throw .system(.unreadable, path, errno)
        }
        return Array(bytes.prefix(count))
    }

    /// Its first line, which is a secret: what it is read into is wiped. `nil` where it is not there.
    /// - Throws: `exposed` where others may read the file.
    static func secretLine<Result: ~Copyable>(
        _ path: String, limit: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(ControlFileError) -> Result? {
        guard let descriptor = try opened(path) else { return nil }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .system(.unreadable, path, errno) }
        guard facts.st_uid == geteuid() || facts.st_uid == 0 else {
            throw .exposed("The password file \(path) belongs to another user.", "Copy it to a file of your own.")
        }
        guard facts.st_mode & 0o077 == 0 else {
            throw .exposed("Others may read the password file \(path).", "Run `chmod 600 \(path)`, then try again.")
        }
        let buffer = SecretBuffer(count: limit + 1)
        return try withExtendedLifetime(buffer) { () throws(ControlFileError) in
            let memory = UnsafeMutableRawBufferPointer(buffer.bytes)
            guard let count = fill(memory, from: descriptor) else { throw .system(.unreadable, path, errno) }
            let whole = UnsafeRawBufferPointer(rebasing: memory[..<count])
            var end = whole.firstIndex(of: 0x0A) ?? count
            guard end <= limit else { throw .tooLong(path, limit) }
            if end > 0, whole[end - 1] == 0x0D { end -= 1 }
            return body(UnsafeRawBufferPointer(rebasing: whole[..<end]))
        }
    }

    private static func opened(_ path: String) throws(ControlFileError) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .system(.unreadable, path, errno)
        }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw ControlFileError(.unreadable, path, "\(path) is not a plain file.", "Name another one.")
        }
        return descriptor
    }

    /// How much could be read; `nil`, with `errno` set, where reading failed.
    private static func fill(_ memory: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int? {
        var done = 0
        while done < memory.count {
            #if canImport(Glibc)
                let count = Glibc.read(descriptor, memory.baseAddress?.advanced(by: done), memory.count - done)
            #else
                let count = Darwin.read(descriptor, memory.baseAddress?.advanced(by: done), memory.count - done)
            #endif
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Puts a file with `bytes`, for its owner alone, in the place of the present one: it is written beside its place, forced
    /// to the disk and moved there.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(ControlFileError) {
        var template = Array((path + ".new-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)  // mode 0600
        guard descriptor >= 0 else { throw .system(.unwritable, path, errno) }
        let temporary = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let reason = write(bytes, to: descriptor)
        close(descriptor)
        guard reason == 0, rename(temporary, path) == 0 else {
            let cause = reason == 0 ? errno : reason
            unlink(temporary)
            throw .system(.unwritable, path, cause)
        }
        let opened = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { return }
        fsync(opened)
        close(opened)
    }

    /// The error number of a write that failed, otherwise 0.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                #if canImport(Glibc)
                    let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                #else
                    let count = Darwin.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                #endif
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count == 0 ? ENOSPC : errno }
                done += count
            }
            return fsync(descriptor) == 0 ? 0 : errno
        }
    }

    /// The folder that the file at `path` lies in.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// `path`, from `folder` where it is relative.
    static func path(_ path: String, in folder: String) -> String {
        path.hasPrefix("/") || folder == "." ? path : folder + "/" + path
    }
}
