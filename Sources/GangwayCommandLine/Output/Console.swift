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
    /// Whether colours may be used.
    let hasColour: Bool
    private let output: Int32
    private let errors: Int32
    private let onClosed: Lock<(@Sendable () -> Void)?>

    /// A console on standard output and standard error, unless other descriptors are given.
    init(isJSON: Bool, isVerbose: Bool, output: Int32 = 1, errors: Int32 = 2) {
        self.isJSON = isJSON
        self.isVerbose = isVerbose
        self.output = output
        self.errors = errors
        let isTerminal = isatty(output) == 1 && environment("TERM") != "dumb"
        isLive = isTerminal && !isJSON
        hasColour = isLive && environment("NO_COLOR") == nil
        onClosed = Lock(nil)
    }

    /// Sets what happens when nobody reads standard output any more.
    func whenClosed(_ action: @escaping @Sendable () -> Void) {
        onClosed.withLock { $0 = action }
        var facts = stat()
        guard fstat(output, &facts) == 0, facts.st_mode & S_IFMT == S_IFIFO else { return }
        // A pipe whose reader is gone is told at once, not at the next line, which may never come.
        DispatchQueue(label: "gangway.output").async { [output] in
            var poller = pollfd(fd: output, events: 0, revents: 0)
            while poll(&poller, 1, -1) < 0, errno == EINTR {}
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
        guard !writeAll(text, to: output) else { return }
        onClosed.withLock { $0 }?()
    }

    /// Tells a detail on standard error with `--verbose`.
    func detail(_ line: @autoclosure () -> String) {
        if isVerbose { _ = writeAll("gangway: " + line() + "\n", to: errors) }
    }

    /// Tells a person something that is not the command's output, such as a prompt.
    func note(_ text: String) { _ = writeAll(text, to: errors) }

    /// Tells a failure: an object with `--json`, otherwise text on standard error.
    func report(_ failure: CommandFailure) {
        guard !isJSON else {
            put(failure.json.text + "\n")
            return
        }
        note("gangway: " + failure.message + "\n" + (failure.advice.isEmpty ? "" : failure.advice + "\n"))
    }
}

/// Writes all of `text`; `false` when the reader is gone.
private func writeAll(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { buffer in
        var rest = UnsafeRawBufferPointer(buffer)
        while !rest.isEmpty {
            let written = write(descriptor, rest.baseAddress, rest.count)
            if written < 0, errno == EINTR { continue }
            if written <= 0 { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
        return true
    }
}

/// A variable of the environment; `nil` where it is not set or empty.
func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
}
