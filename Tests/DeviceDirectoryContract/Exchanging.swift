import DeviceDirectory

extension DirectoryContractCase {
    static let exchanging: [DirectoryContractCase] = [
        DirectoryContractCase(description: "What was exported is imported whole into an empty directory's like") {
            directory in
            try await directory.edit(.add("Empty"))
            try await directory.add(Sample.full)
            try await directory.add(Sample.device(2, category: nil))
            let samples = [
                SignalSample(time: Sample.time, strength: -128), SignalSample(time: Sample.time, strength: 127),
            ]
            try await directory.record(samples, of: Sample.full.id)
            let before = try await directory.contents()
            let text = try await directory.exportJSON()
            let read = try DirectoryContents(json: text)
            try claim(read == before, "the text reads as \(read)")
            for device in before.devices { try await directory.remove(device.id) }
            let summary = try await directory.importJSON(text)
            try claim(summary == MergeSummary(added: 2), "the summary is \(summary)")
            try claim(try await directory.contents() == before, "the directory differs")
        },
        DirectoryContractCase(description: "An empty list that is imported changes nothing") { directory in
            try await directory.add(Sample.full)
            for text in ["[]", #"{"devices":[]}"#, #"{"version":1,"categories":[],"devices":[]}"#] {
                for policy in [MergePolicy.keepListed, .takeImported] {
                    let summary = try await directory.importJSON(Array(text.utf8), policy)
                    try claim(summary == MergeSummary(), "the summary is \(summary)")
                }
            }
            try claim(try await directory.devices() == [Sample.full], "the list changed")
        },
        DirectoryContractCase(description: "What is no list is refused, and nothing changes") { directory in
            try await directory.add(Sample.full)
            let nothing = [UInt8](repeating: 0, count: 100)
            let half = Array(try await directory.exportJSON().dropLast(40))
            for bytes in [[], nothing, half, Array("{}".utf8), Array("7".utf8), Array(#"{"devices":7}"#.utf8)] {
                try await refuse(.unreadableImport) { () async throws(DirectoryError) in
                    try await directory.importJSON(bytes, .takeImported)
                }
            }
            let newer = #"{"format":"gangway.devices","version":2,"devices":[]}"#
            try await refuse(.newerVersion) { () async throws(DirectoryError) in
                try await directory.importJSON(Array(newer.utf8))
            }
            try claim(try await directory.devices() == [Sample.full], "the list changed")
        },
        DirectoryContractCase(
            description: "A plain array of devices is imported, and members that are not known are kept"
        ) {
            directory in
            let text = """
                [ { "id": "9B1F7C0E-3D52-4A6B-8F21-000000000001", "name": "Desk", "topic": "home/desk", "category": "Lamps",
                    "image": "desk_lamp", "isActive": true, "mode": {"a": [1]}, "colour": "red" },
                  { "id": "9B1F7C0E-3D52-4A6B-8F21-000000000002", "name": "Fan", "topic": "home/fan", "category": null } ]
                """
            let summary = try await directory.importJSON(Array(text.utf8))
            try claim(summary == MergeSummary(added: 2), "the summary is \(summary)")
            let desk = Device(
                id: Sample.id(1), name: "Desk", category: "Lamps", topic: "home/desk", picture: "desk_lamp",
                state: DeviceState(isOn: true), otherMembers: #"{"mode":{"a":[1]},"colour":"red"}"#)
            let fan = Device(id: Sample.id(2), name: "Fan", topic: "home/fan")
            let devices = try await directory.devices()
            try claim(devices == [desk, fan], "they are \(devices)")
            let again = try DirectoryContents(json: try await directory.exportJSON()).devices
            try claim(again == devices, "they are exported as \(again)")
        },
        DirectoryContractCase(description: "An empty picture or category is none, and its device comes in") {
            directory in
            let text = #"""
                [ { "id": "9b1f7c0e-3d52-4a6b-8f21-000000000001", "name": "Desk", "topic": "home/desk", "category": "",
                    "image": "", "isActive": false },
                  { "id": "9b1f7c0e-3d52-4a6b-8f21-000000000002", "name": "Fan", "topic": "home/fan", "image": " " } ]
                """#
            let summary = try await directory.importJSON(Array(text.utf8))
            try claim(summary == MergeSummary(added: 2), "the summary is \(summary)")
            let devices = try await directory.devices()
            try claim(devices.allSatisfy { $0.picture == nil && $0.category == nil }, "they are \(devices)")
        },
        DirectoryContractCase(description: "An entry that cannot be used is left out and named, and the others come in")
        {
            directory in
            let text = """
                [ { "id": "9b1f7c0e-3d52-4a6b-8f21-000000000001", "name": "Good", "topic": "home" },
                  { "id": "7", "name": "No UUID", "topic": "home" },
                  { "id": "9b1f7c0e-3d52-4a6b-8f21-000000000003", "name": "Wildcard", "topic": "home/#" },
                  { "id": "9b1f7c0e-3d52-4a6b-8f21-000000000004", "topic": "home" }, 5 ]
                """
            let summary = try await directory.importJSON(Array(text.utf8))
            try claim(summary.added == 1 && summary.refused.count == 4, "the summary is \(summary)")
            try claim(summary.refused.allSatisfy { $0.hasPrefix("Line ") }, "the lines are missing: \(summary.refused)")
        },
        DirectoryContractCase(description: "An import leaves or replaces what is listed, as it is told") { directory in
            try await directory.add(Sample.full)
            let other = Device(id: Sample.full.id, name: "Other", topic: "home/other")
            let contents = DirectoryContents(devices: [other, Sample.device(2)])
            let kept = try await directory.merge(contents, .keepListed)
            try claim(kept == MergeSummary(added: 1, kept: 1), "the summary is \(kept)")
            try claim(try await directory.device(other.id) == Sample.full, "the listed one changed")
            let taken = try await directory.merge(contents, .takeImported)
            try claim(taken == MergeSummary(updated: 2), "the summary is \(taken)")
            let device = try await directory.device(other.id)
            try claim(device == Sample.full.replaced(by: other), "it is \(String(describing: device))")
            try claim(device?.state == Sample.full.state && device?.name == "Other", "its state is gone")
        },
    ]
}
