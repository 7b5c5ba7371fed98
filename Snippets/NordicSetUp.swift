// Gives a network to the first device that speaks Nordic's Wi-Fi provisioning, with the API that users of Nordic's library know.
// Run: GANGWAY_RADIO=virtual swift run NordicSetUp, with `gangway device --radio virtual --protocol nordic
// --station simulated:Examples/barn.json --name Barn-Lamp` beside it.

import Foundation
import NordicWiFiProvisioner

// Foundation has a Scanner too: without this line the name is ambiguous.
typealias Scanner = NordicWiFiProvisioner.Scanner

final class SetUp: ScannerDelegate, ConnectionDelegate, ProvisionDelegate {
    private let scanner = Scanner()
    private var manager: DeviceManager?

    func start() {
        scanner.delegate = self
        scanner.startScan()
    }

    func scannerDidUpdateState(_ state: Scanner.State) {
        print("Bluetooth:", state, scanner.unavailability?.detail ?? "")
    }

    func scannerDidDiscover(_ scanResult: ScanResult) {
        guard manager == nil else { return }
        scanner.stopScan()
        let manager = DeviceManager(scanResult: scanResult)
        manager.connectionDelegate = self
        manager.provisionerDelegate = self
        manager.connect()
        self.manager = manager
    }

    func scannerStartedScanning() {}
    func scannerStoppedScanning() {}

    func deviceManagerConnectedDevice(_ deviceManager: DeviceManager) {
        let barn = WifiInfo(ssid: "Barn", bssid: .none, channel: 0, auth: .wpa2Psk)
        do {
            try deviceManager.setConfig(wifi: barn, passphrase: "hay and horses", volatileMemory: false)
        } catch {
            print("not sent:", error)
        }
    }

    func deviceManagerDidFailToConnect(_ deviceManager: DeviceManager, error: any Error) { print("no link:", error) }
    func deviceManagerDisconnectedDevice(_ deviceManager: DeviceManager, error: (any Error)?) { print("link ended") }
    func deviceManager(
        _ deviceManager: DeviceManager, changedConnectionState newState: DeviceManager.ConnectionState
    ) {}

    func deviceManagerDidSetConfig(_ deviceManager: DeviceManager, error: (any Error)?) {
        print(error.map { "refused: \($0)" } ?? "taken")
    }

    func deviceManager(_ deviceManager: DeviceManager, didChangeState state: ConnectionState) {
        print("Wi-Fi:", state)
        if state == .connected { exit(0) }
    }

    func deviceManagerDidForgetConfig(_ deviceManager: DeviceManager, error: (any Error)?) {}
}

@main
struct NordicSetUp {
    static func main() {
        let setUp = SetUp()
        setUp.start()
        RunLoop.main.run()  // delegates are called on the main queue, and held weakly
        withExtendedLifetime(setUp) {}
    }
}
