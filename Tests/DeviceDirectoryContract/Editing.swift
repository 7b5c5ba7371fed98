import DeviceDirectory

extension DirectoryContractCase {
    /// Topics that cannot be used, and why.
    private static let badTopics = [
        "lamp+cw", "a#b", "", "$SYS/x", "a//b", "/a", "a/", "a\u{0}b", String(repeating: "x", count: 70_000),
    ]

    static let editing: [DirectoryContractCase] = [
        DirectoryContractCase(description: "All edits of one call are made, and nothing else changes") { directory in
            var expected = Sample.full
            try await directory.add(expected)
            let entry = try await directory.edit(
                expected.id, [.rename("Lamp"), .move(to: "Attic"), .topic("attic/lamp"), .kind(nil), .picture("b.png")])
            (expected.name, expected.category, expected.topic) = ("Lamp", "Attic", "attic/lamp")
            (expected.kind, expected.picture) = (nil, "b.png")
            try claim(entry == expected, "the entry is \(entry)")
            try claim(try await directory.device(expected.id) == expected, "it is stored otherwise")
            try claim(try await directory.categories() == ["Living room", "Attic"], "the categories differ")
        },
        DirectoryContractCase(description: "Of edits with one that cannot be made, none is made") { directory in
            try await directory.add(Sample.full)
            try await refuse(.invalidValue) { () async throws(DirectoryError) in
                try await directory.edit(Sample.full.id, [.rename("Lamp"), .move(to: "Attic"), .topic("a/#")])
            }
            try claim(try await directory.devices() == [Sample.full], "something changed")
            try claim(try await directory.categories() == ["Living room"], "a category was made")
        },
        DirectoryContractCase(description: "A topic that MQTT could not carry is refused when it is entered") {
            directory in
            try await directory.add(Sample.device(1))
            for topic in badTopics {
                try await refuse(.invalidValue) { () async throws(DirectoryError) in
                    try await directory.add(Device(id: Sample.id(2), name: "Lamp", topic: topic))
                }
                try await refuse(.invalidValue) { () async throws(DirectoryError) in
                    try await directory.enroll(Device(id: Sample.id(2), name: "Lamp", topic: topic))
                }
                try await refuse(.invalidValue) { () async throws(DirectoryError) in
                    try await directory.edit(Sample.id(1), [.topic(topic)])
                }
            }
            try claim(try await directory.devices() == [Sample.device(1)], "something was stored")
        },
        DirectoryContractCase(description: "A name that is empty, too long or steers a terminal is refused") {
            directory in
            for name in ["", " \t", String(repeating: "é", count: 101), "a\u{1B}[2J"] {
                try await refuse(.invalidValue) { () async throws(DirectoryError) in
                    try await directory.add(Device(id: Sample.id(2), name: name, topic: "t"))
                }
                try await refuse(.invalidValue) { () async throws(DirectoryError) in
                    try await directory.edit(.add(name))
                }
            }
            try await directory.add(Device(id: Sample.id(2), name: String(repeating: "é", count: 100), topic: "t"))
        },
        DirectoryContractCase(description: "Categories keep the person's order") { directory in
            for name in ["Lamps", "Fans", "Doors", "Pumps"] { try await directory.edit(.add(name)) }
            try await directory.edit(.order(["Doors", "Lamps"]))
            let names = try await directory.categories()
            try claim(names == ["Doors", "Lamps", "Fans", "Pumps"], "they are \(names)")
        },
        DirectoryContractCase(
            description: "A category that is renamed or removed takes its devices along or leaves them"
        ) {
            directory in
            try await directory.add(Sample.device(1, category: "Lamps"))
            try await directory.add(Sample.device(2, category: "Fans"))
            try await directory.edit(.rename("Lamps", to: "Lights"))
            try await directory.edit(.remove("Fans"))
            let categories = try await directory.devices().map(\.category)
            try claim(categories == ["Lights", nil], "the devices are in \(categories)")
            try claim(try await directory.categories() == ["Lights"], "the categories differ")
        },
        DirectoryContractCase(description: "A category is there once, and what is not there cannot be changed") {
            directory in
            try await directory.edit(.add("Lamps"))
            try await directory.edit(.add("Fans"))
            for edit in [CategoryEdit.add("Lamps"), .rename("Fans", to: "Lamps")] {
                try await refuse(.alreadyListed) { () async throws(DirectoryError) in try await directory.edit(edit) }
            }
            for edit in [CategoryEdit.remove("Doors"), .rename("Doors", to: "Gates"), .order(["Fans", "Doors"])] {
                try await refuse(.notFound) { () async throws(DirectoryError) in try await directory.edit(edit) }
            }
            try claim(try await directory.categories() == ["Lamps", "Fans"], "the categories changed")
        },
    ]
}
