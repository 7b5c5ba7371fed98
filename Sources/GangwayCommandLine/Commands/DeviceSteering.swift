import ControllableDevice
import DefaultControl
import MessageBroker
import ProvisionableDevice
import ProvisioningProtocols
import Runtime
import WiFiStation

/// How `gangway device` is steered, once it is on its network, over the broker that `--broker` names.
actor DeviceSteering {
    private let control: ControllableDevice
    private let console: Console
    /// Where it is to be steered, by its credentials.
    private var address: ControlAddress?
    private var isOnNetwork = false
    private var joinReporting = JoinReporting()

    /// The device of `--broker`, `--modes` and `--data`, called `name`, which is on its network by `station`; `nil` without
    /// `--broker`.
    init?(_ context: CommandContext, name: String, on station: any Station) async throws(CommandFailure) {
        let arguments = context.arguments
        console = context.console
        guard let file = arguments.values["broker"] else {
            for name in ["modes", "on-command"] where arguments.values[name] != nil {
                throw .usage("--\(name) is of no use without --broker", command: "device")
            }
            return nil
        }
        let modes = try Self.modes(arguments)
        let (settings, isNamedByID) = try await Self.settings(file, context)
        let program = arguments.values["on-command"].map { path in
            DeviceProgram(path: path, console: context.console, time: context.time)
        }
        let device = try await DeviceSwitch(
            folder: arguments.values["data"], modes: modes.map(\.number), program: program, console: context.console)
        let description = DeviceDescription(
            name: name, manufacturer: "Gangway", model: "gangway device", softwareVersion: ProgramDescription.version,
            modes: modes)
        let signal: ControllableDevice.SignalSource = { (try? await station.status())?.signal }
        let memory = arguments.values["data"].map { DeviceAddresses(folder: $0, console: context.console) }
        control = ControllableDevice(
            description, switching: device, signal: signal, memory: memory, time: context.time
        ) { address, lastWill throws(BrokerError) in
            var settings = settings
            if isNamedByID { settings.clientID = address.id.description }
            settings.lastWill = lastWill
            return try DefaultControl.broker(settings)
        }
    }

    /// A session is never kept: a command that comes when the device is back was meant for then. A user's password that is in no
    /// file is in the vault, and is needed.
    /// Beside the settings, whether the client id is to be the device's id.
    private static func settings(
        _ file: String, _ context: CommandContext
    ) async throws(CommandFailure) -> (BrokerSettings, Bool) {
        let broker: BrokerFile
        var home: ControlHome?
        do throws(ControlFileError) {
            broker = try BrokerFile(path: file)
            if broker.isPasswordInVault { home = try ControlHome.standard(context.arguments.values["home"]) }
        } catch {
            throw CommandFailure(error)
        }
        let isNamedByID = broker.clientID == BrokerFile.clientIDOfDevice
        if let home { return (try await context.settings(broker, home), isNamedByID) }
        do throws(DefaultControl.SettingsError) {
            return (try await DefaultControl.settings(broker, vault: nil), isNamedByID)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The names of `--modes`, numbered from 0.
    private static func modes(_ arguments: ParsedArguments) throws(CommandFailure) -> [DeviceDescription.Mode] {
        guard let text = arguments.values["modes"] else { return [] }
        var modes: [DeviceDescription.Mode] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard !name.isEmpty, safeText(name) == name, modes.count < 64, !modes.contains(where: { $0.name == name })
            else {
                throw .usage(
                    "--modes takes up to 64 names with commas between, each once, without control characters",
                    command: "device")
            }
            modes.append(DeviceDescription.Mode(number: Int32(modes.count), name: name))
        }
        return modes
    }

    /// Goes where the device's credentials say, as soon as it is on its network.
    func follow(_ event: DeviceEvent) async {
        let report = joinReporting.take(event)
        switch event {
        case .assigned(let assigned): address = assigned
        case .connected:
            isOnNetwork = true
            await control.reconnect(saying: report)
        case .cleared: (address, isOnNetwork) = (nil, false)
        default: return
        }
        if isOnNetwork || address == nil { await control.assign(address) }
    }

    /// Shows what happens, until ``stop()``.
    func show() async {
        var lastSentence = ""
        while let event = await control.events.next() {
            console.emit(event.json)
            if event.sentence != lastSentence { console.say(event.sentence) }
            lastSentence = event.sentence
        }
    }

    /// Says that the device is not there any more, also when the calling task is cancelled.
    nonisolated func stop() async {
        await Task { await control.stop() }.value
    }
}
