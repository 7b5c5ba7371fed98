import DeviceFirmware
import ProvisioningProtocols
import Testing

/// What two pages of flash hold, whose power is lost at a write of one's choice.
private final class Memory {
    var pages = [[UInt32]](repeating: [UInt32](repeating: .max, count: 512), count: 2)
    /// How many more writes are done whole; at the next one the power goes.
    var left = Int.max
    /// Which bits that last one leaves as they were: all where it has not begun.
    var untouched = UInt32.max
    var writes = 0

    func write(_ page: Int, _ places: Range<Int>, _ change: (UInt32) -> UInt32) -> Bool {
        guard left >= 0 else { return false }
        left -= 1
        writes += 1
        for place in places {
            let old = pages[page][place]
            pages[page][place] = left < 0 ? old & untouched | change(old) & ~untouched : change(old)
        }
        return left >= 0
    }
}

private struct TestFlash: ~Copyable, FlashPages {
    let memory: Memory
    var pageSize: Int { 2048 }
    func word(at offset: Int, of page: Int) -> UInt32 { memory.pages[page][offset / 4] }
    mutating func program(_ word: UInt32, at offset: Int, of page: Int) -> Bool {
        memory.write(page, offset / 4..<offset / 4 + 1) { $0 & word }
    }
    mutating func erase(_ page: Int) -> Bool { memory.write(page, 0..<512) { _ in .max } }
}

/// A test asked for credentials that cannot be.
private struct NotCredentials: Error {}

@Suite("The store in flash")
struct FlashStoreTests {
    private static let known = ["Barn": "hay and horses", "Mill": "flour and water"]

    private static func credentials(_ name: String, isVolatile: Bool = false) throws -> Credentials {
        guard let ssid = SSID(name), let passphrase = Passphrase(known[name] ?? "") else { throw NotCredentials() }
        return Credentials(ssid: ssid, passphrase: passphrase, isVolatile: isVolatile)
    }

    /// The name in a slot, whose passphrase has to be its own.
    private static func name(_ slot: CredentialSlot, of store: inout FlashStore<TestFlash>) throws -> String? {
        guard let kept = store.load(slot) else { return nil }
        let name = kept.ssid.description
        let passphrase = kept.passphrase.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        #expect(passphrase == Array((known[name] ?? "?").utf8))
        return name
    }

    /// Holds a step to its success. The macros cannot look into a store themselves: it cannot be copied.
    private static func done(_ isDone: Bool) throws { try #require(isDone) }

    private static func join(_ store: inout FlashStore<TestFlash>) throws -> Bool {
        let first = store.stage(try credentials("Mill"), steeredAt: nil)
        let again = store.stage(try credentials("Mill"), steeredAt: nil)
        return first && again && store.commit()
    }

    /// Flash with a network that has worked, after so many records before it.
    private static func made(after records: Int) throws -> Memory {
        let memory = Memory()
        var store = FlashStore(TestFlash(memory: memory))
        try done(store.open())
        for _ in 0..<records {
            try done(store.stage(try credentials("Mill"), steeredAt: nil))
            try done(store.rollBack())
        }
        try done(store.stage(try credentials("Barn"), steeredAt: nil))
        try done(store.commit())
        return memory
    }

    @Test(
        "Power lost at any write of a join leaves the old network or the new", arguments: 0..<4,
        [UInt32.max, 0, 0xAAAA_5A5A])
    func cutJoin(records: Int, untouched: UInt32) throws {
        var number = 0
        var found: Set<String> = []
        while true {
            let memory = try Self.made(after: records)
            memory.left = number
            memory.untouched = untouched
            var store = FlashStore(TestFlash(memory: memory))
            let isDone = store.open() ? try Self.join(&store) : false
            memory.left = .max
            var after = FlashStore(TestFlash(memory: memory))
            try Self.done(after.open())
            let committed = try Self.name(.committed, of: &after)
            #expect(committed == "Barn" || committed == "Mill")
            let staged = try Self.name(.staged, of: &after)
            #expect(staged == nil || staged == "Mill")
            if let committed { found.insert(committed) }
            if isDone { break }
            number += 1
            try Self.done(try Self.join(&after))
            let name = try Self.name(.committed, of: &after)
            #expect(name == "Mill")
        }
        #expect(number > 10 && found == ["Barn", "Mill"])
    }

    @Test("Power lost at any write of a forget leaves all or nothing", arguments: [UInt32.max, 0, 0xAAAA_5A5A])
    func cutForget(untouched: UInt32) throws {
        var number = 0
        while true {
            let memory = try Self.made(after: 0)
            var store = FlashStore(TestFlash(memory: memory))
            try Self.done(store.open())
            try Self.done(store.stage(try Self.credentials("Mill"), steeredAt: nil))
            memory.left = number
            memory.untouched = untouched
            let isDone = store.forget()
            memory.left = .max
            var after = FlashStore(TestFlash(memory: memory))
            try Self.done(after.open())
            let names = [try Self.name(.committed, of: &after), try Self.name(.staged, of: &after)]
            #expect(names == ["Barn", "Mill"] || names == [nil, nil])
            if isDone { break }
            number += 1
        }
        #expect(number > 3)
    }

    @Test("A passphrase that no longer counts is nowhere in the flash")
    func overwritten() throws {
        let memory = try Self.made(after: 1)
        var store = FlashStore(TestFlash(memory: memory))
        try Self.done(store.open())
        try Self.done(try Self.join(&store))
        let bytes = memory.pages.joined().flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
        func holds(_ text: String) -> Bool {
            bytes.indices.contains { bytes[$0...].starts(with: Array(text.utf8)) }
        }
        #expect(holds("flour and water") && !holds("hay and horses"))
    }

    @Test("Volatile credentials are kept until a restart, and then those before them are back")
    func volatile() throws {
        let memory = try Self.made(after: 0)
        let writes = memory.writes
        var store = FlashStore(TestFlash(memory: memory))
        try Self.done(store.open())
        try Self.done(store.stage(try Self.credentials("Mill", isVolatile: true), steeredAt: nil))
        try Self.done(store.commit())
        let before = try Self.name(.committed, of: &store)
        #expect(before == "Mill" && memory.writes == writes)
        var after = FlashStore(TestFlash(memory: memory))
        try Self.done(after.open())
        let name = try Self.name(.committed, of: &after)
        #expect(name == "Barn")
    }

    @Test("Where the device is steered is kept with its network, and with one that says nothing of it")
    func steered() throws {
        let memory = Memory()
        var store = FlashStore(TestFlash(memory: memory))
        let id = try #require(DeviceID("0b7d52e4-c831-4d57-9a61-8e2a4f106c3b"))
        let address = try ControlAddress(topic: "home/lamp", id: id)
        try Self.done(store.open())
        try Self.done(store.controlAddress() == nil)
        try Self.done(store.stage(try Self.credentials("Barn"), steeredAt: address))
        try Self.done(store.commit())
        try Self.done(try Self.join(&store))
        try Self.done(store.controlAddress() == address)
    }
}
