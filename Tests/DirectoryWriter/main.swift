// Changes a device directory as fast as it can, and says on standard output what it is about to do and what was confirmed:
// the tests kill it, starve it, and compare what it said with what is there.
//
//     DirectoryWriter FILE FIRST COUNT [LIMIT]
//
// FIRST is the number of its first device, COUNT how many changes it makes (0: without end), LIMIT how long a file may become.

import DeviceDirectory
import Glibc
import ProvisioningProtocols
import SQLiteDirectory

func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(1, line, line.count)
}

func device(_ number: UInt64, _ name: String) -> Device {
    Device(
        id: DeviceID(high: 0, low: number), name: name, category: "Category \(number % 7)", topic: "home/lamp",
        provisioning: ProvisioningRecord(method: "JSON", time: .now))
}

/// Makes change number `index` of a sequence that is the same every time; its text.
func describe(_ index: UInt64, _ first: UInt64) -> String {
    let number = first + index / 5 * 100
    return switch index % 5 {
    case 0: "add \(number)"
    case 1: "merge \(number + 10)"
    case 2: "rename \(number) \(index)"
    case 3: "report \(number + 11) \(index)"
    default: "remove \(number + 12)"
    }
}

func make(_ index: UInt64, _ first: UInt64, _ directory: SQLiteDirectory) async throws(DirectoryError) {
    let number = first + index / 5 * 100
    switch index % 5 {
    case 0: try await directory.add(device(number, "Lamp"))
    case 1:
        let devices = (number + 10..<number + 60).map { device($0, "Lamp") }
        _ = try await directory.merge(DirectoryContents(devices: devices), .keepListed)
    case 2: _ = try await directory.edit(DeviceID(high: 0, low: number), [.rename("Lamp \(index)")])
    case 3:
        let state = DeviceState(isOn: true, mode: Int(index))
        let report = DeviceReport(id: DeviceID(high: 0, low: number + 11), time: .now, state: state)
        _ = try await directory.record([report])
    default: try await directory.remove(DeviceID(high: 0, low: number + 12))
    }
}

let arguments = CommandLine.arguments
guard arguments.count >= 4, let first = UInt64(arguments[2]), let count = UInt64(arguments[3]) else { exit(2) }
if arguments.count > 4, let limit = rlim_t(arguments[4]) {
    // Without the signal, writing beyond the limit is an error like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    var limits = rlimit(rlim_cur: limit, rlim_max: limit)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
}
do {
    let directory = try SQLiteDirectory(path: arguments[1])
    say("opened")
    var index: UInt64 = 0
    while count == 0 || index < count {
        let text = describe(index, first)
        say("begin \(text)")
        try await make(index, first, directory)
        say("done \(text)")
        index += 1
    }
} catch {
    say("failed \(error.code.rawValue) \(error)")
    exit(1)
}
