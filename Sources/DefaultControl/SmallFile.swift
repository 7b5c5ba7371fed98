import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A ``WholeFile`` in the folder of ``ControlHome``, or one that a file there names: what fails is told of it.
package enum SmallFile {
    /// Its bytes; `nil` where it is not there.
    package static func read(_ path: String, limit: Int) throws(ControlFileError) -> [UInt8]? {
        do throws(WholeFile.Fault) { return try WholeFile(path).read(limit: limit) } catch {
            throw .reading(path, error, limit)
        }
    }

    /// Its first line, which is a secret: what it is read into is wiped. `nil` where it is not there.
    /// - Throws: `exposed` where others may read the file.
    static func secretLine<Result: ~Copyable>(
        _ path: String, limit: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(ControlFileError) -> Result? {
        let opened: Int32?
        do throws(WholeFile.Fault) { opened = try WholeFile(path).opened() } catch {
            throw .reading(path, error, limit)
        }
        guard let descriptor = opened else { return nil }
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
            let count: Int
            do throws(WholeFile.Fault) { count = try WholeFile.fill(memory, from: descriptor) } catch {
                throw .reading(path, error, limit)
            }
            let whole = UnsafeRawBufferPointer(rebasing: memory[..<count])
            var end = whole.firstIndex(of: 0x0A) ?? count
            guard end <= limit else { throw .tooLong(path, limit) }
            if end > 0, whole[end - 1] == 0x0D { end -= 1 }
            return body(UnsafeRawBufferPointer(rebasing: whole[..<end]))
        }
    }

    /// Puts a file with `bytes`, for its owner alone, in the place of the present one.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(ControlFileError) {
        let fault = bytes.withUnsafeBytes { bytes -> WholeFile.Fault? in
            do throws(WholeFile.Fault) { try WholeFile(path).replace(with: bytes) } catch { return error }
            return nil
        }
        switch fault {
        case .system(let number): throw .system(.unwritable, path, number)
        case nil: break
        case .notPlain, .tooLong: throw .notReplaced(path, "is no plain file", "Name another one.")
        case .link:
            throw .notReplaced(path, "is a link", "Name the file that it leads to, or put a file in its place.")
        }
    }

    /// `path`, from `folder` where it is relative.
    static func path(_ path: String, in folder: String) -> String {
        path.hasPrefix("/") || folder == "." ? path : folder + "/" + path
    }
}

extension ControlFileError {
    fileprivate static func reading(_ path: String, _ fault: WholeFile.Fault, _ limit: Int) -> ControlFileError {
        switch fault {
        case .system(let number): .system(.unreadable, path, number)
        case .tooLong: .tooLong(path, limit)
        case .notPlain, .link:
            ControlFileError(.unreadable, path, "\(path) is not a plain file.", "Name another one.")
        }
    }
}
