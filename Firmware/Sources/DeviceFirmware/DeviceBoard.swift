public import ProvisioningProtocols

/// What firmware brings: its Bluetooth, its Wi-Fi, its store, and what it wants to hear.
public typealias DeviceBoard = BluetoothPeripheral & WiFiDriver & CredentialStore & DeviceCallbacks

/// The Bluetooth of the microcontroller, as far as the device needs it. Services go by their place in the list of protocols,
/// characteristics by their protocol's own number.
///
/// None of its methods may call back into ``DeviceFirmware``; what a radio tells from an interrupt or a task of its own is
/// queued and told by the task that drives the device.
public protocol BluetoothPeripheral: ~Copyable {
    /// Whether a notification would be taken now. A list of networks waits where it would not; what the device has to tell
    /// by itself does not wait.
    var canNotify: Bool { get }
    /// Begins to advertise the services, connectable.
    mutating func startAdvertising()
    /// Ends that, and the links to all clients, each of which is told by ``DeviceFirmware/clientLeft(_:now:)``.
    mutating func stopAdvertising()
    /// What the device says of itself in its advertisement, as data for a service, has come to be `data`, 20 bytes at most.
    mutating func advertise(_ data: borrowing Span<UInt8>, for service: Int)
    /// Sends `value` to every subscriber of a characteristic: whole where its ATT MTU is at least 3 bytes longer, otherwise
    /// in pieces of what it carries. A value that cannot be queued is lost, as a notification may be.
    mutating func notify(_ value: borrowing Span<UInt8>, on characteristic: UInt8, of service: Int)
}

/// The Wi-Fi of the microcontroller. Each method begins something and returns at once; ``DeviceFirmware`` is told how it goes.
public protocol WiFiDriver: ~Copyable {
    /// Begins to look for access points, or says `false` where it cannot; ``DeviceFirmware/scanFinished(isComplete:now:)``
    /// tells that it has ended.
    mutating func startScan(_ options: ScanOptions) -> Bool
    /// Ends a scan early; that it has ended is told all the same.
    mutating func stopScan()
    /// How many access points the last scan found.
    var accessPointCount: Int { get }
    /// One of them, strongest first; `index` is below ``accessPointCount``.
    mutating func accessPoint(at index: Int) -> AccessPoint
    /// Leaves the present network and begins to join this one, or says `false` where it cannot;
    /// ``DeviceFirmware/wifiChanged(to:now:)`` tells each step.
    mutating func join(_ credentials: borrowing Credentials) -> Bool
    /// Leaves the present network, and stays off it.
    mutating func leave()
}

/// Where a store keeps credentials.
public enum CredentialSlot: UInt8, Sendable {
    /// Those of the network that worked.
    case committed
    /// Those that have not worked yet.
    case staged
}

/// Keeps credentials over a loss of power, at whatever step of whatever method it comes: afterwards each slot has what it had
/// before, or what it was to have.
public protocol CredentialStore: ~Copyable {
    /// Finds out what is kept; the first of its methods. `false` where the memory cannot be read.
    mutating func open() -> Bool
    /// The credentials in a slot; `nil` where there are none.
    mutating func load(_ slot: CredentialSlot) -> Credentials?
    /// Keeps credentials beside the committed ones, in the place of those staged before, and where the device is steered with
    /// them: at `address`, or as with the committed ones where that is `nil`. Volatile credentials are kept until a restart.
    /// `false`, and all as before, where it fails.
    mutating func stage(_ credentials: borrowing Credentials, steeredAt address: ControlAddress?) -> Bool
    /// Puts the staged credentials in the place of the committed ones.
    mutating func commit() -> Bool
    /// Drops the staged credentials.
    mutating func rollBack() -> Bool
    /// Drops all.
    mutating func forget() -> Bool
    /// Where the device is steered, by the committed credentials.
    mutating func controlAddress() -> ControlAddress?
}

extension CredentialStore where Self: ~Copyable {
    /// Nowhere: for stores of devices whose protocols carry no such thing.
    public mutating func controlAddress() -> ControlAddress? { nil }
}

/// What firmware hears of its set-up. Each does nothing by itself; none of it brings a passphrase, and none may call back into
/// ``DeviceFirmware``.
public protocol DeviceCallbacks: ~Copyable {
    /// A client has connected over Bluetooth.
    mutating func clientConnected(_ client: UInt32)
    /// A client has left.
    mutating func clientLeft(_ client: UInt32)
    /// Credentials for this network came in and are about to be stored.
    mutating func credentialsReceived(for ssid: SSID)
    /// They would survive a loss of power; the join begins.
    mutating func credentialsStored(for ssid: SSID)
    /// They could not be stored; what was stored before is intact.
    mutating func storingFailed(for ssid: SSID)
    /// Where the device stands with its Wi-Fi has changed.
    mutating func stateChanged(to status: JoinStatus)
    /// It is on this network, with this address.
    mutating func wifiConnected(to ssid: SSID, address: IPv4Address)
    /// The join of this network failed; the one that worked before, if there is one, is taken up again.
    mutating func connectionFailed(to ssid: SSID, because reason: JoinFailure)
    /// All stored credentials are cleared.
    mutating func credentialsCleared()
    /// The device is to be steered at this address, as credentials said that have worked: just now, or before the start.
    mutating func steered(at address: ControlAddress)
}

extension DeviceCallbacks where Self: ~Copyable {
    /// Nothing.
    public mutating func clientConnected(_ client: UInt32) {}
    /// Nothing.
    public mutating func clientLeft(_ client: UInt32) {}
    /// Nothing.
    public mutating func credentialsReceived(for ssid: SSID) {}
    /// Nothing.
    public mutating func credentialsStored(for ssid: SSID) {}
    /// Nothing.
    public mutating func storingFailed(for ssid: SSID) {}
    /// Nothing.
    public mutating func stateChanged(to status: JoinStatus) {}
    /// Nothing.
    public mutating func wifiConnected(to ssid: SSID, address: IPv4Address) {}
    /// Nothing.
    public mutating func connectionFailed(to ssid: SSID, because reason: JoinFailure) {}
    /// Nothing.
    public mutating func credentialsCleared() {}
    /// Nothing.
    public mutating func steered(at address: ControlAddress) {}
}
