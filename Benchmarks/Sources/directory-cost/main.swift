import BenchTable
import DeviceDirectory
import Glibc
import ProvisioningProtocols
import SQLiteDirectory

// directory-cost make FILE N : makes a directory of N devices, and takes in reports
// directory-cost list FILE N : opens it and lists it; in a process of its own, whose memory then tells what that needs
// directory-cost program FOLDER N GANGWAY : lists it by the program GANGWAY, from FOLDER/devices.sqlite

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 3, let count = Int(arguments[2]) else { exit(2) }
if arguments[0] == "program", arguments.count == 4 { exit(listing(by: arguments[3], in: arguments[1], count) ? 0 : 1) }
let work = arguments[0] == "make" ? make : list
do {
    exit(try await work(arguments[1], count) ? 0 : 1)
} catch {
    print("directory-cost: \(error)")
    exit(1)
}

/// As a home has them: names of their own; categories, topics, kinds and networks that many share.
func device(_ number: Int) -> Device {
    Device(
        id: id(number), name: "Ceiling lamp number \(number) upstairs", kind: "ceiling-lamp-cw-\(number % 50)",
        category: "Living room and kitchen \(number % 40)", topic: "home/floor-\(number % 10)/ceiling-lamps",
        picture: "ceiling-lamp-\(number % 50).png",
        provisioning: ProvisioningRecord(method: "Topic JSON", time: .now, network: "The network upstairs"),
        lastSeen: .now, state: DeviceState(isOn: number % 2 == 0, mode: number % 5, time: .now))
}

func id(_ number: Int) -> DeviceID { DeviceID(high: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, low: UInt64(number)) }

func report(_ rows: [Row]) -> Bool {
    for row in rows { print(row.line) }
    return rows.allSatisfy(\.isWithin)
}

func make(_ path: String, _ count: Int) async throws(DirectoryError) -> Bool {
    print(Row.header)
    let directory = try SQLiteDirectory(path: path)
    let devices = (0..<count).map { device($0) }
    var start = processorSeconds()
    _ = try await directory.merge(DirectoryContents(devices: devices), .keepListed)
    let merging = processorSeconds() - start
    // As a burst of states arrives: 200,000 of 10,000 devices, in batches.
    start = processorSeconds()
    for batch in 0..<200 {
        let reports = (0..<1_000).map { number in
            let state = DeviceState(isOn: batch % 2 == 0, mode: batch, time: .now)
            return DeviceReport(id: id((batch * 1_000 + number) % 10_000), time: .now, state: state)
        }
        _ = try await directory.record(reports)
    }
    let recording = processorSeconds() - start
    return report([
        Row("directory: devices imported a second", Int(Double(count) / merging), atLeast: 50_000),
        Row("directory: reports stored a second", Int(200_000 / recording), atLeast: 150_000),
    ])
}

func list(_ path: String, _ count: Int) async throws(DirectoryError) -> Bool {
    var start = processorSeconds()
    let directory = try SQLiteDirectory(path: path)
    let opening = processorSeconds() - start
    start = processorSeconds()
    let devices = try await directory.devices()
    let listing = processorSeconds() - start
    let memory = peakMemory()
    return report([
        Row("directory: devices listed", devices.count, atLeast: count),
        Row("directory: opening and checking it, ms", Int(opening * 1_000), atMost: 500),
        Row("directory: listing them, ms", Int(listing * 1_000), atMost: 500),
        Row("directory: memory of that process at most, KB", memory, atMost: 200 * 1_024),
    ])
}

/// The most memory that this process has had, in KB.
func peakMemory() -> Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_maxrss
}
