import DeviceDirectory

extension DirectoryContractCase {
    static let listing: [DirectoryContractCase] = [
        DirectoryContractCase(description: "It is empty at first") { directory in
            try claim(try await directory.devices().isEmpty, "there are devices")
            try claim(try await directory.categories().isEmpty, "there are categories")
            try claim(try await directory.device(Sample.id(1)) == nil, "there is a device")
        },
        DirectoryContractCase(description: "A device comes back with every value it was given") { directory in
            try await directory.add(Sample.full)
            let listed = try await directory.device(Sample.full.id)
            try claim(listed == Sample.full, "it came back as \(String(describing: listed))")
            try claim(try await directory.devices() == [Sample.full], "the list differs")
        },
        DirectoryContractCase(description: "Devices stay in the order in which they were added") { directory in
            for number: UInt64 in [5, 3, 9, 1] { try await directory.add(Sample.device(number)) }
            _ = try await directory.edit(Sample.id(3), [.rename("Aardvark")])
            let ids = try await directory.devices().map(\.id)
            try claim(ids == [5, 3, 9, 1].map(Sample.id), "they are \(ids)")
        },
        DirectoryContractCase(description: "A device that is listed is not added a second time") { directory in
            try await directory.add(Sample.device(1, name: "First"))
            try await refuse(.alreadyListed) { () async throws(DirectoryError) in
                try await directory.add(Sample.device(1, name: "Second"))
            }
            let names = try await directory.devices().map(\.name)
            try claim(names == ["First"], "the names are \(names)")
        },
        DirectoryContractCase(description: "A device set up again keeps its name and category and takes the rest") {
            directory in
            var first = Sample.full
            try await directory.add(first)
            let later = WallTime(milliseconds: Sample.time.milliseconds + 5000)
            let second = Device(
                id: first.id, name: "New", kind: "lamp-2", category: "Attic", topic: "home/other",
                provisioning: ProvisioningRecord(method: "WiFiSet", time: later, network: "Loft"), lastSeen: later)
            let entry = try await directory.enroll(second)
            first.topic = "home/other"
            first.kind = "lamp-2"
            first.provisioning = second.provisioning
            first.lastSeen = later
            try claim(entry == first, "the entry is \(entry)")
            try claim(try await directory.devices() == [first], "the list differs")
        },
        DirectoryContractCase(
            description:
                "A device that is reached over Bluetooth alone has no topic, and is known by its Bluetooth identifier"
        ) {
            directory in
            let record = ProvisioningRecord(method: "wifiset", time: Sample.time, peripheral: "C0:FF:EE:00:00:02")
            let device = Device(id: Sample.id(3), name: "Lamp", topic: "", provisioning: record)
            try await directory.enroll(device)
            try claim(try await directory.devices() == [device], "it is listed otherwise")
            let text = try await directory.exportJSON()
            try claim(try DirectoryContents(json: text).devices == [device], "its export reads otherwise")
            try await refuse(.invalidValue) { () async throws(DirectoryError) in
                let nameless = ProvisioningRecord(method: "wifiset", time: Sample.time)
                try await directory.enroll(Device(id: Sample.id(4), name: "Fan", topic: "", provisioning: nameless))
            }
        },
        DirectoryContractCase(description: "A device set up for the first time is listed as it is") { directory in
            let entry = try await directory.enroll(Sample.full)
            try claim(entry == Sample.full, "the entry is \(entry)")
            try claim(try await directory.devices() == [Sample.full], "the list differs")
        },
        DirectoryContractCase(description: "A device that was removed is gone, with its history") { directory in
            try await directory.add(Sample.device(1))
            try await directory.add(Sample.device(2))
            try await directory.record([SignalSample(time: Sample.time, strength: -40)], of: Sample.id(1))
            try await directory.remove(Sample.id(1))
            try claim(try await directory.devices().map(\.id) == [Sample.id(2)], "it is still listed")
            try await directory.add(Sample.device(1))
            try claim(try await directory.signalHistory(of: Sample.id(1)).isEmpty, "its history is still there")
        },
        DirectoryContractCase(description: "What is not listed cannot be changed, removed or asked for its history") {
            directory in
            try await refuse(.notFound) { () async throws(DirectoryError) in
                try await directory.edit(Sample.id(1), [.rename("Lamp")])
            }
            try await refuse(.notFound) { () async throws(DirectoryError) in try await directory.remove(Sample.id(1)) }
            try await refuse(.notFound) { () async throws(DirectoryError) in
                _ = try await directory.signalHistory(of: Sample.id(1))
            }
            try await refuse(.notFound) { () async throws(DirectoryError) in
                try await directory.record([SignalSample(time: Sample.time, strength: -40)], of: Sample.id(1))
            }
        },
    ]
}
