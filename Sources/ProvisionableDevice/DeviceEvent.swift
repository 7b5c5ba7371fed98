public import BluetoothLE
public import ProvisioningProtocols
public import WiFiStation

/// What happens at a device that is being set up, for people and for callbacks. None of it ever holds a passphrase.
public enum DeviceEvent: Equatable, Sendable {
    /// The device is on the air under this name and can be found.
    case advertising(name: String)
    /// A central has connected.
    case centralConnected(CentralID)
    /// A central has left.
    case centralLeft(CentralID)
    /// A scan for networks has ended with this many access points.
    case scanned(count: Int)
    /// A scan for networks failed.
    case scanFailed(StationError)
    /// Credentials for this network came in and are about to be stored.
    case credentialsReceived(SSID)
    /// The credentials for this network would survive a power cut; the join begins.
    case stored(SSID)
    /// The credentials for this network could not be stored; what was stored before is intact.
    case storageFailed(SSID)
    /// The device's Wi-Fi changed its state; `ssid` is the network it is on or tries.
    case stateChanged(StationState, ssid: SSID?)
    /// The device is on this network, with this address.
    case connected(SSID, IPv4Address)
    /// The join of this network failed; the network that worked before, if there is one, is taken up again.
    case joinFailed(SSID, JoinFailure)
    /// The device is to be steered at this address, as credentials said that have worked: they have just done so, or are
    /// stored at the start.
    case assigned(ControlAddress)
    /// All stored networks are forgotten, and where the device was to be steered.
    case cleared
    /// Bluetooth cannot be used now; the device goes on by itself when it is back.
    case radioUnavailable(BluetoothError)
    /// Bluetooth can be used again.
    case radioAvailable
    /// Wi-Fi cannot be used now; the device goes on by itself when it is back.
    case stationUnavailable(StationError)
    /// Wi-Fi can be used again.
    case stationAvailable
}
