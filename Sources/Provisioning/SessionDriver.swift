import ProvisioningProtocols
import Runtime

/// What a session asks of the part that moves its protocol's machine.
protocol SessionDriver: AnyObject, Sendable {
    func networks() -> EventStream<NetworkEvent, ProvisioningError>
    func join(_ credentials: consuming Credentials) -> EventStream<JoinEvent, ProvisioningError>
    func status(once: Bool) -> EventStream<DeviceStatus, ProvisioningError>
    func diagnostics() -> EventStream<ProvisioningDiagnostic, Never>
    /// Ends the link and waits for its end.
    func close() async
    /// Ends the link soon; nobody waits for it.
    func abandon()
}
