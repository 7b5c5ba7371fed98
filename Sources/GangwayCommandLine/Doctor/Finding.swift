import DefaultControl

/// One thing that doctor looked at.
struct Finding: Equatable {
    /// How it stands.
    enum State: String {
        /// As it should be.
        case ok
        /// Missing or off, and Bluetooth cannot be used because of it.
        case off
        /// Missing or off, and only some tasks need it.
        case warning
        /// Only told.
        case info
    }

    /// What was looked at, stable.
    let check: String
    let state: State
    /// What was found, for a person.
    let text: String
    /// The command that mends it, to be typed as it is; `nil` where there is none.
    var mend: String?
    /// What else to do; `nil` where there is nothing.
    var advice: String?

    /// Which of the libraries that are loaded when they are needed can be, and the package of each that cannot.
    static func libraries(missing: [ControlLibrary], isRoot: Bool) -> [Finding] {
        let here = ControlLibrary.allCases.filter { !missing.contains($0) }.map(\.name)
        let found = Finding(
            check: "libraries", state: .ok, text: "Libraries can be loaded: " + here.joined(separator: ", "))
        return (here.isEmpty ? [] : [found])
            + missing.map { library in
                Finding(
                    check: "libraries", state: .warning,
                    text: "\(library.name) cannot be loaded; only \(library.purpose) needs it.",
                    mend: asRoot("apt-get install " + library.package, isRoot: isRoot))
            }
    }

    /// A command as it has to be typed to be run as root.
    static func asRoot(_ command: String, isRoot: Bool) -> String { (isRoot ? "" : "sudo ") + command }

    /// The object that `doctor --json` prints.
    var json: JSONObject {
        [
            "event": .string("check"), "check": .string(check), "state": .string(state.rawValue),
            "text": .string(text), "command": .optional(mend), "advice": .optional(advice),
        ]
    }

    /// The line for a person.
    var line: String {
        let mark =
            switch state {
            case .ok: "ok   "
            case .off: "OFF  "
            case .warning: "warn "
            case .info: "     "
            }
        let steps = [mend.map { "try: " + $0 }, advice].compactMap(\.self)
        return mark + text + steps.map { "\n       " + $0 }.joined()
    }
}
