// Finds a device and gives it the credentials of one of the networks that it sees.
// Run: swift run SetUpADevice, with `gangway device --radio virtual --station simulated:Examples/barn.json
// --name Barn-Lamp` beside it.

import DefaultPlatform
import Provisioning
import ProvisioningProtocols

@main
struct SetUpADevice {
    static func main() async throws {
        // .bluez(adapter: nil) is this machine's own adapter.
        let provisioner = Provisioner(central: try DefaultPlatform.central(.virtual(directory: nil)))
        for try await device in provisioner.discover() where device.name == "Barn-Lamp" {
            let outcome = try await provisioner.withDevice(device) { session in
                for network in try await session.networks().merged { print(network.ssid, network.signal) }
                guard let ssid = SSID("Barn"), let passphrase = Passphrase("hay and horses") else {
                    throw ImpossibleCredentials()  // a name has 1 to 32 bytes, a passphrase 8 to 63
                }
                return try await session.join(
                    Credentials(ssid: ssid, passphrase: passphrase, security: .wpaPersonal))
            }
            print(outcome)  // such as: connected, address 192.168.7.23, signal -52 dBm
            return
        }
    }
}

struct ImpossibleCredentials: Error {}
