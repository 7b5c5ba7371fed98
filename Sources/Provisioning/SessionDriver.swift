import BluetoothLE
import ProvisioningProtocols
import Runtime

/// What a session asks of the part that moves its protocol's machine.
protocol SessionDriver: AnyObject, Sendable {
    /// Begins on a link whose attribute table is known.
    func start(_ connection: any PeripheralConnection, _ map: CharacteristicMap) async
    func networks(_ options: ScanOptions) -> EventStream<NetworkEvent, ProvisioningError>
    func stopScan() -> EventStream<Void, ProvisioningError>
    func version() -> EventStream<UInt32, ProvisioningError>
    func forget() -> EventStream<Void, ProvisioningError>
    func join(
        _ credentials: consuming Credentials, steeredAt address: ControlAddress?, before deadline: Instant?
    ) -> EventStream<JoinEvent, ProvisioningError>
    func status(once: Bool) -> EventStream<DeviceStatus, ProvisioningError>
    func diagnostics() -> EventStream<ProvisioningDiagnostic, Never>
    /// Stops the scan that the device does for this session, in a moment at most.
    func endScan() async
    /// Ends the link and waits for its end.
    func close() async
    /// Ends the link soon; nobody waits for it.
    func abandon()
}

/// A request on its way to a driver. Requests are taken in the order they were made.
enum SessionRequest: Sendable {
    case networks(ScanOptions, EventSource<NetworkEvent, ProvisioningError>)
    case stopScan(EventSource<Void, ProvisioningError>)
    case version(EventSource<UInt32, ProvisioningError>)
    case forget(EventSource<Void, ProvisioningError>)
    case join(CredentialBox, before: Instant?, EventSource<JoinEvent, ProvisioningError>)
    case status(EventSource<DeviceStatus, ProvisioningError>, once: Bool)
    case diagnostics(EventSource<ProvisioningDiagnostic, Never>)
}

/// Credentials on their way into a machine, kept by the session to hide them from its trace; wiped when that goes.
final class CredentialBox: Sendable {
    let credentials: Credentials
    let address: ControlAddress?

    init(_ credentials: consuming Credentials, steeredAt address: ControlAddress?) {
        self.credentials = credentials
        self.address = address
    }
}

extension CredentialBox: CustomStringConvertible, CustomReflectable {
    var description: String { "<credentials>" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
