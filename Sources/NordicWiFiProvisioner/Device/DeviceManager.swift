public import BluetoothLE
public import Foundation

/// A device: it is connected to, asked where it stands, told to scan, and given or deprived of its network.
///
///     let manager = DeviceManager(scanResult: result)
///     manager.connectionDelegate = self
///     manager.connect()
///
/// All answers come to the delegates, on the main queue. Requests are for a device that is connected: otherwise they throw
/// ``DeviceNotConnectedError`` and nothing is sent. Every request is answered, by its limit at the latest. The link ends
/// when the manager is let go.
open class DeviceManager {
    /// Which device.
    public let deviceId: UUID
    private let engine: DeviceEngine

    /// The manager of the device that ``ScanResult/id`` or an earlier run of this program named.
    public convenience init(deviceId: UUID) { self.init(deviceId: deviceId, radio: .standard) }

    /// The manager of a device that was found.
    public convenience init(scanResult: ScanResult) { self.init(deviceId: scanResult.id) }

    /// The manager of a device on a radio of the caller's own, such as the virtual one.
    public convenience init(deviceId: UUID, central: any Central) {
        self.init(deviceId: deviceId, radio: Radio(central))
    }

    private init(deviceId: UUID, radio: Radio) {
        self.deviceId = deviceId
        engine = DeviceEngine(deviceId, radio)
        engine.manager.object = self
    }

    deinit { engine.end() }

    /// Where the link stands; changes are told to the ``connectionDelegate``.
    open var connectionState: ConnectionState { engine.connectionState }

    /// Who is told of the link; held weakly.
    open var connectionDelegate: (any ConnectionDelegate)? {
        get { engine.connectionDelegate.object }
        set { engine.connectionDelegate.object = newValue }
    }

    /// Who is told of version and status; held weakly.
    open var infoDelegate: (any InfoDelegate)? {
        get { engine.infoDelegate.object }
        set { engine.infoDelegate.object = newValue }
    }

    /// Who is told of access points; held weakly. ``wiFiScannerDelegate`` is the same.
    open var wiFiScanerDelegate: (any WiFiScanerDelegate)? {
        get { engine.scanDelegate.object }
        set { engine.scanDelegate.object = newValue }
    }

    /// ``wiFiScanerDelegate``, spelt as the field spells it.
    open var wiFiScannerDelegate: (any WiFiScannerDelegate)? {
        get { wiFiScanerDelegate }
        set { wiFiScanerDelegate = newValue }
    }

    /// Who is told how the device takes its network; held weakly.
    open var provisionerDelegate: (any ProvisionDelegate)? {
        get { engine.provisionDelegate.object }
        set { engine.provisionDelegate.object = newValue }
    }

    /// Connects and pairs, and reads version and status; the ``connectionDelegate`` is told when the device is ready.
    ///
    /// A product that has UUIDs of its own is reached by naming them; those left out are Nordic's. While a link is being
    /// ended, the new one is made as soon as that is over.
    open func connect(
        wifiServiceId: UUID? = nil, versionCharacteristicId: UUID? = nil, controlPointCharacteristicId: UUID? = nil,
        dataOutCharacteristicId: UUID? = nil
    ) {
        engine.connect(
            AttributeUUIDs(
                service: wifiServiceId, version: versionCharacteristicId, controlPoint: controlPointCharacteristicId,
                dataOut: dataOutCharacteristicId))
    }

    /// Ends the link. Without one nothing happens.
    open func disconnect() { engine.disconnect() }

    /// Asks for the version of the device's protocol.
    /// - Throws: ``DeviceNotConnectedError``.
    open func readVersion() throws { try engine.post(.version) }

    /// Asks where the device stands.
    /// - Throws: ``DeviceNotConnectedError``.
    open func readDeviceStatus() throws { try engine.post(.status) }

    /// Has the device look for networks. It looks once; its networks come for as long as it finds some.
    /// - Throws: ``DeviceNotConnectedError``.
    open func startScan(scanParams: ScanParams = ScanParams()) throws { try engine.post(.scan(scanParams)) }

    /// Has the device look for networks; `period` is in milliseconds.
    /// - Throws: ``DeviceNotConnectedError``.
    open func startScan(band: ScanParams.Band = .any, passive: Bool = true, period: UInt, groupChannels: UInt) throws {
        try startScan(
            scanParams: ScanParams(band: band, passive: passive, periodMs: period, groupChannels: groupChannels))
    }

    /// Has the device end its scan.
    /// - Throws: ``DeviceNotConnectedError``.
    open func stopScan() throws { try engine.post(.stopScan) }

    /// Gives the device its network. It is told whether the device took it, then how its join goes.
    /// - Throws: ``DeviceNotConnectedError``. What the device cannot be given, such as no network at all, is told to the
    ///   ``provisionerDelegate`` as ``ProvisionerError/invalidArgument``, and nothing is sent.
    open func setConfig(_ config: WifiConfig) throws { try engine.post(.setConfig(config)) }

    /// The same from its parts.
    /// - Throws: ``DeviceNotConnectedError``.
    open func setConfig(wifi: WifiInfo?, passphrase: String?, volatileMemory: Bool?) throws {
        try setConfig(WifiConfig(wifi: wifi, passphrase: passphrase, volatileMemory: volatileMemory))
    }

    /// Has the device leave its network and forget it.
    /// - Throws: ``DeviceNotConnectedError``.
    open func forgetConfig() throws { try engine.post(.forget) }
}

extension DeviceManager {
    /// Where a link stands.
    public enum ConnectionState: Hashable, Sendable {
        /// There is none.
        case disconnected
        /// It is coming about.
        case connecting
        /// The device is ready for requests.
        case connected
        /// It is being ended.
        case disconnecting
    }
}
