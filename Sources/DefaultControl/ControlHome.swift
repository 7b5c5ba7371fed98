#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder in which everything lies that is kept for steering devices.
public struct ControlHome: Hashable, Sendable {
    /// Where it is.
    public let path: String

    /// The folder at `path`, a `/` at its end left out.
    public init(path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The folder that `named` is, otherwise `GANGWAY_HOME`, otherwise `gangway` in `XDG_DATA_HOME`, otherwise
    /// `~/.local/share/gangway` (XDG Base Directory Specification: a path that is not absolute counts as none).
    /// `environment` gives the value of a variable, by default this process's.
    /// - Throws: `noHome` where the system does not say where the user's files are either.
    public static func standard(
        _ named: String? = nil, environment: (String) -> String? = Self.variable
    ) throws(ControlFileError) -> ControlHome {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let named = named ?? value("GANGWAY_HOME") { return ControlHome(path: named) }
        if let data = value("XDG_DATA_HOME"), data.hasPrefix("/") { return ControlHome(path: data + "/gangway") }
        if let home = value("HOME"), home.hasPrefix("/") { return ControlHome(path: home + "/.local/share/gangway") }
        throw .noHome
    }

    /// A variable of this process's environment.
    public static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// How the broker is reached.
    public var brokerFile: String { path + "/broker.json" }
    /// The device directory.
    public var directory: String { path + "/devices.sqlite" }
    /// The vault, in a folder of its own with its key.
    public var vault: String { path + "/vault/secrets" }
    /// The catalogue of kinds of devices, which may be missing.
    public var catalogue: String { path + "/devices.json" }

    /// Makes the folder, and those above it, for their owner alone, where it is missing.
    /// - Throws: `exposed` where others may put files into it, or it is another user's; `unwritable`.
    public func prepare() throws(ControlFileError) {
        var facts = stat()
        if stat(path, &facts) != 0 {
            guard errno == ENOENT else { throw .system(.unwritable, path, errno) }
            for (index, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
                try Self.make(String(decoding: path.utf8.prefix(index), as: UTF8.self))
            }
            try Self.make(path)
            guard stat(path, &facts) == 0 else { throw .system(.unwritable, path, errno) }
        }
        guard facts.st_mode & S_IFMT == S_IFDIR else { throw .system(.unwritable, path, ENOTDIR) }
        guard facts.st_uid == geteuid() else {
            throw .exposed("The folder \(path) belongs to another user.", "Name another one with --home.")
        }
        guard facts.st_mode & 0o022 == 0 else {
            // A folder that all share, such as /tmp, is to stay so.
            let isShared = facts.st_mode & S_ISVTX != 0
            throw .exposed(
                "Others may put files into the folder \(path).",
                isShared ? "Name one of your own with --home." : "Run `chmod go-w \(path)`, then try again.")
        }
    }

    private static func make(_ path: String) throws(ControlFileError) {
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        // What is above it is there: this file system takes no folder from anybody, as /proc does not.
        throw .system(errno == ENOENT ? .notPermitted : .unwritable, path, errno)
    }
}
