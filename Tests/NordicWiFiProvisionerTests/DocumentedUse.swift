// swift-format-ignore-file
// What the documentation of Nordic's library tells its users to write, each piece as it stands there. That this file
// compiles is the test; its scopes only give the pieces the names that they leave to the reader.

import NordicWiFiProvisioner

enum ScannerUse {
    final class Owner {
        var scanner: Scanner!
        var scannerDelegate: (any NordicWiFiProvisioner.ScannerDelegate)?

        func start() {
            self.scanner = Scanner()
            self.scanner.delegate = scannerDelegate
        }
    }

    class ScannerDelegate {
        func scannerDidUpdateState(_ state: Scanner.State) {
            // Handle state change
        }

        func scannerStartedScanning() {
            // Handle start scanning
        }

        func scannerStoppedScanning() {
            // Handle stop scanning
        }
    }
}

enum ConnectionUse {
    final class Owner {
        var deviceManager: DeviceManager!
        var connectionDelegate: ConnectionDelegate?

        func connect(_ scanResult: ScanResult) {
            deviceManager = DeviceManager(scanResult: scanResult)
            deviceManager.connectionDelegate = connectionDelegate
            deviceManager.connect()
        }
    }

    class MyConnectionDelegate: ConnectionDelegate {
        func deviceManagerConnectedDevice(_ deviceManager: DeviceManager) {
            // Handle connected device
        }

        func deviceManagerDidFailToConnect(_ deviceManager: DeviceManager, error: Error) {
            // Handle failed to connect
        }

        func deviceManagerDisconnectedDevice(_ deviceManager: DeviceManager, error: Error?) {
            // Handle disconnected device
        }

        func deviceManager(_ deviceManager: DeviceManager, changedConnectionState newState: DeviceManager.ConnectionState) {
            // Handle connection state change
        }
    }
}

enum InfoUse {
    static func read(_ deviceManager: DeviceManager, _ infoDelegate: InfoDelegate) throws {
        // Set delegate
        deviceManager.infoDelegate = infoDelegate

        // Read device information
        try deviceManager.readVersion()
        try deviceManager.readDeviceStatus()
    }

    class MyInfoDelegate: InfoDelegate {
        func versionReceived(_ version: Result<Int, NordicWiFiProvisioner.ProvisionerInfoError>) {
            // Handle version
        }

        func deviceStatusReceived(_ status: Result<NordicWiFiProvisioner.DeviceStatus, NordicWiFiProvisioner.ProvisionerError>) {
            // Handle device status
        }
    }
}

enum ScanUse {
    static func scan(_ deviceManager: DeviceManager, _ wifiScanDelegate: WiFiScanerDelegate) throws {
        // Set delegate
        deviceManager.wiFiScanerDelegate = wifiScanDelegate

        // Start / Stop scanning
        try deviceManager.startScan()
        try deviceManager.stopScan()
    }

    class MyWiFiScannerDelegate: WiFiScanerDelegate {
        func deviceManager(_ deviceManager: DeviceManager, discoveredAccessPoint wifi: WifiInfo, rssi: Int?) {
            // Handle new Wi-Fi network
        }

        func deviceManagerDidStartScan(_ deviceManager: DeviceManager, error: Error?) {
            // Handle start scanning
        }

        func deviceManagerDidStopScan(_ deviceManager: DeviceManager, error: Error?) {
            // Handle stop scanning
        }
    }
}

enum ProvisionUse {
    static func provision(
        _ deviceManager: DeviceManager, _ provisionerDelegate: ProvisionDelegate, _ wifi: WifiInfo
    ) throws {
        // Set delegate
        deviceManager.provisionerDelegate = provisionerDelegate

        // Set configuration
        try deviceManager.setConfig(wifi: wifi, passphrase: "WiFiPassword", volatileMemory: false)

        // Forget configuration
        try deviceManager.forgetConfig()
    }

    class MyProvisionDelegate: ProvisionDelegate {
        func deviceManagerDidSetConfig(_ deviceManager: DeviceManager, error: Error?) {
            // New configuration was set
        }

        func deviceManager(_ deviceManager: NordicWiFiProvisioner.DeviceManager, didChangeState state: NordicWiFiProvisioner.ConnectionState) {
            // Connection Status changed
        }

        func deviceManagerDidForgetConfig(_ deviceManager: NordicWiFiProvisioner.DeviceManager, error: Error?) {
            // Configuration was removed
        }
    }
}
