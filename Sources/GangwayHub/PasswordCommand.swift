import DefaultControl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `gangway hub password`: sets the password at the machine itself, whatever it was. A hub that runs takes it over at once.
struct PasswordCommand: Sendable {
    let options: HubOptions

    /// Asks for the password, or takes the first line of standard input, and keeps it.
    func run() async throws(HubFailure) {
        let home = try options.home()
        let gate = try Gatekeeper(path: home.path + "/hub.json")
        guard let password = Self.ask() else {
            throw HubFailure("No password was given. Nothing was changed.", "Type it, or give it on standard input.")
        }
        switch await gate.reset(password) {
        case .open: put("The password is set. All browsers are logged out.\n")
        case .unfit:
            throw HubFailure(
                "The password has fewer than \(PasswordHash.minimumLength) characters, or is too long. Nothing was changed.",
                "Choose another one.")
        default:
            throw HubFailure(
                "The password could not be kept in \(home.path). Nothing was changed.", "See that there is room.")
        }
    }

    private static func ask() -> String? {
        guard isatty(0) == 1 else { return readLine(strippingNewline: true) }
        var usual = termios()
        guard tcgetattr(0, &usual) == 0 else { return nil }
        var hidden = usual
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(0, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(0, TCSAFLUSH, &usual)
            put("\n", to: 2)
        }
        put("New password of the hub: ", to: 2)
        return readLine(strippingNewline: true)
    }
}
