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
        if let path { return try checked(try await read(path)) }
        let isAsked = Terminal.isInteractive
        if isAsked {
            let question = "Password of \(safeText(user)): "
            Terminal.askHidden { [console] in console.note(question) }
        }
        defer {
            if isAsked {
                Terminal.restore()
                console.note("\n")
            }
        }
        return try checked(try await firstLine(of: 0))
    }

    private func firstLine(of descriptor: Int32) async throws(CommandFailure) -> Secret? {
        do throws(LineReader.Failure) {
            let line = try await LineReader(descriptor: descriptor).withNextLine { bytes in
                PasswordLine(secret: Secret(bytes))
            }
            switch consume line {
            case let line?: return line.secret
            case nil: return nil
            }
        } catch {
            switch error {
            case .cancelled: throw .interrupted
            case .tooLong: throw refused("The password is too long.")
            case .unreadable: throw refused("The password cannot be read.")
            }
        }
    }

    /// Of a plain file, which only its owner may be able to read, or of a pipe.
    private func read(_ path: String) async throws(CommandFailure) -> Secret? {
        let file: OwnedDescriptor
        do throws(FileFailure) { file = try OwnedDescriptor(streaming: path) } catch {
            throw CommandFailure(
                .failed, "unreadable", fault: .caller,
                "The file of --password-file cannot be read: \(error.text). Nothing was changed.",
                advice: "Its name is not shown, in case it is the password itself.")
        }
        guard file.isRegular else {
            let secret = try await firstLine(of: file.number)
            _ = file.number  // it stays open until here
            return secret
        }
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
