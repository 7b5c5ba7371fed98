import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why the folder of ``ControlHome`` or a ``BrokerFile`` cannot be used. No password is part of it.
public struct ControlFileError: Error, Hashable, Sendable {
    /// The kinds of failure. An open set.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, stable.
        public let rawValue: String

        /// The kind of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It is not known where the user's files are.
        public static var noHome: Code { Code(rawValue: "noHome") }
        /// No broker is set up.
        public static var brokerMissing: Code { Code(rawValue: "brokerMissing") }
        /// The broker's file does not say what it has to.
        public static var brokerInvalid: Code { Code(rawValue: "brokerInvalid") }
        /// The broker's file names a user without a password, and none is kept.
        public static var passwordMissing: Code { Code(rawValue: "passwordMissing") }
        /// Others could read or replace what only its owner may: it is not used until that is mended.
        public static var exposed: Code { Code(rawValue: "exposed") }
        /// A file cannot be read.
        public static var unreadable: Code { Code(rawValue: "unreadable") }
        /// This program's user may not read or write a file or a folder.
        public static var notPermitted: Code { Code(rawValue: "notPermitted") }
        /// A file or a folder cannot be written.
        public static var unwritable: Code { Code(rawValue: "unwritable") }
    }

    /// What kind of failure it is.
    public let code: Code
    /// The file that is wrong; `nil` where none is.
    public let path: String?
    /// The line of the file, from 1; `nil` where no line is wrong.
    public let line: Int?
    /// What is wrong, a whole sentence.
    public let summary: String
    /// What to do next, a whole sentence.
    public let advice: String

    init(_ code: Code, _ path: String?, line: Int? = nil, _ summary: String, _ advice: String) {
        self.code = code
        self.path = path
        self.line = line
        self.summary = summary
        self.advice = advice
    }
}

extension ControlFileError: CustomStringConvertible {
    /// The two sentences.
    public var description: String { summary + " " + advice }
}

extension ControlFileError {
    static var noHome: ControlFileError {
        ControlFileError(
            .noHome, nil, "It is not known where the devices are kept: HOME is not set.",
            "Name a folder with --home or GANGWAY_HOME.")
    }

    static func brokerMissing(_ path: String) -> ControlFileError {
        ControlFileError(
            .brokerMissing, path, "No broker is set up: there is no file \(path).",
            "`gangway broker use ADDRESS` sets one up, and `gangway broker run` starts one of your own and writes files for devices; a file "
                + "that was named has to be there.")
    }

    static func invalid(_ path: String, _ line: Int, _ text: String) -> ControlFileError {
        ControlFileError(
            .brokerInvalid, path, line: line, "The broker's file \(path) cannot be used: line \(line): \(text).",
            "Correct that line, or write the file anew with `gangway broker use`.")
    }

    static func exposed(_ what: String, _ advice: String) -> ControlFileError {
        ControlFileError(.exposed, nil, what, advice)
    }

    static func passwordMissing(_ user: String, _ address: String) -> ControlFileError {
        ControlFileError(
            .passwordMissing, nil, "No password of \(user) at \(address) is kept.",
            "Enter it with `gangway broker use \(address) --user \(user)`, or give the file a passwordFile.")
    }

    static func tooLong(_ path: String, _ limit: Int) -> ControlFileError {
        ControlFileError(
            .unreadable, path, "\(path) is longer than the \(limit) bytes that are read.",
            "It is another kind of file, or damaged: name the right one, or write it anew.")
    }

    static func notReplaced(_ path: String, _ why: String, _ advice: String) -> ControlFileError {
        ControlFileError(.unwritable, path, "\(path) \(why), which is not written over.", advice)
    }

    static func system(_ code: Code, _ path: String, _ number: Int32) -> ControlFileError {
        let isFull = code == .unwritable && [ENOSPC, EDQUOT, EFBIG].contains(number)
        return ControlFileError(
            isForbidden(number) ? .notPermitted : code, path,
            "\(path) cannot be \(code == .unreadable ? "read" : "written"): \(systemText(number)).",
            isFull
                ? "Make room on that disk, then try again."
                : "Give this program's user access to it, or name another one.")
    }
}
