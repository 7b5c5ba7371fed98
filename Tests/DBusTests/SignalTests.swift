import DBus
import PrivateBus
import Runtime
import Testing

@Suite struct SignalTests {
    @Test("Signals arrive in order from the moment the rule is in place, also by the sender's well-known name")
    func order() async throws {
        let ends = try Ends()
        try await ends.server.requestName("test.Server")
        let signals = try await ends.client.signals(MatchRule(sender: "test.Server", interface: "test.I", member: "S"))
        for number in 0..<100 {
            try await ends.server.emit("/s", "test.I", "S", [.int32(Int32(number))])
            try await ends.server.emit("/s", "test.I", "Other", [.int32(-1)])
        }
        for number in 0..<100 { #expect(try await signals.next()?.arguments.first?.integer == number) }
    }

    @Test("A rule for a namespace and one for an argument take no others")
    func rules() async throws {
        let ends = try Ends()
        let below = try await ends.client.signals(MatchRule(pathNamespace: "/a/b", interface: "test.I"))
        let named = try await ends.client.signals(MatchRule(interface: "test.I", argument0: "its"))
        for (path, text) in [("/a", "1"), ("/a/b", "2"), ("/a/bc", "its"), ("/a/b/c", "4")] {
            try await ends.server.emit(path, "test.I", "S", [.string(text)])
        }
        #expect(try await below.next()?.path == "/a/b")
        #expect(try await below.next()?.path == "/a/b/c")
        #expect(try await named.next()?.path == "/a/bc")
        await #expect(throws: DBusError.self) {
            _ = try await ends.client.signals(MatchRule(argument0: "x',member='y"))
        }
    }

    @Test("The owner of a name is told now and at every change")
    func owners() async throws {
        let ends = try Ends()
        let owners = try await ends.client.owners(of: "test.Name")
        #expect(try await owners.next() == .some(nil))
        try await ends.server.requestName("test.Name")
        #expect(try await owners.next() == .some(try await ends.server.uniqueName()))
        await #expect(throws: DBusError.self) { try await ends.client.requestName("test.Name") }
        await ends.server.close()
        #expect(try await owners.next() == .some(nil))
    }

    @Test("Properties are read, written and their changes told; an object manager tells what comes and goes")
    func properties() async throws {
        let ends = try Ends()
        let name = try await ends.server.uniqueName()
        let volume = Lock<UInt16>(3)
        let interface = Interface(
            "test.P",
            properties: [
                Interface.Property("Fixed", .strings(["a"])),
                Interface.Property("Volume", "q") { value in
                    guard let number = value.integer, number < 11 else { return DBusError("test.TooLoud") }
                    volume.withLock { $0 = UInt16(number) }
                    return nil
                } get: {
                    .uint16(volume.withLock { $0 })
                },
            ])
        try await ends.server.exportObjectManager(at: "/m")
        let signals = try await ends.client.signals(MatchRule(sender: name, pathNamespace: "/m"))
        try await ends.server.export("/m/p", [interface])
        let added = try #require(try await signals.next())
        #expect(added.member == "InterfacesAdded")
        #expect(added.arguments.last?.interfaces["test.P"]?["Volume"] == .uint16(3))
        #expect(
            try await ends.client.managedObjects(at: "/m", on: name)["/m/p"]?["test.P"]?["Fixed"] == .strings(["a"]))
        try await ends.client.setProperty("Volume", of: "test.P", at: "/m/p", on: name, to: .uint16(10))
        await #expect(throws: DBusError("test.TooLoud")) {
            try await ends.client.setProperty("Volume", of: "test.P", at: "/m/p", on: name, to: .uint16(11))
        }
        #expect(try await ends.client.property("Volume", of: "test.P", at: "/m/p", on: name) == .uint16(10))
        try await ends.server.emitPropertiesChanged(["Volume"], of: "test.P", at: "/m/p")
        let change = try #require(try await signals.next().flatMap(PropertiesChange.init))
        #expect(change.changed == ["Volume": .uint16(10)])
        await ends.server.unexport("/m/p")
        #expect(try await signals.next()?.member == "InterfacesRemoved")
    }
}
