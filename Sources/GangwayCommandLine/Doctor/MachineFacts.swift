import DefaultControl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the kernel and the files of this machine say about Bluetooth and Wi-Fi.
struct MachineFacts: Equatable {
    /// A radio that rfkill knows.
    struct Switch: Equatable {
        let name: String
        /// `bluetooth` or `wlan`.
        let kind: String
        let isSoftBlocked: Bool
        let isHardBlocked: Bool
    }

    /// The adapters' names, `hci0` first.
    var adapters: [String] = []
    /// The Wi-Fi interfaces' names.
    var interfaces: [String] = []
    var switches: [Switch] = []
    /// The value of `JustWorksRepairing` in BlueZ's settings; `nil` where it is left at its default, `never`.
    var justWorksRepairing: String?
    var kernel = ""
    /// Whether NetworkManager is installed.
    var hasNetworkManager = false
    /// The libraries for devices that were set up that cannot be loaded.
    var missingLibraries: [ControlLibrary] = []

    /// Reads them below `root`, which is empty for this machine.
    static func read(root: String = "") -> MachineFacts {
        var facts = MachineFacts()
        facts.adapters = namesInDirectory(root + "/sys/class/bluetooth").filter { !$0.contains(":") }
        facts.interfaces = namesInDirectory(root + "/sys/class/net").filter { name in
            !namesInDirectory(root + "/sys/class/net/" + name + "/phy80211").isEmpty
        }
        facts.switches = namesInDirectory(root + "/sys/class/rfkill").compactMap { name in
            let directory = root + "/sys/class/rfkill/" + name + "/"
            guard let kind = firstLine(directory + "type") else { return nil }
            return Switch(
                name: firstLine(directory + "name") ?? name, kind: kind,
                isSoftBlocked: firstLine(directory + "soft") == "1", isHardBlocked: firstLine(directory + "hard") == "1"
            )
        }
        facts.justWorksRepairing = setting(
            "JustWorksRepairing", of: "General", in: textOfFile(root + "/etc/bluetooth/main.conf") ?? "")
        facts.hasNetworkManager = access(root + "/usr/sbin/NetworkManager", X_OK) == 0
        facts.missingLibraries = missingControlLibraries()
        facts.kernel = firstLine(root + "/proc/sys/kernel/osrelease") ?? ""
        return facts
    }

    /// The libraries for devices that were set up that cannot be loaded; each is tried.
    static func missingControlLibraries() -> [ControlLibrary] { ControlLibrary.allCases.filter { !$0.isHere } }

    private static func firstLine(_ path: String) -> String? {
        textOfFile(path, limit: 4096)?.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init)
    }

    /// The value of `name` in a file of `name = value` lines below `[section]`; comments begin with `#`. The last one counts.
    static func setting(_ name: String, of section: String, in text: String) -> String? {
        var isInside = false
        var value: String?
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("[") { isInside = line.hasPrefix("[\(section)]") }
            guard isInside else { continue }
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.split(separator: " ").joined(separator: " ") }
            if parts.count == 2, parts[0] == name { value = parts[1] }
        }
        return value
    }
}
