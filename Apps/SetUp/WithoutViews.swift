import CoreBluetoothRadio
import Provisioning
import ProvisioningProtocols

/// The same without the views: the first device in range joins `network`; `nil` where name or passphrase cannot be one.
func setUp(network: String, passphrase: String) async throws -> JoinOutcome? {
    let provisioner = Provisioner(central: CoreBluetoothCentral())
    for try await device in provisioner.discover() {
        return try await provisioner.withDevice(device) { session in
            guard let ssid = SSID(network), let passphrase = Passphrase(passphrase) else { return nil }
            return try await session.join(Credentials(ssid: ssid, passphrase: passphrase))
        }
    }
    return nil
}
