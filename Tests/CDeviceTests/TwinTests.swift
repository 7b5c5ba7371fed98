import CGangwayDevice
import Foundation
import ProvisioningProtocols
import Testing

/// The messages of `Vectors/wifiset.jsonl`, with what they are.
private struct Vector: Decodable {
    struct Message: Decodable {
        let type: String
    }
    let name: String
    let hex: String
    let message: Message?

    var bytes: [UInt8] { hex.split(separator: " ").compactMap { UInt8($0, radix: 16) } }

    static let all: [Vector] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Vectors/wifiset.jsonl")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Vector.self, from: Data($0.utf8)) }
    }()
}

struct TwinTests {
    @Test(
        "The device's end in C sends every byte and takes every step that the one in Swift does, on random input",
        arguments: UInt64(1)...16)
    func sameOnRandomInput(seed: UInt64) {
        var twins = Twins(chance: Chance(seed: seed, seeds: Vector.all.map(\.bytes)))
        for count in 0..<12_000 where twins.difference == nil {
            twins.happen()
            if let difference = twins.difference { Issue.record("event \(count): \(difference)") }
        }
        #expect(twins.messages > 4_000)
        #expect(twins.joins > 100)
        #expect(twins.steps > 1_000)
    }

    @Test("The device's end in C answers each message of the vectors as the one in Swift does, whole and in pieces")
    func sameOnVectors() {
        #expect(Vector.all.count > 100)
        let status = JoinStatus(state: .connected(IPv4Address(10, 0, 0, 2)), ssid: SSID("Barn") ?? SSID())
        var plain = gangway_status(status)
        for vector in Vector.all {
            for size in [512, 20, 18, 1] {
                var machine = WiFiSet.DeviceMachine()
                var outbox = Outbox()
                var (device, box) = (wifiset_device(), gangway_outbox())
                wifiset_init(&device)
                for start in stride(from: 0, to: vector.bytes.count, by: size) {
                    let piece = Array(vector.bytes[start...].prefix(size))
                    let action = machine.written(
                        piece.span, at: start, to: 3, by: 1, now: Instant(milliseconds: 9), status: status,
                        outbox: &outbox)
                    let other = wifiset_written(&device, piece, piece.count, start, 3, 1, 9, &plain, &box)
                    #expect(action.number == other.rawValue, "\(vector.name)")
                }
                #expect(outbox.messages == box.messages, "\(vector.name)")
                var credentials = gangway_credentials()
                let isWrite = vector.message?.type == "credentialWrite"
                #expect(wifiset_take_credentials(&device, &credentials) == isWrite, "\(vector.name)")
            }
        }
    }

    @Test("What the C device end keeps of a session fits into 512 bytes, and of a join into 640")
    func size() {
        #expect(MemoryLayout<wifiset_device>.size <= 512)
        #expect(MemoryLayout<gangway_join>.size <= 640)
    }
}
