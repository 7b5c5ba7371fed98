import Foundation
import Testing

@testable import GangwayCommandLine

@Suite("What is mistyped is named, and what may have been meant")
struct MistypedTests {
    @Test(
        "set says which word is no state, what is possible, and what is near",
        arguments: [
            (["Lamp", "of"], "\"of\" is no STATE, which is on or off; did you mean off?"),
            (["Lamp", "On"], "did you mean on?"), (["of"], "did you mean off?"),
            (["Lamp"], "STATE is missing after \"Lamp\": on or off"), (["Lamp", "up"], "\"up\" is no STATE"),
            (["on", "Desk lamp"], "and comes last: `gangway set 'Desk lamp' on`"),
        ])
    func state(words: [String], text: String) throws {
        let result = try ControlHomeFolder().run(["set"] + words)
        #expect(result.status == 2)
        #expect(result.errors.contains(text), "\(result.errors)")
    }

    @Test(
        "A sub-command, an option and a command that is asked about have their near words too",
        arguments: [
            (["devices", "rm", "Lamp"], "did you mean remove?"),
            (["broker", "use", "host", "--tls", "none"], "did you mean --no-tls?"),
            (["help", "jion"], "did you mean join?"),
        ])
    func near(words: [String], text: String) throws {
        let result = try ControlHomeFolder().run(words)
        #expect(result.status == 2 && result.errors.contains(text), "\(result.errors)")
    }

    @Test("A device that was not set up keeps its topic, and a mode's name without a catalogue is said to need one")
    func withoutTopicOrCatalogue() throws {
        let home = try ControlHomeFolder()
        try home.run("devices", "add", "Lamp", "--topic", "barn/lamp")
        let change = try home.run("devices", "change", "Lamp", "--topic", "")
        #expect(change.status == 1 && change.errors.contains("listed for its topic alone"), "\(change.errors)")
        let set = try home.run("set", "Lamp", "on", "--mode", "warm")
        #expect(set.status == 1 && set.errors.contains("--catalogue"), "\(set.errors)")
    }

    @Test("A listed device whose name is nearly the one that was typed is named")
    func listed() throws {
        let home = try ControlHomeFolder()
        try home.run("devices", "add", "Barn-Lamp", "--topic", "barn/lamp")
        for name in ["Barn-Lmap", "barn-lamp"] {
            let result = try home.run("set", name, "on")
            #expect(result.status == 3)
            #expect(result.errors.contains("listed. Did you mean Barn-Lamp?"), "\(result.errors)")
        }
        #expect(!(try home.run("set", "Kettle", "on").errors.contains("Did you mean")))
    }

    @Test("Of two listed devices of one name the one that came second says so, with the address of the first")
    func namesakes() throws {
        let home = try ControlHomeFolder()
        let first = try home.run("devices", "add", "Lamp", "--topic", "barn/lamp", "--id", FieldDevice.lamp)
        #expect(!first.output.contains("Another device"))
        let second = try home.run("devices", "add", "Lamp", "--topic", "home/lamp")
        #expect(second.output.contains("Another device is called \"Lamp\" too: barn/lamp/\(FieldDevice.lamp)."))
        try home.run("devices", "add", "Fan", "--topic", "home/fan")
        let notice = try #require(try home.run("devices", "rename", "Fan", "Lamp", "--json").objects.last)
        #expect(notice["code"] as? String == "sameName")
    }

    @Test("In a pipe, networks says on standard error what takes long, and nothing where it does not")
    func slow() throws {
        let air = try VirtualAir()
        try air.serve(networks: VirtualAir.slow)
        let slow = try air.run("networks", "Lamp", "--timeout", "5")
        #expect(slow.status == 4)
        #expect(slow.output.isEmpty && slow.errors.hasPrefix("gangway: Waiting for networks"), "\(slow.errors)")
        try air.serve(name: "Fan")
        #expect(try air.run("networks", "Fan").errors.isEmpty)
    }

    @Test("A passphrase that is too short is refused before anybody is told that it is about to be sent")
    func short() throws {
        let air = try VirtualAir()
        try air.serve()
        try Data("short\n".utf8).write(to: URL(fileURLWithPath: air.path("key")))
        let typed = try air.run("join", "Lamp", "--ssid", "Barn", input: "short\n")
        let read = try air.run("join", "Lamp", "--ssid", "Barn", "--passphrase-file", air.path("key"))
        let each = try air.run("join", "Lamp", "--each", "--quiet", "0.5", "--ssid", "Barn", input: "short\n")
        for result in [typed, read, each] {
            #expect(result.status == 1)
            #expect((result.output + result.errors).contains("shorter than the 8 bytes"), "\(result)")
            #expect(!result.output.contains("To Lamp"))
        }
    }
}
