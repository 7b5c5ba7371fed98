import DeviceCatalogue
import DeviceDirectory
import ProvisioningProtocols

extension Device {
    /// The object that `devices --json` prints; `kind` is the catalogue's, where it has it.
    func json(_ event: String, _ kind: DeviceKind?) -> JSONObject {
        [
            "event": .string(event), "id": .string(id.description), "name": .string(name), "kind": .optional(self.kind),
            "category": .optional(category), "topic": .optional(topic.isEmpty ? nil : topic),
            "picture": .optional(picture ?? kind?.picture),
            "on": .optional(state?.isOn), "mode": .optional(state?.mode),
            "modeName": .optional(state?.mode.flatMap { kind?.modeName($0) }),
            "reported": .optional(state?.time?.description), "lastSeen": .optional(lastSeen?.description),
            "setUpBy": .optional(provisioning?.method), "setUpAt": .optional(provisioning?.time.description),
            "network": .optional(provisioning?.network), "peripheral": .optional(provisioning?.peripheral),
        ]
    }
}

extension DeviceState {
    /// `on, warm`, `on, mode 2` or `off`, for a person.
    func text(_ kind: DeviceKind?) -> String {
        guard isOn else { return "off" }
        guard let mode else { return "on" }
        if let name = kind?.modeName(mode) { return "on, " + safeText(name) }
        return mode == 0 ? "on" : "on, mode \(mode)"
    }
}

extension WallTime {
    /// How long it is ago, for a person; the time itself where the clock was set back since.
    func ago(at now: WallTime) -> String {
        let seconds = (now.milliseconds - milliseconds) / 1000
        switch seconds {
        case ..<0: return description
        case ..<60: return "just now"
        case ..<3_600: return "\(seconds / 60) min ago"
        case ..<86_400: return "\(seconds / 3_600) h ago"
        case ..<172_800: return "yesterday"
        default: return "\(seconds / 86_400) days ago"
        }
    }
}
