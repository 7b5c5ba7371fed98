import BluetoothLE

/// The names that BlueZ gives its service, interfaces and errors (its doc/*-api.txt, release 5.66).
enum BlueZNames {
    static let service = "org.bluez"
    static let root = "/org/bluez"
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let gattService = "org.bluez.GattService1"
    static let characteristic = "org.bluez.GattCharacteristic1"
    static let gattManager = "org.bluez.GattManager1"
    static let advertisingManager = "org.bluez.LEAdvertisingManager1"
    static let advertisement = "org.bluez.LEAdvertisement1"
    static let agentManager = "org.bluez.AgentManager1"
    static let agent = "org.bluez.Agent1"
    static let properties = "org.freedesktop.DBus.Properties"

    /// The service that every attribute table has and no advertisement names (Bluetooth Assigned Numbers §3.4.1).
    static let genericAttributeService = BluetoothUUID(0x1801)

    /// The error `org.bluez.Error.<name>`.
    static func error(_ name: String) -> String { "org.bluez.Error." + name }
}
