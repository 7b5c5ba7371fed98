import DBus
import WiFiStation

/// What NetworkManager last said of itself and of the device: kept up to date by its signals, in their order.
struct DeviceFacts {
    /// Whether NetworkManager is there.
    var hasService = false
    /// Whether it lets this program manage Wi-Fi.
    var isPermitted = true
    /// The device's object; `nil` where there is none.
    var device: String?
    private var manager: [String: DBusValue] = [:]
    private var properties: [String: DBusValue] = [:]

    /// Takes in properties of the manager.
    mutating func mergeManager(_ changed: [String: DBusValue]) { manager.merge(changed) { $1 } }

    /// Takes in properties of the device, of any of its interfaces.
    mutating func mergeDevice(_ changed: [String: DBusValue]) { properties.merge(changed) { $1 } }

    /// Another device, or none.
    mutating func replaceDevice(_ path: String?, _ properties: [String: DBusValue]) {
        device = path
        self.properties = properties
    }

    /// Its name, such as `wlan0`.
    var interface: String { properties["Interface"]?.text ?? "" }

    /// Where the device stands.
    var state: DeviceState { DeviceState(rawValue: properties["State"]?.integer ?? 0) }

    /// Whether the link is up at the lowest layer: associated, for Wi-Fi (`NM_DEVICE_INTERFACE_FLAG_CARRIER`).
    var hasCarrier: Bool { (properties["InterfaceFlags"]?.integer ?? 0) & 0x10000 != 0 }

    /// The active connection's object.
    var activeConnection: String? { path("ActiveConnection") }

    /// The access point in use.
    var activeAccessPoint: String? { path("ActiveAccessPoint") }

    /// The IPv4 configuration's object.
    var ip4Config: String? { path("Ip4Config") }

    private func path(_ name: String) -> String? {
        guard let path = properties[name]?.text, path != NetworkManagerName.none else { return nil }
        return path
    }

    /// Why the station cannot be used; `nil` when it can.
    var trouble: StationError? {
        guard hasService else { return StationError(.serviceUnavailable, "NetworkManager does not run") }
        guard isPermitted else {
            return StationError(.notPermitted, "this user may not change connections of the system")
        }
        guard device != nil else { return StationError(.noInterface, "NetworkManager has no such Wi-Fi interface") }
        for name in ["WirelessEnabled", "WirelessHardwareEnabled"] where manager[name]?.bool == false {
            return StationError(.poweredOff, "Wi-Fi is switched off (\(name))")
        }
        switch state {
        case ...DeviceState.unmanaged:
            return StationError(.noInterface, "NetworkManager does not manage \(interface)")
        case .unavailable: return StationError(.serviceUnavailable, "\(interface) is not ready (wpa_supplicant)")
        default: return nil
        }
    }
}
