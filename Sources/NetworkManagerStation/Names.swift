import DBus

/// The names that NetworkManager has on D-Bus (NetworkManager 1.42, "D-Bus API Reference").
enum NetworkManagerName {
    static let service = "org.freedesktop.NetworkManager"
    static let managerPath = "/org/freedesktop/NetworkManager"
    static let settingsPath = "/org/freedesktop/NetworkManager/Settings"
    static let manager = service
    static let settings = service + ".Settings"
    static let profile = service + ".Settings.Connection"
    static let device = service + ".Device"
    static let wireless = service + ".Device.Wireless"
    static let accessPoint = service + ".AccessPoint"
    static let active = service + ".Connection.Active"
    static let ip4Config = service + ".IP4Config"
    static let properties = "org.freedesktop.DBus.Properties"
    /// The path that stands for "none".
    static let none = "/"
}

/// `NMDeviceType`
enum DeviceType {
    static let wifi = 2
}

/// `NM80211Mode`
enum WirelessMode {
    static let infrastructure = 2
}

/// `NMSettingsUpdate2Flags`
enum StorageFlags {
    static let toDisk: UInt32 = 0x1
    static let inMemoryOnly: UInt32 = 0x8
    /// The link in use is left as it is.
    static let noReapply: UInt32 = 0x40
}
