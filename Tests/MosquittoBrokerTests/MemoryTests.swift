import BrokerServer
import MessageBroker
import MosquittoBroker
import PrivateBus
import ProvisioningProtocols
import Runtime
import Testing

@Suite("What strangers' messages leave in memory", .timeLimit(.minutes(2)))
struct MemoryTests {
    private static let id = "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"
    private static let topic = "home/lamp/\(id)/state"

    /// What no device says: long, deep, no JSON, no UTF-8, and cut.
    private static let junk: [[UInt8]] = [
        [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20),
        Array(#"{"id":""#.utf8) + [UInt8](repeating: 0x61, count: 1 << 20),
        [UInt8](repeating: 0xFF, count: 1 << 20), [UInt8](repeating: 0, count: 1 << 20), Array(#"{"state":{}}"#.utf8),
        Array("on".utf8), Array(#"{"id":"\#(id)","status":tr"#.utf8), [0x7B, 0xC3, 0x28, 0x7D],
    ]

    /// What the listener says of itself.
    private struct Word {
        let heap: Int
        let misunderstood: Int
    }

    @Test("G6/147: Of bodies of 1 MB and other junk, over a mosquitto with TLS, nothing stays in the listener's heap")
    func stable() async throws {
        let server = try BrokerServer(.secured())
        let authority = try Certificates.shared.get().authority
        let listener = try TalkingProgram("BrokerListener", ["\(server.port)", authority])
        try #require(listener.nextLine() == "listening")
        let broker = try MosquittoBroker(Bench.settings(server))
        let events = broker.events()
        broker.connect()
        while let event = await events.next() {
            if case .state(.connected) = event { break }
        }
        var mode = 0
        /// What the listener says when a state has come behind all that was sent before.
        func ask() async throws -> Word {
            mode += 1
            let state = #"{"id":"\#(Self.id)","status":true,"mode":\#(mode)}"#
            try await publish(Message(topic: Self.topic, text: state), broker)
            let words = try #require(listener.nextLine()).split(separator: " ").compactMap { Int($0) }
            try #require(words.count == 3 && words[0] == mode, "\(words)")
            return Word(heap: words[1], misunderstood: words[2])
        }
        var held: [Int] = []
        for round in 1...10 {
            for body in Self.junk + Self.junk { try await publish(Message(topic: Self.topic, body: body), broker) }
            // The first answer may find the last bodies still in somebody's hands.
            _ = try await ask()
            let word = try await ask()
            #expect(word.misunderstood == round * 2 * Self.junk.count)
            held.append(word.heap)
        }
        // 80 MB have come through. The first rounds make what is kept for good; later ones add nothing.
        let growth = try #require(held.last) - held[2]
        #expect(growth < 128 << 10, "\(held)")
        await broker.close()
        listener.kill()
        listener.wait()
    }

    private func publish(_ message: Message, _ broker: MosquittoBroker) async throws {
        try await broker.publish(message, deadline: SystemTime.shared.now + 60_000)
    }
}
