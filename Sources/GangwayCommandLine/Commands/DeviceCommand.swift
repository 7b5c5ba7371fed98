import BluetoothLE
import DefaultPlatform
import ProvisionableDevice
import ProvisioningProtocols
import Runtime
import WiFiStation

/// `gangway device`.
struct DeviceCommand {
    let context: CommandContext

    private static let defaultName = "Gangway"

    /// Serves until it is interrupted or the limit passes.
    func run() async throws(CommandFailure) -> ExitStatus {
        let station = try await makeStation()
        let steering = try await DeviceSteering(context, name: try name(), on: station)
        let device = try makeDevice(station)
        let showing = Task { await steering?.show() }
        let serving = Task { () -> DeviceError? in
            do throws(DeviceError) { try await device.run() } catch { return error }
            return nil
        }
        let failure = await withTaskCancellationHandler {
            await show(device.events, steering)
            await steering?.stop()
            serving.cancel()
            return await serving.value
        } onCancel: {
            serving.cancel()
        }
        await showing.value
        if let failure { throw CommandFailure(failure) }
        if context.hasExpired { return .done }
        throw .interrupted
    }

    private func makeStation() async throws(CommandFailure) -> any Station {
        let arguments = context.arguments
        guard let station = arguments.values["station"] else {
            throw .usage(
                "--station is missing: networkmanager, networkmanager:wlan0 or simulated:FILE", command: "device")
        }
        guard let choice = StationChoice(station) else {
            throw .usage("--station takes networkmanager, networkmanager:wlan0 or simulated:FILE", command: "device")
        }
        if case .networkManager = choice, arguments.values["data"] != nil {
            throw .usage(
                "--data is for simulated stations: NetworkManager keeps its networks itself", command: "device")
        }
        do throws(StationError) {
            return try await DefaultPlatform.station(choice, data: arguments.values["data"])
        } catch {
            throw CommandFailure(error, of: choice)
        }
    }

    private func makeDevice(_ station: any Station) throws(CommandFailure) -> ProvisionableDevice {
        let configuration = DeviceConfiguration(name: try name(), protocols: try protocols())
        let radio = try context.radio()
        let host: any PeripheralHost
        do throws(BluetoothError) { host = try DefaultPlatform.peripheralHost(radio) } catch {
            throw CommandFailure(error)
        }
        return ProvisionableDevice(
            host: host, station: station, configuration: configuration, time: context.time, trace: context.tracing)
    }

    /// The protocols to serve, one or several with commas between them.
    private func protocols() throws(CommandFailure) -> [DeviceProtocol] {
        guard let names = context.arguments.values["protocol"] else { return [.wifiSet] }
        var protocols: [DeviceProtocol] = []
        for name in names.split(separator: ",", omittingEmptySubsequences: false) {
            guard let one = DeviceProtocol(named: String(name)) else {
                throw .usage(
                    "--protocol takes wifiset, nordic, json, or several with commas between", command: "device")
            }
            if !protocols.contains(where: { $0.name == one.name }) { protocols.append(one) }
        }
        return protocols
    }

    /// The name to advertise. Bluetooth's own limit is 248 bytes (Core Specification 5.4, Vol 3 Part C §12.1).
    private func name() throws(CommandFailure) -> String {
        let name = context.arguments.values["name"] ?? Self.defaultName
        guard (1...248).contains(name.utf8.count), safeText(name) == name else {
            throw .usage("--name takes 1 to 248 bytes without control characters", command: "device")
        }
        return name
    }

    private func show(_ events: EventStream<DeviceEvent, Never>, _ steering: DeviceSteering?) async {
        var isReady = false
        var lastSentence = ""
        while true {
            switch await events.next(until: context.deadline, on: context.time) {
            case .event(let event):
                context.console.emit(event.json)
                if event.sentence != lastSentence { context.console.say(event.sentence) }
                lastSentence = event.sentence
                await steering?.follow(event)
                if case .advertising = event, !isReady {
                    isReady = true
                    notifyServiceManager("READY=1")
                }
            case .timedOut, .cancelled, .ended: return
            case .failed: return
            }
        }
    }
}

extension CommandFailure {
    /// What the end of a device means.
    init(_ error: DeviceError) {
        if let radio = error.radio {
            self.init(radio)
        } else {
            self.init(.failed, error.code.rawValue, fault: .caller, error.description)
        }
    }
}
