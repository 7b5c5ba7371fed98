/// Which Bluetooth radio to use, as a person names it: `bluez`, `bluez:hci0`, `virtual` or `virtual:DIRECTORY`; on Apple's systems
/// `corebluetooth`.
public enum RadioChoice: Hashable, Sendable {
    #if canImport(CoreBluetooth)
        /// The device's own, through CoreBluetooth.
        case coreBluetooth

        /// The one that is there without a choice.
        public static var standard: RadioChoice { .coreBluetooth }
        /// The texts that name one, for people.
        public static var texts: String { "corebluetooth" }

        /// The choice that `text` names; `nil` for any other text.
        public init?(_ text: String) {
            guard text == "corebluetooth" else { return nil }
            self = .coreBluetooth
        }
    #else
        /// The machine's own adapter through BlueZ; `nil` takes the first.
        case bluez(adapter: String?)
        /// The radio that processes of one machine share in a directory; `nil` takes the user's private one.
        case virtual(directory: String?)

        /// The choice that `text` names; `nil` for any other text.
        public init?(_ text: String) {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let detail = parts.count == 2 ? parts[1] : nil
            if detail?.isEmpty ?? false { return nil }
            switch parts.first {
            case "bluez": self = .bluez(adapter: detail)
            case "virtual": self = .virtual(directory: detail)
            default: return nil
            }
        }

        /// The one that is there without a choice.
        public static var standard: RadioChoice { .bluez(adapter: nil) }
        /// The texts that name one, for people.
        public static var texts: String { "bluez, bluez:hci0, virtual or virtual:DIRECTORY" }
    #endif
}

/// Which Wi-Fi interface a device sets up: `networkmanager`, `networkmanager:wlan0` or `simulated:FILE`.
public enum StationChoice: Hashable, Sendable {
    #if !canImport(CoreBluetooth)
        /// An interface that NetworkManager manages; `nil` takes the first.
        case networkManager(interface: String?)
    #endif
    /// A station that follows the scenario in a file.
    case simulated(file: String)

    /// The choice that `text` names; `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let detail = parts.count == 2 ? parts[1] : nil
        if detail?.isEmpty ?? false { return nil }
        switch (parts.first, detail) {
        #if !canImport(CoreBluetooth)
            case ("networkmanager", _): self = .networkManager(interface: detail)
        #endif
        case ("simulated", let file?): self = .simulated(file: file)
        default: return nil
        }
    }
}
