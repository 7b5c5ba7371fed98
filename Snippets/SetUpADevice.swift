// Finds a device, shows the networks it sees, and gives it the credentials of one of them.
// Run: GANGWAY_RADIO=virtual swift run SetUpADevice, with `gangway device` on the same radio.

import DefaultPlatform
import Provisioning
import ProvisioningProtocols

@main
struct SetUpADevice {
    static func main() async throws {
        let provisioner = Provisioner(central: try DefaultPlatform.central(.virtual(directory: nil)))
        for try await device in provisioner.discover() {
            print("setting up \(device.name ?? "a device without a name")")
            try await provisioner.withDevice(device) { session in
                for network in try await session.networks().merged { print(network.ssid, network.signal) }
                guard let ssid = SSID("Barn"), let passphrase = Passphrase("hay and horses") else { return }
                let credentials = Credentials(ssid: ssid, passphrase: passphrase, security: .wpaPersonal)
                switch try await session.join(credentials) {
                case .connected(let address, _): print("on the network, as", address.map(String.init) ?? "?")
                case .accepted: print("accepted; this device does not say more")
                case .failed(let reason, let message): print("failed:", reason, message)
                case .unknown(let why): print("unknown whether it joined:", why)
                }
            }
            return
        }
    }
}
