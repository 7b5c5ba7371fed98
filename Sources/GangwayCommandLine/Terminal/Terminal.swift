#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import Runtime

/// The terminal that a person types at.
enum Terminal {
    /// That what is typed is not shown.
    private struct Hiding: Sendable {
        /// The settings to go back to.
        var settings: termios
        /// Shows the prompt again that waits for its answer; `nil` where none does.
        var ask: (@Sendable () -> Void)?
    }

    private static let hiding = Lock<Hiding?>(nil)

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

    /// Stops the terminal from showing what is typed, until ``restore()``: for a command that is going to ask for something
    /// secret, which may be typed before it asks. A program in the background leaves the terminal alone.
    static func hide() {
        hiding.withLock { hiding in
            guard hiding == nil, tcgetpgrp(0) == getpgrp() else { return }
            beginHiding(&hiding)
        }
    }

    /// Calls `ask`, which shows a prompt, after it has thrown away what was typed before; the answer is not shown.
    static func askHidden(_ ask: @escaping @Sendable () -> Void) {
        hiding.withLock { hiding in
            if hiding == nil { beginHiding(&hiding) } else { tcflush(0, TCIFLUSH) }
            hiding?.ask = ask
        }
        ask()
    }

    /// Whether what is typed is hidden.
    static var isHiding: Bool { hiding.withLock { $0 != nil } }

    /// Ends the question of ``askHidden(_:)``; what is typed stays hidden.
    static func endQuestion() { hiding.withLock { $0?.ask = nil } }

    private static func beginHiding(_ hiding: inout Hiding?) {
        var settings = termios()
        guard tcgetattr(0, &settings) == 0 else { return }
        hiding = Hiding(settings: settings, ask: nil)
        stopEcho(settings)
    }

    /// Gives the terminal its echo back while the program is stopped; ``resume()`` takes it again. What was typed in the
    /// meantime goes nowhere: a shell would show it, and keep it.
    static func pause() {
        hiding.withLock { hiding in
            guard var settings = hiding?.settings, tcgetpgrp(0) == getpgrp() else { return }
            tcsetattr(0, TCSAFLUSH, &settings)
        }
    }

    /// Hides again what is typed, and asks again where a prompt waits: a shell that continues a program leaves the echo on. A
    /// program in the background leaves the terminal alone.
    static func resume() {
        let ask = hiding.withLock { hiding -> (@Sendable () -> Void)? in
            var present = termios()
            guard let waiting = hiding, tcgetpgrp(0) == getpgrp(), tcgetattr(0, &present) == 0,
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
        tcsetattr(0, TCSAFLUSH, &settings)
    }

    /// Puts the terminal back as it was. Harmless when nothing was changed.
    static func restore() {
        pause()
        hiding.withLock { $0 = nil }
    }
}
