import DeviceDirectory

extension DirectoryContractCase {
    static let observing: [DirectoryContractCase] = [
        DirectoryContractCase(description: "An observer gets all that is listed first, then what changed") {
            directory in
            try await directory.add(Sample.device(1))
            let changes = try await directory.changes()
            try await expect(
                changes, DirectoryBatch(isWhole: true, categories: ["Lamps"], devices: [Sample.device(1)]))
            try await directory.add(Sample.device(2))
            try await expect(changes, DirectoryBatch(devices: [Sample.device(2)]))
            let later = WallTime(milliseconds: 5000)
            let state = DeviceState(isOn: true, time: later)
            let report = DeviceReport(id: Sample.id(2), time: later, state: state)
            try await directory.record([report])
            try await expect(changes, DirectoryBatch(reports: [report]))
            try await directory.remove(Sample.id(1))
            try await expect(changes, DirectoryBatch(removed: [Sample.id(1)]))
            try await directory.edit(.rename("Lamps", to: "Lights"))
            var moved = Sample.device(2, category: "Lights")
            moved.take(report)
            try await expect(changes, DirectoryBatch(categories: ["Lights"], devices: [moved]))
        },
        DirectoryContractCase(description: "A slow observer gets one batch with the newest of every device") {
            directory in
            let changes = try await directory.changes()
            for number: UInt64 in 1...3 { try await directory.add(Sample.device(number)) }
            var device = Sample.device(1)
            for count in 1...100 {
                let report = DeviceReport(
                    id: Sample.id(1), time: WallTime(milliseconds: Int64(count)),
                    state: DeviceState(isOn: count % 2 == 0, time: WallTime(milliseconds: Int64(count))))
                try await directory.record([report])
                device.take(report)
            }
            try await directory.remove(Sample.id(2))
            let batch = DirectoryBatch(
                isWhole: true, categories: ["Lamps"], removed: [Sample.id(2)], devices: [device, Sample.device(3)])
            try await expect(changes, batch)
        },
        DirectoryContractCase(description: "A refused change is told to nobody") { directory in
            let changes = try await directory.changes()
            _ = await changes.next()
            try await refuse(.invalidValue) { () async throws(DirectoryError) in
                try await directory.add(Device(id: Sample.id(1), name: "", topic: "t"))
            }
            try await refuse(.notFound) { () async throws(DirectoryError) in try await directory.remove(Sample.id(1)) }
            try await directory.add(Sample.device(2, category: nil))
            try await expect(changes, DirectoryBatch(devices: [Sample.device(2, category: nil)]))
        },
    ]

    private static func expect(_ changes: DirectoryChanges, _ expected: DirectoryBatch) async throws {
        let batch = await changes.next()
        try claim(batch == expected, "the batch is \(String(describing: batch)), not \(expected)")
    }
}
