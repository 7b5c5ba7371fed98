#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The account that mosquitto runs as where root starts it: one that owns what mosquitto reads and writes, and nothing else.
struct ServiceAccount {
    let name: String
    let user: uid_t
    let group: gid_t

    /// mosquitto's own account, or else nobody's; `nil` where this process is not root's, and mosquitto runs as who started it.
    /// - Throws: `machineCannot` where root has neither.
    static func find() throws(CommandFailure) -> ServiceAccount? {
        guard geteuid() == 0 else { return nil }
        for name in ["mosquitto", "nobody"] {
            if let account = ServiceAccount(name), account.user != 0 { return account }
        }
        throw CommandFailure(
            .machineCannot, "noAccount", fault: .system,
            "mosquitto is not run as root, and this machine has no account mosquitto or nobody.",
            advice: "Start this as another user, or make one: useradd --system mosquitto")
    }

    private init?(_ name: String) {
        guard let entry = getpwnam(name) else { return nil }
        self.name = name
        (user, group) = (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }

    /// Gives `files` and the folder `messages`, which lie in `folder`, to the account, and lets it through `folder`: its group may
    /// not look around there, and no one but root puts files in.
    func own(_ files: [String], _ messages: String, in folder: String) throws(CommandFailure) {
        guard chown(folder, 0, group) == 0, chmod(folder, 0o710) == 0 else { throw failure(folder) }
        for file in files where lchown(file, user, group) != 0 { throw failure(file) }
        var facts = stat()
        guard lstat(messages, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { throw failure(messages) }
        if facts.st_uid == user { return }
        // From when root ran it. Later the account could lay links to files of others there, and is not followed.
        for name in namesInDirectory(messages) where lchown(messages + "/" + name, user, group) != 0 {
            throw failure(messages + "/" + name)
        }
        guard chown(messages, user, group) == 0 else { throw failure(messages) }
    }

    private func failure(_ path: String) -> CommandFailure {
        CommandFailure(
            .failed, "unwritable", fault: .system,
            "\(safeText(path)) cannot be given to the user \(name): \(systemErrorText(errno)).",
            advice: "Name a folder on another file system with --directory, or start this as another user.")
    }
}

extension CommandFailure {
    /// That the program `program`, which wrote `text`, did not make the file at `path`.
    static func notMade(_ path: String, by program: String, _ text: String, _ code: String) -> CommandFailure {
        var facts = statvfs()
        if statvfs(path.folder, &facts) == 0, facts.f_bavail == 0 {
            return CommandFailure(
                .failed, "diskFull", fault: .system,
                "There is no room on the disk for \(safeText(path)). What was there before is as it was.",
                advice: "Make room on that disk, then try again.")
        }
        let said = text.split(separator: "\n").last.map { ": " + safeText(String($0)) } ?? ""
        return CommandFailure(
            .failed, code, fault: .system, "\(program) did not make \(safeText(path))\(said).",
            advice: "See whether that disk has room; where it has, remove files there that were changed by hand.")
    }
}

extension String {
    /// The folder of a path with one.
    fileprivate var folder: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? "." }
}
