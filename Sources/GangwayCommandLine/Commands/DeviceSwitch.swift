import ControllableDevice
import DefaultControl
import JSONText

/// What `gangway device` switches: two values, which last as long as the process, or for good in a file of the folder of `--data`.
actor DeviceSwitch: Switch {
    private var present: SwitchState
    private let path: String?
    private let program: DeviceProgram?
    private let console: Console

    /// The longest file that is read, in bytes.
    private static let limit = 1024

    /// A switch that is off and in the first of `modes`, or as the file in `folder` says. What `program` does is done first.
    /// - Throws: where that file cannot be read, and is left as it is; where the program fails.
    init(
        folder: String?, modes: [Int32], program: DeviceProgram?, console: Console
    ) async throws(CommandFailure) {
        self.console = console
        self.program = program
        path = folder.map { $0 + "/switch" }
        present = SwitchState(isOn: false, mode: modes.first ?? 0)
        if let path, let kept = try Self.read(path) {
            present.isOn = kept.isOn
            if modes.contains(kept.mode) { present.mode = kept.mode }
        }
        try await program?.run(present)
    }

    func state() -> SwitchState { present }

    func apply(_ command: SwitchCommand) async -> SwitchState {
        let next = command.applied(to: present)
        guard next != present else { return present }
        do throws(CommandFailure) { try await program?.run(next) } catch {
            console.note("gangway: \(error.message)\n")
            return present
        }
        present = next
        keep()
        return present
    }

    private func keep() {
        guard let path else { return }
        var json = JSONWriter()
        json.beginObject()
        json.write(present.isOn, "status")
        json.write(present.mode, "mode")
        json.endObject()
        json.newLine(endsText: true)
        do throws(ControlFileError) { try SmallFile.replace(path, with: json.bytes) } catch {
            console.note("gangway: What the device does is not kept: \(safeText(error.description))\n")
        }
    }

    private static func read(_ path: String) throws(CommandFailure) -> SwitchState? {
        do throws(ControlFileError) {
            guard let bytes = try SmallFile.read(path, limit: limit) else { return nil }
            if let state = state(bytes) { return state }
        } catch {
            throw CommandFailure(error)
        }
        throw CommandFailure(
            .failed, "storageFailed", fault: .caller,
            "The file \(safeText(path)), in which the device keeps what it does, is damaged and was left as it is.",
            advice: "Move it away; the device begins switched off then.")
    }

    private static func state(_ bytes: [UInt8]) -> SwitchState? {
        guard case .object(let members)? = (try? JSONReader.read(bytes))?.kind else { return nil }
        func value(_ key: String) -> JSONValue.Kind? { members.first { $0.key == key }?.value.kind }
        guard case .bool(let isOn)? = value("status"), case .number(let text)? = value("mode"), let mode = Int32(text)
        else { return nil }
        return SwitchState(isOn: isOn, mode: mode)
    }
}
