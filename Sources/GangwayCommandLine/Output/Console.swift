import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import Runtime

/// Where a command's output goes: lines for a person, objects for a program.
final class Console: Sendable {
    /// Whether output is JSON, one object a line.
    let isJSON: Bool
    /// Whether more is told on standard error.
    let isVerbose: Bool
    /// Whether standard output is a terminal that a person looks at: tables may then be redrawn in place.
    let isLive: Bool
    private let output: Int32
    private let errors: Int32
    private let onClosed: Lock<(@Sendable () -> Void)?>
    private let failure = Lock<Int32?>(nil)

    /// A console on standard output and standard error, unless other descriptors are given.
    init(isJSON: Bool, isVerbose: Bool, output: Int32 = 1, errors: Int32 = 2) {
        self.isJSON = isJSON
        self.isVerbose = isVerbose
        self.output = output
        self.errors = errors
        let isTerminal = isatty(output) == 1 && environment("TERM") != "dumb"
        isLive = isTerminal && !isJSON
        onClosed = Lock(nil)
    }

    /// Whether the reader of standard output went away, as `head` does.
    var isUnread: Bool { failure.withLock { $0 == EPIPE } }

    /// Why standard output could not be written; `nil` where all was written, or nobody wanted more of it.
    var outputFailure: CommandFailure? {
        guard let number = failure.withLock({ $0 }), number != EPIPE else { return nil }
        return CommandFailure(
            .failed, "unwritable", fault: .caller, "The output cannot be written: \(systemErrorText(number)).")
    }

    /// Sets what happens when standard output can be written no more.
    func whenClosed(_ action: @escaping @Sendable () -> Void) {
        onClosed.withLock { $0 = action }
        var facts = stat()
        guard fstat(output, &facts) == 0, facts.st_mode & S_IFMT == S_IFIFO else { return }
        // A pipe whose reader is gone is told at once, not at the next line, which may never come.
        DispatchQueue(label: "gangway.output").async { [output, failure] in
            var poller = pollfd(fd: output, events: 0, revents: 0)
            while poll(&poller, 1, -1) < 0, errno == EINTR {}
            failure.withLock { $0 = $0 ?? EPIPE }
            action()
        }
    }

    /// Prints a line for a person; nothing with `--json`.
    func say(_ line: String) {
        if !isJSON { put(line + "\n") }
    }

    /// Prints an object for a program; nothing without `--json`.
    func emit(_ object: @autoclosure () -> JSONObject) {
        if isJSON { put(object().text + "\n") }
    }

    /// Prints an object in either mode, for commands whose output is JSON by nature.
    func print(_ object: JSONObject) { put(object.text + "\n") }

    /// Writes text as it is.
    func put(_ text: String) {
        var text = text
        ended(text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: output) })
    }

    /// Writes bytes as they are.
    func put(_ bytes: [UInt8]) { ended(bytes.withUnsafeBytes { writeAll($0, to: output) }) }

    private func ended(_ number: Int32) {
        guard number != 0 else { return }
        failure.withLock { $0 = $0 ?? number }
        onClosed.withLock { $0 }?()
    }

    /// Shows at a terminal what is waited for, on a line that the next one takes the place of, or ``clearProgress()``.
    func progress(_ text: String) {
        if isLive { put("\r\u{1B}[K\(text)...") }
    }

    /// Tells what is waited for: at a terminal like ``progress(_:)``, elsewhere as a line of its own.
    func waitingFor(_ text: String) {
        if isLive { progress(text) } else { say(text + ".") }
    }

    /// Takes the line that shows progress away.
    func clearProgress() {
        if isLive { put("\r\u{1B}[K") }
    }

    /// Tells a detail on standard error with `--verbose`.
    func detail(_ line: @autoclosure () -> String) {
        if isVerbose { _ = writeAll("gangway: " + line() + "\n", to: errors) }
    }

    /// Tells a person something that is not the command's output, such as a prompt.
    func note(_ text: String) { _ = writeAll(text, to: errors) }

    /// Tells a failure: an object with `--json`, otherwise text on standard error.
    func report(_ failure: CommandFailure) {
        if isJSON, outputFailure == nil { return put(failure.json.text + "\n") }
        let width = Terminal.width(of: errors)
        // A sentence with a list below it ends with a colon.
        let advice = failure.list.isEmpty ? failure.advice : failure.advice.dropLast() + ":"
        let lines = ["gangway: " + failure.message] + (failure.advice.isEmpty ? [] : [advice])
        let wrapped = lines.flatMap { line in width.map { wrap(line, to: $0) } ?? [line] }
        note((wrapped + failure.list.map { "  " + $0 }).map { $0 + "\n" }.joined())
    }
}

/// Writes all of `text`; returns 0, or the system's number for why that failed.
func writeAll(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
}

private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
        let written = write(descriptor, rest.baseAddress, rest.count)
        if written < 0, errno == EINTR { continue }
        if written < 0 { return errno }
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
    return 0
}

/// A variable of the environment; `nil` where it is not set or empty.
func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
}
