import DeviceControl
public import DeviceDirectory
public import ProvisioningProtocols
import Runtime

// What a person does with the devices. Each call ends when it is done and safe, or with what went wrong; what it changed shows in
// the home by then or a moment later.
extension HomeModel {
    /// Switches a device, into a mode where one is given, and ends when the device reports that it is so. Meanwhile the device
    /// has a ``DeviceFacts/pending`` command. What goes wrong is also the device's ``DeviceModel/problem`` until the next command.
    @discardableResult
    public func set(_ id: DeviceID, isOn: Bool, mode: Int? = nil) async -> Problem? {
        guard let device = byID[id] else { return Problem(DirectoryError.notFound(id)) }
        device.commands += 1
        let number = device.commands
        change(device) { $0.pending = PendingCommand(isOn: isOn, mode: mode) }
        let problem = await send(DeviceCommand(isOn: isOn, mode: mode), device)
        // A later command's answer is to come yet.
        guard number == device.commands else { return problem }
        device.problem = problem
        change(device, evenIfSame: true) { $0.pending = nil }
        if let problem {
            note(Sentence("activity.commandFailed", device.name, problem.detail), of: id, isProblem: true)
        } else {
            note(Sentence(isOn ? "activity.switchedOn" : "activity.switchedOff", device.name), of: id)
        }
        return problem
    }

    private func send(_ command: DeviceCommand, _ device: DeviceModel) async -> Problem? {
        guard let control else {
            if case .lost(let problem) = broker { return problem }
            return Problem("broker", "notSetUp", nil, .openSettings)
        }
        guard let address = device.address else {
            return Problem("control", device.isSteered ? "invalidTopic" : "notSteered", nil, .none)
        }
        do throws(ControlError) {
            try await control.set(command, of: address, deadline: services.time.now + Self.commandLimit)
            return nil
        } catch {
            return Problem(error)
        }
    }

    private func change(_ device: DeviceModel, evenIfSame: Bool = false, _ body: (inout DeviceFacts) -> Void) {
        var change = HomeChange()
        update(device, &change, body)
        if evenIfSame { change.devices.insert(device.id) }
        publish(change)
    }

    /// Calls a device otherwise.
    @discardableResult
    public func rename(_ id: DeviceID, to name: String) async -> Problem? {
        await edit { directory throws(DirectoryError) in try await directory.edit(id, [.rename(name)]) }
    }

    /// Puts a device into a category, which is made where it is missing; into none for `nil`.
    @discardableResult
    public func move(_ id: DeviceID, to category: String?) async -> Problem? {
        await edit { directory throws(DirectoryError) in try await directory.edit(id, [.move(to: category)]) }
    }

    /// Changes a device's entry in one step: all of `edits`, or none.
    @discardableResult
    public func edit(_ id: DeviceID, _ edits: [DeviceEdit]) async -> Problem? {
        await edit { directory throws(DirectoryError) in try await directory.edit(id, edits) }
    }

    /// Takes a device from the list, with its state and history. The device itself keeps its Wi-Fi.
    @discardableResult
    public func remove(_ id: DeviceID) async -> Problem? {
        let name = byID[id]?.name
        let problem = await edit { directory throws(DirectoryError) in try await directory.remove(id) }
        if problem == nil, let name { note(Sentence("activity.removed", name), of: id) }
        return problem
    }

    /// Lists a device that is on its network already.
    @discardableResult
    public func add(_ device: Device) async -> Problem? {
        let problem = await edit { directory throws(DirectoryError) in try await directory.add(device) }
        if problem == nil { note(Sentence("activity.added", device.name), of: device.id) }
        return problem
    }

    /// Lists a device that was set up.
    func enroll(_ device: Device) async -> Problem? {
        await edit { directory throws(DirectoryError) in try await directory.enroll(device) }
    }

    /// Changes the categories.
    @discardableResult
    public func edit(_ edit: CategoryEdit) async -> Problem? {
        await self.edit { directory throws(DirectoryError) in try await directory.edit(edit) }
    }

    /// How strongly a device received its network, in the order in which the samples came: at most 1,000, five minutes apart.
    public func signalHistory(of id: DeviceID) async throws(Problem) -> [SignalSample] {
        guard let directory else { throw unavailable }
        do throws(DirectoryError) { return try await directory.signalHistory(of: id) } catch { throw Problem(error) }
    }

    private func edit(_ body: (any DeviceDirectory) async throws(DirectoryError) -> Void) async -> Problem? {
        guard let directory else { return unavailable }
        do throws(DirectoryError) {
            try await body(directory)
            return nil
        } catch {
            return Problem(error)
        }
    }

    private var unavailable: Problem { directoryProblem ?? Problem("directory", "closed", nil, .tryAgain) }
}
