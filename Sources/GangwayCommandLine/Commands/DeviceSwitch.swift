import ControllableDevice
import DefaultControl
import JSONText

/// What `gangway device` switches: two values, which last as long as the process, or for good in a file of the folder of `--data`.
actor DeviceSwitch: Switch {
    private var present: SwitchState
    private let path: String?
    private let console: Console

    /// The longest file that is read, in bytes.
    private static let limit = 1024

    /// A switch that is off and in the first of `modes`, or as the file in `folder` says.
    /// - Throws: where that file cannot be read; it is left as it is.
    init(folder: String?, modes: [Int32], console: Console) throws(CommandFailure) {
        self.console = console
        path = folder.map { $0 + "/switch" }
        present = SwitchState(isOn: false, mode: modes.first ?? 0)
        guard let path, let kept = try Self.read(path) else { return }
        present.isOn = kept.isOn
        if modes.contains(kept.mode) { present.mode = kept.mode }
    }

    func state() -> SwitchState { present }

    func apply(_ command: SwitchCommand) -> SwitchState {
        let next = command.applied(to: present)
        if next != present {
            present = next
            keep()
        }
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
            throw CommandFailure(.failed, error.code.rawValue, fault: .caller, error.summary, advice: error.advice)
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
