import Foundation
import Glibc
import PrivateBus
import Testing

@Suite("Setting a device up in the page")
struct SetUpTests {
    /// A device on the air of `hub`, by the program that was built with these tests.
    private static func device(_ hub: HubUnderTest, _ name: String = "Lamp") throws -> (ChildProcess, ProcessPipe) {
        let file = hub.folder.path + "/networks.json"
        let networks = """
            {"networks":[{"ssid":"Barn","security":"wpa-personal","passphrase":"hay and horses","signal":-52},
            {"ssid":"Guests","security":"open","signal":-70}]}
            """
        try Data(networks.utf8).write(to: URL(fileURLWithPath: file))
        let pipe = try ProcessPipe()
        let process = try ChildProcess(
            TalkingProgram.path("gangway"),
            ["device", "--radio", "virtual:\(hub.folder.path)/air", "--station", "simulated:\(file)", "--name", name],
            streams: [FileHandle.nullDevice.fileDescriptor, pipe.writing.fileDescriptor, 2])
        try pipe.writing.close()
        var text = ""
        while !text.contains("On the air") {
            let more = pipe.reading.availableData
            try #require(!more.isEmpty)
            text += String(decoding: more, as: UTF8.self)
        }
        return (process, pipe)
    }

    private static func connect(_ page: WebClient, until fits: ([String: Any]) -> Bool) throws -> [String: Any] {
        let view = try page.event("view") { ($0["connect"] as? [String: Any]).map(fits) ?? false }
        return view["connect"] as? [String: Any] ?? [:]
    }

    @Test(
        "Found, chosen, given a wrong passphrase, corrected in place, on its network; a page that is loaded again is at the same step"
    )
    func wrongThenRight() async throws {
        try await onThread {
            let hub = try HubUnderTest()
            try hub.enter()
            let device = try Self.device(hub)
            let page = try hub.events()
            try hub.post("/do/open/connect")
            let found = try Self.connect(page) { ($0["candidates"] as? [Any])?.isEmpty == false }
            let id = try #require((found["candidates"] as? [[String: Any]])?.first?["id"] as? String)
            try hub.post("/do/connect/choose", ["id": id])
            let listed = try Self.connect(page) { connect in
                let networks = connect["networks"] as? [String: Any]
                return (networks?["entries"] as? [Any])?.count == 2 && networks?["loading"] as? Bool == false
            }
            let entries = try #require((listed["networks"] as? [String: Any])?["entries"] as? [[String: Any]])
            #expect(entries.first?["name"] as? String == "Barn")
            try hub.post("/do/connect/pick", ["id": try #require(entries.first?["id"] as? String)])
            _ = try Self.connect(page) { $0["stage"] as? String == "credentials" }
            try hub.post("/do/connect/join", ["passphrase": "horses and hay"])
            let wrong = try Self.connect(page) { connect in
                let problem = (connect["result"] as? [String: Any])?["problem"] ?? connect["problem"]
                return (problem as? [String: Any])?["code"] as? String == "join.wrongPassphrase"
            }
            #expect((wrong["steps"] as? [[String: Any]])?.isEmpty == false)
            let again = try hub.events().event("view")
            #expect((again["connect"] as? [String: Any])?["stage"] as? String == wrong["stage"] as? String)
            if wrong["stage"] as? String == "result" {
                try hub.post("/do/connect/correct")
                _ = try Self.connect(page) { $0["stage"] as? String == "credentials" }
            }
            try hub.post("/do/connect/join", ["passphrase": HubUnderTest.password])
            let right = try Self.connect(page) { ($0["result"] as? [String: Any])?["success"] as? Bool == true }
            let text = (right["result"] as? [String: Any])?["text"] as? String
            #expect(text?.hasPrefix("The device is on Barn, at ") == true)
            try hub.post("/do/connect/finish")
            _ = try page.event("view") { ($0["path"] as? [Any])?.isEmpty == true }
            device.0.signal(SIGTERM)
            _ = device.0.wait()
        }
    }

    @Test("No passphrase is ever in what a page is sent")
    func secrecy() async throws {
        try await onThread {
            let hub = try HubUnderTest()
            try hub.enter()
            let device = try Self.device(hub)
            let page = try hub.events()
            try hub.post("/do/open/connect")
            let found = try Self.connect(page) { ($0["candidates"] as? [Any])?.isEmpty == false }
            try hub.post(
                "/do/connect/choose",
                ["id": try #require((found["candidates"] as? [[String: Any]])?.first?["id"] as? String)])
            _ = try Self.connect(page) { $0["stage"] as? String == "networks" }
            try hub.post("/do/connect/type", ["name": "Barn"])
            _ = try Self.connect(page) { $0["stage"] as? String == "credentials" }
            try hub.post("/do/connect/join", ["passphrase": "hay and horses", "remembers": true])
            var isDone = false
            while !isDone {
                let event = try page.event()
                #expect(!event.data.contains("hay and horses"))
                isDone = event.data.contains(#""success":true"#)
            }
            device.0.signal(SIGTERM)
            _ = device.0.wait()
        }
    }
}
