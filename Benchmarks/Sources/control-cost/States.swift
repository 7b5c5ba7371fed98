import DeviceControl
import DeviceDirectory
import MessageBroker
import MosquittoBroker
import SQLiteDirectory

/// States that wait at the broker are taken in, read and stored.
enum States {
    /// Makes a directory of `count` devices.
    static func list(_ path: String, _ count: Int) async throws {
        let devices = (0..<count).map { Device(id: id($0), name: "Lamp \($0)", topic: "bench") }
        _ = try await SQLiteDirectory(path: path).merge(DirectoryContents(devices: devices), .keepListed)
    }

    /// The seconds from the first word to the broker until all `count` states of `devices` devices are read, and the newest
    /// of each is stored. The state of one device more comes last.
    static func take(
        from place: Place, _ session: String, _ path: String, _ count: Int, _ devices: Int
    ) async throws -> Double {
        let directory = try SQLiteDirectory(path: path)
        let broker = try place.broker(session)
        let control = DeviceControl(broker: broker, directory: directory)
        let stored = try await directory.changes()
        _ = await stored.next()
        await control.start()
        let start = seconds()
        broker.connect()
        while let batch = await stored.next() {
            if batch.reports.contains(where: { $0.id == id(devices) }) { break }
        }
        let taken = seconds() - start
        try await check(control, directory, count, devices)
        await control.stop()
        await broker.close()
        return taken
    }

    private static func check(
        _ control: DeviceControl, _ directory: SQLiteDirectory, _ count: Int, _ devices: Int
    ) async throws {
        let newest = (count - 1) / devices
        guard await control.misunderstood == 0 else { throw Unfit(text: "states were not understood") }
        for device in try await directory.devices() where device.id != id(devices) {
            guard device.state?.mode == newest else { throw Unfit(text: "\(device.id) is not stored as it was last") }
        }
    }
}
