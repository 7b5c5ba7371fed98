import CredentialVault
import DefaultControl
import DeviceCatalogue
import DeviceDirectory
import ProvisioningProtocols
import MessageBroker
import Runtime

/// What the commands share that list and steer devices.
struct ControlContext: Sendable {
    let context: CommandContext
    let home: ControlHome
    let directory: any DeviceDirectory

    /// Opens the list of devices in the folder of `--home`, and makes both where they are missing.
    init(_ context: CommandContext) throws(CommandFailure) {
        self.context = context
        home = try context.home()
        do throws(DirectoryError) { directory = try DefaultControl.directory(home) } catch {
            throw CommandFailure(error)
        }
    }

    var console: Console { context.console }

    /// Does something with the list.
    func list<Result>(
        _ body: (any DeviceDirectory) async throws(DirectoryError) -> Result
    ) async throws(CommandFailure) -> Result {
        do throws(DirectoryError) { return try await body(directory) } catch { throw CommandFailure(error) }
    }

    /// The device that a person means: by its name as it is listed, by its id in any case of letters, or the only one.
    /// - Throws: status 3 where none fits, or more than one; those are listed.
    func device(_ wanted: String?) async throws(CommandFailure) -> Device {
        let id = wanted.flatMap { DeviceID($0) }
        if let id, let device = try await list({ list throws(DirectoryError) in try await list.device(id) }) {
            return device
        }
        let devices = try await list { list throws(DirectoryError) in try await list.devices() }
        let fitting = devices.filter { device in wanted.map { device.name == $0 } ?? true }
        if let only = fitting.first, fitting.count == 1 { return only }
        guard let first = fitting.first else {
            let near = wanted.flatMap { nearest(to: $0, among: devices.lazy.map(\.name)) }
            throw CommandFailure(
                .notFound, "notFound", fault: .caller,
                devices.isEmpty
                    ? "No device is listed."
                    : "No device of that name or id is listed." + DeviceFinder.question(near),
                advice: devices.isEmpty
                    ? "Where a broker is set up, `gangway join` lists a device that is steered over it; `gangway devices add` lists one that "
                        + "was set up elsewhere."
                    : "Listed: " + Self.names(devices) + ".")
        }
        let catalogue = try? catalogue()
        for device in fitting { console.emit(device.json("listed", device.kind.flatMap { catalogue?.kind($0) })) }
        let why = wanted == nil ? "More than one device is listed." : "More than one device is called \(first.name)."
        throw CommandFailure(
            .notFound, "ambiguous", fault: .caller, safeText(why),
            advice: "Give the \(wanted == nil ? "name" : "id") of the one you mean.",
            list: fitting.prefix(20).map { "\(safeText($0.name))  \($0.id)" })
    }

    /// Tells of the other devices of the list that are called like `device`: by its name neither can be meant any more.
    func tellNamesakes(of device: Device) async {
        guard let devices = try? await list({ list throws(DirectoryError) in try await list.devices() }) else { return }
        for other in devices where other.id != device.id && other.name == device.name {
            let text = Self.text(namesake: other)
            console.emit(Self.json(namesake: text, of: device))
            console.say(text)
        }
    }

    /// That there is another device of the name, where that is, and what to do.
    private static func text(namesake other: Device) -> String {
        "Another device is called \(safeText(other.name).debugDescription) too: \(safeText(other.topic))/\(other.id). "
            + "`gangway devices rename \(other.id) NAME` gives it another name."
    }

    /// The object that is printed of such a device.
    static func json(namesake text: String, of device: Device) -> JSONObject {
        [
            "event": .string("notice"), "id": .string(device.id.description), "code": .string("sameName"),
            "text": .string(text),
        ]
    }

    private static func names(_ devices: [Device]) -> String {
        let shown = devices.prefix(10).map { safeText($0.name) }
        return shown.joined(separator: ", ") + (devices.count > shown.count ? " and more" : "")
    }

    /// The catalogue of `--catalogue`, of `GANGWAY_CATALOGUE`, or in the folder.
    func catalogue() throws(CommandFailure) -> DeviceCatalogue { try context.catalogue(in: home) }
}

extension CommandContext {
    /// The folder of `--home`, made where it is missing.
    func home() throws(CommandFailure) -> ControlHome {
        do throws(ControlFileError) {
            let home = try ControlHome.standard(arguments.values["home"])
            try home.prepare()
            return home
        } catch {
            throw CommandFailure(error)
        }
    }

    /// What `--broker`, or else `broker.json` in `home`, says.
    func brokerFile(_ home: ControlHome) throws(CommandFailure) -> BrokerFile {
        do throws(ControlFileError) {
            return try BrokerFile(path: arguments.values["broker"] ?? home.brokerFile)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The vault that the broker's file chooses, or the one in `home` where no broker is chosen.
    func vault(_ home: ControlHome) throws(CommandFailure) -> any CredentialVault {
        var choice = BrokerFile.Vault.file
        do throws(ControlFileError) {
            choice = try BrokerFile(path: arguments.values["broker"] ?? home.brokerFile).vault
        } catch {
            guard error.code == .brokerMissing else { throw CommandFailure(error) }
        }
        do throws(VaultError) { return try DefaultControl.vault(home, choice) } catch { throw CommandFailure(error) }
    }

    /// How the broker of `file` is reached, with the password that its vault keeps.
    func settings(_ file: BrokerFile, _ home: ControlHome) async throws(CommandFailure) -> BrokerSettings {
        do throws(DefaultControl.SettingsError) {
            return try await DefaultControl.settings(file, in: home)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// A connection to the broker of `file`, which is not told to connect yet.
    func broker(_ file: BrokerFile, _ home: ControlHome) async throws(CommandFailure) -> any Broker {
        let settings = try await settings(file, home)
        do throws(BrokerError) { return try DefaultControl.broker(settings) } catch { throw CommandFailure(error) }
    }
}
