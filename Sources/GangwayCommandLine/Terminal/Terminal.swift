#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import Runtime

/// The terminal that a person types at.
enum Terminal {
    /// The settings to go back to, while the terminal does not echo.
    private static let saved = Lock<termios?>(nil)

    /// Whether standard input is a terminal.
    static var isInteractive: Bool { isatty(0) == 1 }

    /// How many cells a line has; 80 where the terminal does not say.
    static var width: Int {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// How many lines it has; 24 where it does not say.
    static var height: Int {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
        return Int(size.ws_row)
    }

    /// Stops the terminal from showing what is typed, until ``restore()``.
    static func stopEcho() {
        saved.withLock { saved in
            guard saved == nil else { return }
            var settings = termios()
            guard tcgetattr(0, &settings) == 0 else { return }
            saved = settings
            settings.c_lflag &= ~tcflag_t(ECHO)
            settings.c_lflag |= tcflag_t(ICANON | ISIG)
            tcsetattr(0, TCSADRAIN, &settings)
        }
    }

    /// Puts the terminal back as it was. Harmless when nothing was changed.
    static func restore() {
        saved.withLock { saved in
            guard var settings = saved else { return }
            tcsetattr(0, TCSADRAIN, &settings)
            saved = nil
        }
    }
}
