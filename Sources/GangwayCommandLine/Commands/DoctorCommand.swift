import BluetoothLE
import DefaultPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `gangway doctor`.
struct DoctorCommand {
    let context: CommandContext

    /// Looks, and tells.
    func run() async throws(CommandFailure) -> ExitStatus {
        let radio = try context.radio()
        if case .virtual = radio { return examine(virtual: radio) }
        let bus = await BusFacts.read(time: context.time)
        if Task.isCancelled { throw .interrupted }
        let diagnosis = Diagnosis(
            machine: .read(), bus: bus, bluezVersion: Self.bluezVersion(), isRoot: getuid() == 0)
        tell(diagnosis.findings)
        return diagnosis.canUseBluetooth ? .done : .machineCannot
    }

    private func tell(_ findings: [Finding]) {
        for finding in findings {
            context.console.emit(finding.json)
            context.console.say(finding.line)
        }
    }

    /// The virtual radio needs nothing but its directory; what is done with it besides needs libraries.
    private func examine(virtual radio: RadioChoice) -> ExitStatus {
        let finding: Finding
        do throws(BluetoothError) {
            _ = try DefaultPlatform.central(radio)
            finding = Finding(
                check: "virtualRadio", state: .ok, text: "The virtual radio can be used; it needs no adapter.")
        } catch {
            finding = Finding(
                check: "virtualRadio", state: .off,
                text: "The virtual radio cannot be used: \(safeText(error.detail)).",
                advice: "Name another directory, or leave it out: --radio virtual.")
        }
        tell([finding] + Finding.libraries(missing: MachineFacts.missingControlLibraries(), isRoot: getuid() == 0))
        return finding.state == .ok ? .done : .machineCannot
    }

    /// What `bluetoothctl --version` says, `bluetoothctl: 5.66`.
    private static func bluezVersion() -> String? {
        guard let pipe = popen("bluetoothctl --version 2>/dev/null </dev/null", "re") else { return nil }
        defer { pclose(pipe) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), pipe) != nil else { return nil }
        let text = line.prefix { $0 != 0 && $0 != 0x0A }.map { UInt8(bitPattern: $0) }
        return String(decoding: text, as: UTF8.self).split(separator: " ").last.map(String.init)
    }
}
