import DefaultControl
import DeviceDirectory
import ProvisioningProtocols

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension DevicesCommand {
    /// The longest list that is imported, in bytes: that of some 100,000 devices with their histories.
    private static let importLimit = 256 << 20

    /// Writes the whole list.
    func export() async throws(CommandFailure) {
        let bytes = try await control.list { list throws(DirectoryError) in try await list.exportJSON() }
        guard let path = arguments.operands.first, path != "-", !Self.isStandardOutput(path) else {
            return context.console.put(String(decoding: bytes, as: UTF8.self))
        }
        try write(bytes, to: path)
        context.console.emit(Self.json(exported: bytes.count, to: path))
        context.console.say("Exported to \(safeText(path)).")
    }

    /// Puts a file in the place of the one that is there, at a link's end; a pipe or a device is written to.
    private func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        var facts = stat()
        let isThere = stat(path, &facts) == 0
        guard isThere, facts.st_mode & S_IFMT != S_IFREG, facts.st_mode & S_IFMT != S_IFDIR else {
            do throws(ControlFileError) {
                try DefaultControl.writePrivate(bytes, to: isThere ? Self.end(of: path) : path)
            } catch {
                throw CommandFailure(error)
            }
            return
        }
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .unwritable("\(safeText(path)) cannot be written", errno) }
        let file = OwnedDescriptor(descriptor)
        guard file.writeAll(bytes) else { throw .unwritable("\(safeText(path)) cannot be written", errno) }
    }

    /// Whether it is another name of standard output, whatever that leads to: /dev/stdout, or the terminal.
    private static func isStandardOutput(_ path: String) -> Bool {
        var (named, own) = (stat(), stat())
        return stat(path, &named) == 0 && fstat(1, &own) == 0 && named.st_dev == own.st_dev
            && named.st_ino == own.st_ino
    }

    /// What a link leads to; the path itself where it is none.
    private static func end(of path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// The object that is printed where the list was written to a file.
    static func json(exported bytes: Int, to path: String) -> JSONObject {
        ["event": .string("exported"), "file": .string(path), "bytes": .integer(bytes)]
    }

    /// Takes the devices of a file into the list.
    func importList() async throws(CommandFailure) -> ExitStatus {
        let bytes = try read(arguments.operands[0])
        let policy: MergePolicy = arguments.switches.contains("replace") ? .takeImported : .keepListed
        let summary = try await control.list { list throws(DirectoryError) in try await list.importJSON(bytes, policy) }
        context.console.emit(summary.json)
        for sentence in summary.refused where !context.console.isJSON {
            context.console.note(safeText(sentence) + "\n")
        }
        context.console.say("\(summary.added) new, \(summary.updated) replaced, \(summary.kept) kept as they were.")
        return summary.refused.isEmpty ? .done : .failed
    }

    private func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        let bytes: [UInt8]?
        if path == "-" {
            bytes = OwnedDescriptor(dup(0)).readAll(limit: Self.importLimit + 1)
        } else {
            let file: OwnedDescriptor
            do throws(FileFailure) { file = try OwnedDescriptor(reading: path) } catch { throw unreadable(error.text) }
            bytes = file.readAll(limit: Self.importLimit + 1)
        }
        guard let bytes else { throw unreadable(systemErrorText(errno)) }
        guard bytes.count <= Self.importLimit else { throw unreadable("it is larger than 256 MiB") }
        return bytes
    }

    private func unreadable(_ reason: String) -> CommandFailure {
        CommandFailure(
            .failed, "unreadable", fault: .caller, "The list cannot be read: \(reason). Nothing was changed.",
            advice: "Name another file, or - for standard input.")
    }
}

extension MergeSummary {
    /// The object that `devices import --json` prints.
    var json: JSONObject {
        [
            "event": .string("imported"), "added": .integer(added), "updated": .integer(updated),
            "kept": .integer(kept),
            "refused": .array(refused.map { .string($0) }),
        ]
    }
}
