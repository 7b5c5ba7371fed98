import Provisioning
import ProvisioningProtocols

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of `join --each --journal`: which devices were begun with and which are done, so that work that was stopped,
/// however suddenly, goes on where it stopped.
///
/// A line each, forced to the disk before what it announces happens and before what it reports is told:
///
///     gangway join journal 1 4261726E
///     2026-11-30T01:42:24.123Z begun C4:C5:C6:C7:C8:01
///     2026-11-30T01:42:29.018Z done C4:C5:C6:C7:C8:01 connected 192.168.7.23
///
/// The first one names the network, by its bytes. There is never a passphrase. A last line without its end was cut off by
/// what stopped the work, and is dropped; a line that cannot be read counts as not written.
actor JoinJournal {
    private static let mark = "gangway join journal 1 "
    /// Far more than a bench has devices.
    private static let maximumLength = 64 << 20

    private let file: OwnedDescriptor
    /// How long the file is: all that was written whole.
    private var length = 0
    /// The newest word of each device.
    private var words: [String: Word] = [:]

    private enum Word: String {
        case begun, failed, done
    }

    /// Makes the file for `ssid`, or goes on with one that is there.
    /// - Throws: where the file is of another network, is no journal, is in use, or cannot be written.
    init(path: String, ssid: SSID) throws(CommandFailure) {
        guard let file = OwnedDescriptor(updatingPrivate: path) else { throw Self.unwritable(errno) }
        guard file.isRegular else {
            throw CommandFailure(.failed, "unreadable", fault: .caller, "The journal is not a plain file.")
        }
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
            throw CommandFailure(
                .failed, "journalInUse", fault: .caller, "Another gangway goes on with this journal.",
                advice: "Wait for its end, or name another file.")
        }
        guard let bytes = file.readAll(limit: Self.maximumLength) else { throw Self.unwritable(errno) }
        let number = file.number
        self.file = file
        let head = Self.mark + hexText(ssid.bytes)
        length = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        var lines = String(decoding: bytes[..<length], as: UTF8.self).split(separator: "\n")[...]
        guard let first = lines.popFirst() else {
            guard Self.isCutOff(bytes) else { throw Self.foreign }
            try Self.append(head, to: number, after: &length)
            Self.settleFolder(of: path)
            return
        }
        guard first == head else { throw first.hasPrefix(Self.mark) ? Self.otherNetwork : Self.foreign }
        guard ftruncate(number, off_t(length)) == 0 else { throw Self.unwritable(errno) }
        for line in lines {
            let parts = line.split(separator: " ")
            guard parts.count >= 3, let word = Word(rawValue: String(parts[1])) else { continue }
            words[String(parts[2])] = word
        }
    }

    /// Whether `bytes` are what a power cut leaves of a first line: its beginning, or zeros.
    private static func isCutOff(_ bytes: [UInt8]) -> Bool {
        mark.utf8.starts(with: bytes.prefix(mark.utf8.count)) || bytes.allSatisfy { $0 == 0 }
    }

    /// Whether the device was set up before.
    func isDone(_ id: String) -> Bool { words[id] == .done }

    /// Whether the device was begun with and is not known to be set up.
    func isOpen(_ id: String) -> Bool { words[id] == .begun || words[id] == .failed }

    /// The devices of which is not known what became of them.
    var inFlight: [String] { words.filter { $0.value == .begun }.keys.sorted() }

    /// Writes that a device is about to get its credentials.
    func begin(_ id: String) throws(CommandFailure) { try append(.begun, id) }

    /// Writes how a device's join ended; nothing where that is not known.
    func end(_ id: String, _ outcome: JoinOutcome) throws(CommandFailure) {
        switch outcome {
        case .connected(let address, _): try append(.done, id, "connected", address?.description)
        case .accepted: try append(.done, id, "accepted")
        case .failed(let reason, _): try append(.failed, id, reason.name)
        case .unknown: break
        }
    }

    private func append(_ word: Word, _ id: String, _ facts: String?...) throws(CommandFailure) {
        let line = ([wallClock(), word.rawValue, id] + facts.compactMap(\.self)).joined(separator: " ")
        try Self.append(line, to: file.number, after: &length)
        words[id] = word
    }

    /// Adds a line, which is whole and on the disk when this returns. Of one that could not be written nothing stays.
    private static func append(_ line: String, to file: Int32, after length: inout Int) throws(CommandFailure) {
        var number = ftruncate(file, off_t(length)) == 0 ? writeAll(line + "\n", to: file) : errno
        if number == 0, fsync(file) != 0 { number = errno }
        guard number == 0 else {
            ftruncate(file, off_t(length))
            throw unwritable(number)
        }
        length += line.utf8.count + 1
    }

    /// Forces the folder's entry for a file that was just made to the disk. Where that fails, as it does on some file systems,
    /// the file itself is safe all the same.
    private static func settleFolder(of path: String) {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let name = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
        let descriptor = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func unwritable(_ number: Int32) -> CommandFailure {
        .unwritable("The journal cannot be written", number, advice: "No further device is begun with.")
    }

    private static var otherNetwork: CommandFailure {
        CommandFailure(
            .usage, "otherNetwork", fault: .caller, "The journal is of another network.",
            advice: "Name another file with --journal, or the network that this one was begun with.")
    }

    private static var foreign: CommandFailure {
        CommandFailure(
            .usage, "noJournal", fault: .caller,
            "The file of --journal is there and is no journal; it was left as it is.",
            advice: "Name another file.")
    }
}
