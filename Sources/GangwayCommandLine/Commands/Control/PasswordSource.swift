import CredentialVault
import DefaultControl
import Runtime

/// Where a broker's password comes from: a prompt that does not echo, a file, or the first line of standard input.
struct PasswordSource {
    private let console: Console
    private let user: String
    private let path: String?

    init(_ context: CommandContext, user: String) throws(CommandFailure) {
        console = context.console
        self.user = user
        path = context.arguments.values["password-file"]
    }

    /// The password. It is wiped when its owner lets it go.
    func password() async throws(CommandFailure) -> Secret {
        if let path { return try checked(try read(path)) }
        let isAsked = Terminal.isInteractive
        if isAsked {
            let question = "Password of \(safeText(user)): "
            Terminal.askHidden { [console] in console.note(question) }
        }
        let secret: Secret?
        defer {
            if isAsked {
                Terminal.restore()
                console.note("\n")
            }
        }
        do throws(LineReader.Failure) {
            let line = try await LineReader(descriptor: 0).withNextLine { bytes in PasswordLine(secret: Secret(bytes)) }
            switch consume line {
            case let line?: secret = line.secret
            case nil: secret = nil
            }
        } catch {
            switch error {
            case .cancelled: throw .interrupted
            case .tooLong: throw refused("The password is too long.")
            case .unreadable: throw refused("The password cannot be read.")
            }
        }
        return try checked(secret)
    }

    private func read(_ path: String) throws(CommandFailure) -> Secret? {
        do throws(ControlFileError) { return try DefaultControl.readSecret(path) } catch {
            throw CommandFailure(error)
        }
    }

    private func checked(_ password: consuming Secret?) throws(CommandFailure) -> Secret {
        guard let password, password.count > 0 else {
            throw refused("A password is needed: at the prompt, on standard input or in --password-file.")
        }
        return password
    }

    private func refused(_ why: String) -> CommandFailure {
        CommandFailure(.failed, "invalidPassword", fault: .caller, why + " Nothing was changed.")
    }
}

/// What a line came to.
private struct PasswordLine: ~Copyable, Sendable {
    /// `nil` where it is too long.
    let secret: Secret?
}
