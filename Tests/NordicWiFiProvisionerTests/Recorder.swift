import Dispatch
import NordicWiFiProvisioner
import Runtime
import Testing

/// All delegates in one, which writes down what it is told, in order.
final class Recorder: ScannerDelegate, ConnectionDelegate, InfoDelegate, WiFiScannerDelegate, ProvisionDelegate {
    let events: EventStream<String, Never>
    private let source: EventSource<String, Never>
    let found = Lock<ScanResult?>(nil)
    let networks = Lock<[WifiInfo]>([])

    private static let queueName = DispatchSpecificKey<String>()

    init() {
        (events, source) = EventStream.make()
        DispatchQueue.main.setSpecific(key: Self.queueName, value: "main")
    }

    /// The next thing that was told.
    func next() async -> String { await events.next() ?? "nothing more" }

    /// Passes over what is told, up to what is wanted.
    func until(_ isWanted: (String) -> Bool) async {
        while let text = await events.next() { if isWanted(text) { return } }
    }

    private func write(_ text: String, _ error: (any Error)? = nil) {
        #expect(DispatchQueue.getSpecific(key: Self.queueName) == "main", "told of \(text) elsewhere")
        source.yield(error.map { "\(text), \($0)" } ?? text)
    }

    func scannerDidUpdateState(_ state: Scanner.State) { write("scanner \(state)") }
    func scannerStartedScanning() { write("scanner started") }
    func scannerStoppedScanning() { write("scanner stopped") }
    func scannerDidDiscover(_ scanResult: ScanResult) {
        let isNew = found.withLock { found in
            defer { found = scanResult }
            return found == nil
        }
        if isNew { write("found \(scanResult.name)") }
    }

    func deviceManagerConnectedDevice(_ deviceManager: DeviceManager) { write("connected device") }
    func deviceManagerDidFailToConnect(_ deviceManager: DeviceManager, error: any Error) {
        write("failed to connect", error)
    }
    func deviceManagerDisconnectedDevice(_ deviceManager: DeviceManager, error: (any Error)?) {
        write("disconnected device", error)
    }
    func deviceManager(_ deviceManager: DeviceManager, changedConnectionState newState: DeviceManager.ConnectionState) {
        write("link \(newState)")
    }

    func versionReceived(_ version: Result<Int, ProvisionerInfoError>) { write("version \(version)") }
    func deviceStatusReceived(_ status: Result<DeviceStatus, ProvisionerError>) {
        switch status {
        case .success(let status):
            let state = status.state.map { "\($0)" } ?? "none"
            write(
                "status \(state) \(status.provisioningInfo?.ssid ?? "-") \(status.connectionInfo?.ip?.description ?? "-")"
            )
        case .failure(let error): write("no status", error)
        }
    }

    func deviceManagerDidStartScan(_ deviceManager: DeviceManager, error: (any Error)?) { write("scan started", error) }
    func deviceManagerDidStopScan(_ deviceManager: DeviceManager, error: (any Error)?) { write("scan stopped", error) }
    func deviceManager(_ deviceManager: DeviceManager, discoveredAccessPoint wifi: WifiInfo, rssi: Int?) {
        networks.withLock { $0.append(wifi) }
        write("network \(wifi.ssid) \(rssi ?? 0)")
    }

    func deviceManagerDidSetConfig(_ deviceManager: DeviceManager, error: (any Error)?) { write("config set", error) }
    func deviceManager(_ deviceManager: DeviceManager, didChangeState state: ConnectionState) {
        write("state \(state)")
    }
    func deviceManagerDidForgetConfig(_ deviceManager: DeviceManager, error: (any Error)?) { write("forgotten", error) }
}
