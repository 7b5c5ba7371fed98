public import BluetoothLE
import SimulatedStation
public import WiFiStation

#if canImport(CoreBluetooth)
    import CoreBluetoothRadio
#else
    import BlueZRadio
    import NetworkManagerStation
    import VirtualRadio
#endif

/// The one place that knows which back ends there are: a program that brings none of its own takes them from here.
public enum DefaultPlatform {
    /// The end that looks for devices.
    /// - Throws: ``BluetoothError`` where the radio cannot be opened.
    public static func central(_ choice: RadioChoice) throws(BluetoothError) -> any Central {
        switch choice {
        #if canImport(CoreBluetooth)
            case .coreBluetooth: CoreBluetoothCentral()
        #else
            case .bluez(let adapter): BlueZCentral(adapter: adapter)
            case .virtual(let directory): try VirtualRadio(directory: directory, followsSwitch: true)
        #endif
        }
    }

    /// The end that advertises.
    /// - Throws: ``BluetoothError`` where the radio cannot be opened.
    public static func peripheralHost(_ choice: RadioChoice) throws(BluetoothError) -> any PeripheralHost {
        switch choice {
        #if canImport(CoreBluetooth)
            case .coreBluetooth: CoreBluetoothPeripheralHost()
        #else
            case .bluez(let adapter): BlueZPeripheralHost(adapter: adapter)
            case .virtual(let directory): try VirtualRadio(directory: directory)
        #endif
        }
    }

    /// The Wi-Fi of a device. `data` is a directory in which a simulated station keeps its networks; `nil` keeps them in
    /// memory. NetworkManager keeps its own; on Apple's systems, which let no program join a network by itself, there is the
    /// simulated one alone.
    /// - Throws: ``StationError`` where the station cannot be opened.
    public static func station(_ choice: StationChoice, data: String?) async throws(StationError) -> any Station {
        switch choice {
        #if !canImport(CoreBluetooth)
            case .networkManager(let interface): NetworkManagerStation(interface: interface)
        #endif
        case .simulated(let file): try SimulatedStation(file: file, data: data)
        }
    }
}
