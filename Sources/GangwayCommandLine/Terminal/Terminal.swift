#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import Runtime

/// The terminal that a person types at.
enum Terminal {
    /// A prompt whose answer is not shown, while it waits.
    private struct Hidden: Sendable {
        /// The settings to go back to.
        var settings: termios
        /// Shows the prompt again.
        let ask: @Sendable () -> Void
    }

    private static let hidden = Lock<Hidden?>(nil)

    /// Whether standard input is a terminal.
    static var isInteractive: Bool { isatty(0) == 1 }

    /// How many cells a line of `descriptor` has; `nil` where it is no terminal or does not say.
    static func width(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Whether the locale says that more than ASCII can be shown (POSIX, "Locale": the first of these that is set decides).
    static var showsUnicode: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment($0) }.first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8")
    }

    /// How many cells a line of standard output has; 80 where it does not say.
    static var width: Int { width(of: 1) ?? 80 }

    /// How many lines it has; 24 where it does not say.
    static var height: Int {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
        return Int(size.ws_row)
    }

    /// Calls `ask`, which shows a prompt, and stops the terminal from showing what is typed, until ``restore()``.
    static func askHidden(_ ask: @escaping @Sendable () -> Void) {
        hidden.withLock { hidden in
            var settings = termios()
            if hidden == nil, tcgetattr(0, &settings) == 0 {
                hidden = Hidden(settings: settings, ask: ask)
                stopEcho(settings)
            }
        }
        ask()
    }

    /// Gives the terminal its echo back while the program is stopped; ``resume()`` takes it again.
    static func pause() {
        hidden.withLock { hidden in
            guard var settings = hidden?.settings else { return }
            tcsetattr(0, TCSADRAIN, &settings)
        }
    }

    /// Hides again what is typed, where a prompt waits for it: a shell that continues a program leaves the echo on. A
    /// program in the background leaves the terminal alone.
    static func resume() {
        let ask = hidden.withLock { hidden -> (@Sendable () -> Void)? in
            var present = termios()
            guard let waiting = hidden, tcgetpgrp(0) == getpgrp(), tcgetattr(0, &present) == 0,
                present.c_lflag & tcflag_t(ECHO) != 0
            else { return nil }
            stopEcho(present)
            return waiting.ask
        }
        ask?()
    }

    private static func stopEcho(_ settings: termios) {
        var settings = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        settings.c_lflag |= tcflag_t(ICANON | ISIG)
        tcsetattr(0, TCSADRAIN, &settings)
    }

    /// Puts the terminal back as it was. Harmless when nothing was changed.
    static func restore() {
        pause()
        hidden.withLock { $0 = nil }
    }
}
