import BluetoothLE
import ProvisioningProtocols
import Runtime
import Testing

@testable import VirtualRadio

@Suite("Packets between processes")
struct PacketTests {
    static let messages = [
        LinkMessage(kind: .connect, token: 1, handle: 1, number: 517, value: [1, 2, 3, 4, 5, 6]),
        LinkMessage(
            kind: .write, token: 0xFFFF, handle: 0x1234, number: 9,
            written: SecretBytes([UInt8](repeating: 7, count: 512))),
        LinkMessage(kind: .table, token: 3, table: []),
        LinkMessage(
            kind: .table, token: 3,
            table: [
                Service(
                    uuid: BluetoothUUID(0x180A),
                    characteristics: [
                        Characteristic(uuid: BluetoothUUID(high: 1, low: .max), properties: [.read, .encryptRead])
                    ]), Service(uuid: BluetoothUUID(0x180F), characteristics: []),
            ]),
    ]

    static let notifications = [
        LinkMessage(kind: .notification, handle: 1, value: [1, 2, 3]),
        LinkMessage(kind: .notification, handle: 2, value: []),
        LinkMessage(kind: .notification, handle: 2, value: [UInt8](repeating: 9, count: 512)),
    ]

    func packet(_ message: LinkMessage) -> [UInt8] { packet([message]) }

    func packet(_ messages: [LinkMessage]) -> [UInt8] { LinkPacket.encode(messages) }

    @Test("A message is read back from its packet as it was", arguments: messages)
    func roundTrip(_ message: LinkMessage) {
        #expect(LinkPacket.decodeAll(packet(message)) == [message])
    }

    @Test("A table's packet has the length that is reckoned for it")
    func tableLength() throws {
        let message = try #require(Self.messages.last)
        #expect(packet(message).count == LinkPacket.headerLength + LinkPacket.length(of: message.table))
    }

    @Test("Several notifications are read back from one packet, in their order")
    func several() {
        #expect(LinkPacket.decodeAll(packet(Self.notifications)) == Self.notifications)
    }

    @Test("A packet of several holds nothing but notifications, and not more than a sender puts in it")
    func notSeveral() {
        let write = LinkMessage(kind: .write, token: 1, handle: 1, written: [1])
        #expect(LinkPacket.decodeAll(packet([Self.notifications[0], write])) == nil)
        let most = [LinkMessage](repeating: Self.notifications[0], count: LinkPacket.maximumMessages)
        #expect(LinkPacket.decodeAll(packet(most)) == most)
        #expect(LinkPacket.decodeAll(packet(most + most)) == nil)
        #expect(LinkPacket.decodeAll(packet([])) == nil)
    }

    @Test(
        "No cut, changed or random packet traps, and what is taken is encoded as it came",
        arguments: messages.map { [$0] } + [notifications])
    func garbage(_ messages: [LinkMessage]) {
        let good = packet(messages)
        var random = SplitMix(state: 42)
        for count in good.indices {
            let cut = Array(good.prefix(count))
            if let taken = LinkPacket.decodeAll(cut) { #expect(packet(taken) == cut) }
            for _ in 0..<20 {
                var changed = good
                changed[count] = UInt8(truncatingIfNeeded: random.next())
                if let taken = LinkPacket.decodeAll(changed) { #expect(packet(taken) == changed) }
            }
        }
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            if let taken = LinkPacket.decodeAll(bytes) { #expect(packet(taken) == bytes) }
            _ = AdvertisementFile.decode([1] + bytes, id: PeripheralID("x"))
        }
    }

    @Test("A value of more than 512 bytes is not taken")
    func tooLong() {
        #expect(LinkPacket.decodeAll([4, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 1, count: 513)) == nil)
    }

    @Test("A packet's bytes are overwritten where they were, and its memory serves the next one")
    func wiped() throws {
        var bytes = packet(
            LinkMessage(kind: .write, token: 1, handle: 1, written: SecretBytes(Array("Zq7-canary-Zq7".utf8))))
        let count = bytes.count
        let place = try #require(bytes.withUnsafeBytes { $0.baseAddress })
        wipe(&bytes)
        #expect(bytes.isEmpty && bytes.capacity >= count)
        bytes.withUnsafeBytes { _ in
            let memory = UnsafeRawBufferPointer(start: place, count: count)
            #expect(memory.allSatisfy { $0 == 0 })
        }
    }

    @Test(
        "A UUID is hex digits and nothing else",
        arguments: [
            "+123", "-000", " 123", "12345", "\u{FF11}", "+fafc201-1fb5-459e-8fcc-c5c9c331914b", "4fafc201", "",
        ])
    func strangeUUID(_ text: String) { #expect(BluetoothUUID(text) == nil) }

    @Test("An advertisement is read back from its file as it was")
    func advertisement() {
        let discovery = Discovery(
            peripheral: PeripheralID("C0:00:00:00:00:01"), name: "L\u{e4}mp", signal: SignalStrength(rawValue: -77),
            services: [BluetoothUUID(1), BluetoothUUID(2)],
            serviceData: [BluetoothUUID(1): [1, 2], BluetoothUUID(3): []])
        #expect(AdvertisementFile.decode(AdvertisementFile.encode(discovery), id: discovery.peripheral) == discovery)
    }
}
