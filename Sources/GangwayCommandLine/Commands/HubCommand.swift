#if canImport(Glibc)
    import ChildPrograms
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `gangway hub`: becomes the program `gangway-hub`, which lies beside this one. It is a program of its own so that the libraries
/// of a web server load for nobody else.
struct HubCommand {
    let arguments: ParsedArguments

    /// Returns only where it cannot be started.
    func run() -> CommandFailure {
        guard let path = Self.path else {
            return CommandFailure(
                .machineCannot, "cannotStart", fault: .system, "It is not known where this program lies.",
                advice: "Start gangway-hub itself.")
        }
        let words = [path] + words
        let pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        // The program would inherit what this thread blocks.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        execv(path, pointers)
        let reason = errno
        for pointer in pointers { free(pointer) }
        return CommandFailure(
            .machineCannot, "notInstalled", fault: .system,
            "\(safeText(path)) cannot be started: \(systemErrorText(reason)).",
            advice: "It is built and installed with gangway: `make build`, then `make install`.")
    }

    /// The arguments of gangway-hub.
    var words: [String] {
        let options =
            arguments.switches.sorted().map { "--" + $0 }
            + arguments.values.sorted { $0.key < $1.key }.map { "--\($0.key)=\($0.value)" }
        return [arguments.command?.word ?? "run"] + options + ["--"] + arguments.operands
    }

    /// The program beside this one.
    private static var path: String? { ownFolder.map { $0 + "/gangway-hub" } }
}
