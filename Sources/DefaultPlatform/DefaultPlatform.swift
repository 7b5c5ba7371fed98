import BlueZRadio
public import BluetoothLE
import NetworkManagerStation
import SimulatedStation
import VirtualRadio
public import WiFiStation

/// The one place that knows which back ends there are: a program that brings none of its own takes them from here.
public enum DefaultPlatform {
    /// The end that looks for devices.
    /// - Throws: ``BluetoothError`` where the radio cannot be opened.
    public static func central(_ choice: RadioChoice) throws(BluetoothError) -> any Central {
        switch choice {
        case .bluez(let adapter): BlueZCentral(adapter: adapter)
        case .virtual(let directory): try VirtualRadio(directory: directory)
        }
    }

    /// The end that advertises.
    /// - Throws: ``BluetoothError`` where the radio cannot be opened.
    public static func peripheralHost(_ choice: RadioChoice) throws(BluetoothError) -> any PeripheralHost {
        switch choice {
        case .bluez(let adapter): BlueZPeripheralHost(adapter: adapter)
        case .virtual(let directory): try VirtualRadio(directory: directory)
        }
    }

    /// The Wi-Fi of a device. `data` is a directory in which a simulated station keeps its networks; `nil` keeps them in
    /// memory. NetworkManager keeps its own.
    /// - Throws: ``StationError`` where the station cannot be opened.
    public static func station(_ choice: StationChoice, data: String?) async throws(StationError) -> any Station {
        switch choice {
        case .networkManager(let interface): NetworkManagerStation(interface: interface)
        case .simulated(let file): try SimulatedStation(file: file, data: data)
        }
    }
}
