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
    /// The command that mends it; `nil` where there is nothing to mend.
    var mend: String?

    /// The object that `doctor --json` prints.
    var json: JSONObject {
        [
            "event": .string("check"), "check": .string(check), "state": .string(state.rawValue),
            "text": .string(text), "command": .optional(mend),
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
        return mark + text + (mend.map { "\n       try: " + $0 } ?? "")
    }
}
