#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the system calls the last failure, `No such file or directory`.
func systemErrorText(_ number: Int32) -> String { String(cString: strerror(number)) }

/// A descriptor that is closed when it goes.
struct OwnedDescriptor: ~Copyable {
    let number: Int32

    /// Takes `number` over.
    init(_ number: Int32) { self.number = number }

    /// Opens a file for reading; `nil` with `errno` set when that fails.
    init?(reading path: String) {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        self.init(number)
    }

    /// Creates or empties a file that only its owner may read; `nil` with `errno` set when that fails.
    init?(creatingPrivate path: String) {
        let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { return nil }
        fchmod(number, 0o600)  // also where the file was there before
        self.init(number)
    }

    deinit { close(number) }

    /// Reads all there is, up to `limit` bytes; `nil` when that fails.
    func readAll(limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while bytes.count < limit {
            let got = chunk.withUnsafeMutableBytes { read(number, $0.baseAddress, min($0.count, limit - bytes.count)) }
            if got < 0, errno == EINTR { continue }
            if got < 0 { return nil }
            if got == 0 { break }
            bytes.append(contentsOf: chunk[..<got])
        }
        return bytes
    }
}

/// The first `limit` bytes of a small file as text; `nil` when it cannot be read.
func textOfFile(_ path: String, limit: Int = 65536) -> String? {
    guard let file = OwnedDescriptor(reading: path), let bytes = file.readAll(limit: limit) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
}

/// The names in a directory, sorted; none when it cannot be read.
func namesInDirectory(_ path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                String(cString: $0)
            }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}
