import DefaultControl

/// Draws the findings from the facts. It asks nothing itself, so that every machine can be tried in a test.
struct Diagnosis {
    let machine: MachineFacts
    let bus: BusFacts
    /// BlueZ's version, where its tools are installed.
    let bluezVersion: String?
    let isRoot: Bool

    /// All findings, in the order in which to mend them.
    var findings: [Finding] {
        [systemBus, adapter] + rfkill + [bluetoothd] + power
            + [networkManager, wifi, repairing].compactMap(\.self) + libraries + [versions].compactMap(\.self)
    }

    /// Whether Bluetooth can be used.
    var canUseBluetooth: Bool { !findings.contains { $0.state == .off } }

    private var adapter: Finding {
        let names = Set(machine.adapters).union(bus.powered.keys).sorted()
        guard names.isEmpty else {
            return Finding(check: "adapter", state: .ok, text: "Bluetooth adapter: " + names.joined(separator: ", "))
        }
        return Finding(
            check: "adapter", state: .off, text: "No Bluetooth adapter.",
            advice: "Plug one in, or try things with `--radio virtual`.")
    }

    private var rfkill: [Finding] {
        machine.switches.filter { $0.kind == "bluetooth" || $0.kind == "wlan" }.compactMap { radio in
            let isBluetooth = radio.kind == "bluetooth"
            let state: Finding.State = isBluetooth ? .off : .warning
            if radio.isHardBlocked {
                return Finding(
                    check: "rfkill", state: state, text: "\(safeText(radio.name)) is blocked by a hardware switch.",
                    advice: "Turn the switch on, or enable the radio in the firmware settings.")
            }
            guard radio.isSoftBlocked else { return nil }
            return Finding(
                check: "rfkill", state: state, text: "\(safeText(radio.name)) is blocked by software.",
                mend: (isRoot ? "" : "sudo ") + "rfkill unblock " + radio.kind)
        }
    }

    private var systemBus: Finding {
        guard let failure = bus.busFailure else {
            return Finding(check: "bus", state: .ok, text: "The system bus answers.")
        }
        return Finding(
            check: "bus", state: .off, text: "The system bus cannot be reached: \(safeText(failure)).",
            mend: asRoot("systemctl start dbus"))
    }

    private var bluetoothd: Finding {
        switch bus.bluetoothd {
        case .running: Finding(check: "bluetoothd", state: .ok, text: "The Bluetooth service runs.")
        case .notPermitted:
            Finding(
                check: "permission", state: .off, text: "This user may not talk to the Bluetooth service.",
                mend: asRoot("usermod -aG bluetooth \"$USER\""), advice: "Then log in again.")
        case .notRunning:
            bluezVersion == nil
                ? Finding(
                    check: "bluetoothd", state: .off, text: "The Bluetooth service is not installed.",
                    mend: asRoot("apt-get install bluez"))
                : Finding(
                    check: "bluetoothd", state: .off, text: "The Bluetooth service does not run.",
                    mend: asRoot("systemctl start bluetooth"))
        }
    }

    private var power: [Finding] {
        bus.powered.sorted { $0.key < $1.key }.map { name, isPowered in
            isPowered
                ? Finding(check: "power", state: .ok, text: "\(safeText(name)) is switched on.")
                : Finding(
                    check: "power", state: .off, text: "\(safeText(name)) is switched off.",
                    mend: "bluetoothctl power on")
        }
    }

    private var networkManager: Finding {
        switch bus.networkManager {
        case .running: Finding(check: "networkManager", state: .ok, text: "NetworkManager runs.")
        case .notPermitted:
            Finding(
                check: "networkManager", state: .warning, text: "This user may not talk to NetworkManager.",
                advice: "Run `gangway device` as root.")
        case .notRunning:
            Finding(
                check: "networkManager", state: .warning,
                text: "NetworkManager does not run; only `gangway device --station networkmanager` needs it.",
                mend: (machine.hasNetworkManager ? "" : asRoot("apt-get install network-manager") + " && ")
                    + asRoot("systemctl start NetworkManager"))
        }
    }

    private var wifi: Finding? {
        if bus.isWiFiEnabled == false {
            return Finding(
                check: "wifi", state: .warning, text: "Wi-Fi is switched off in NetworkManager.",
                mend: "nmcli radio wifi on")
        }
        guard machine.interfaces.isEmpty else {
            return Finding(
                check: "wifi", state: .ok,
                text: "Wi-Fi interface: " + machine.interfaces.map(safeText).joined(separator: ", "))
        }
        return Finding(
            check: "wifi", state: .warning,
            text: "No Wi-Fi interface; only `gangway device --station networkmanager` needs one.",
            advice: "Plug one in, or use `--station simulated:FILE`.")
    }

    private var repairing: Finding? {
        guard bluezVersion != nil || bus.bluetoothd == .running else { return nil }
        let value = machine.justWorksRepairing ?? "never"
        if ["confirm", "always"].contains(value) {
            return Finding(
                check: "repairing", state: .ok,
                text: "Lost bonds can be made anew (JustWorksRepairing = \(safeText(value))).")
        }
        return Finding(
            check: "repairing", state: .info,
            text: "As a device, this machine refuses whoever has lost the bond with it and pairs again "
                + "(JustWorksRepairing = \(safeText(value))); `gangway device --protocol nordic` wants otherwise.",
            mend: asRoot(
                #"sed -i -e '/^ *JustWorksRepairing/d' -e 's/^\[General\]/&\nJustWorksRepairing = confirm/' "#
                    + "/etc/bluetooth/main.conf") + " && " + asRoot("systemctl restart bluetooth"))
    }

    private var libraries: [Finding] { Finding.libraries(missing: machine.missingLibraries, isRoot: isRoot) }

    private var versions: Finding? {
        let parts = [
            bluezVersion.map { "BlueZ " + $0 }, bus.networkManagerVersion.map { "NetworkManager " + $0 },
            machine.kernel.isEmpty ? nil : "Linux " + machine.kernel, "gangway " + ProgramDescription.version,
        ]
        return Finding(
            check: "versions", state: .info, text: parts.compactMap { $0.map(safeText) }.joined(separator: ", "))
    }

    private func asRoot(_ command: String) -> String { Finding.asRoot(command, isRoot: isRoot) }
}
