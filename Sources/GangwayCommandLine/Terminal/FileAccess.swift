#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the system calls the last failure, `No such file or directory`.
func systemErrorText(_ number: Int32) -> String { String(cString: strerror(number)) }

/// Takes the place of standard input, output or error that is closed, so that nothing else gets its number and is read or
/// written for it. Input is then at its end, and what is written fails.
func holdStandardDescriptors() {
    for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }
}

/// A descriptor that is closed when it goes.
struct OwnedDescriptor: ~Copyable {
    let number: Int32

    /// Takes `number` over.
    init(_ number: Int32) { self.number = number }

    /// Opens a plain file for reading.
    init(reading path: String) throws(FileFailure) {
        self.init(try openForReading(path, [S_IFREG], otherwise: "it is not a plain file"))
    }

    /// Opens a plain file, a pipe or a terminal for reading. A pipe that nobody writes to yet has nothing to read: wait with
    /// ``waitUntilReadable(_:)``.
    init(streaming path: String) throws(FileFailure) {
        self.init(
            try openForReading(path, [S_IFREG, S_IFIFO, S_IFCHR], otherwise: "it is neither a plain file nor a pipe"))
    }

    /// Opens a file for appending that only its owner may read, and makes it where it is missing; `nil` with `errno` set when
    /// that fails.
    init?(appendingPrivate path: String) {
        self.init(path, makingPrivate: O_WRONLY)
        if isRegular { fchmod(number, 0o600) }  // also where it was there before; never that of /dev/null
    }

    /// Opens a file for reading and appending, and makes it for its owner alone where it is missing; `nil` with `errno` set
    /// when that fails.
    init?(updatingPrivate path: String) { self.init(path, makingPrivate: O_RDWR) }

    private init?(_ path: String, makingPrivate mode: Int32) {
        let number = open(path, mode | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard number >= 0 else { return nil }
        self.init(number)
    }

    /// Whether it is a plain file.
    var isRegular: Bool {
        var facts = stat()
        return fstat(number, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    }

    deinit { close(number) }

    /// Writes all of `bytes`; `false`, with `errno` set, when that fails.
    func writeAll(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads all there is, up to `limit` bytes; `nil` when that fails.
    func readAll(limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var facts = stat()
        // A long file is not copied over and over while its bytes become more.
        if fstat(number, &facts) == 0 { bytes.reserveCapacity(max(0, min(limit, Int(facts.st_size) + 1))) }
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

/// Why a file cannot be opened, for a person.
struct FileFailure: Error, Equatable {
    let text: String
}

/// Opens what is at `path` where it is of one of `kinds`. It never waits, as opening a pipe otherwise does until somebody
/// writes to it, out of reach of limits and signals.
private func openForReading(_ path: String, _ kinds: [mode_t], otherwise: String) throws(FileFailure) -> Int32 {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw FileFailure(text: systemErrorText(errno)) }
    var facts = stat()
    guard fstat(number, &facts) == 0, kinds.contains(facts.st_mode & S_IFMT) else {
        close(number)
        throw FileFailure(text: otherwise)
    }
    return number
}

/// The first `limit` bytes of a small file as text; `nil` when it cannot be read.
func textOfFile(_ path: String, limit: Int = 65536) -> String? {
    do throws(FileFailure) {
        guard let bytes = try OwnedDescriptor(reading: path).readAll(limit: limit) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    } catch {
        return nil
    }
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
