import BluetoothLE
import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import Runtime
import Testing

/// What a session over Nordic's protocol leaves behind at the device when it ends.
@Suite("The end of a session", .timeLimit(.minutes(1)))
struct ScanEndTests {
    @Test("It stops a scan whose list still comes, before the link ends, and no other", arguments: [true, false])
    func stops(isListing: Bool) async throws {
        let requests = Lock<[[UInt8]]>([])
        let world = try await World(.nordic) { record in
            if record.direction == .written { requests.withLock { $0.append(record.bytes) } }
        }
        let device = try await world.find()
        // Once the list comes, time goes on only for what the link takes: the list is not to end by itself meanwhile.
        let comes = Lock(false)
        try await world.run(leap: { comes.withLock { $0 } ? 500 : 3_500 }) { [provisioner = world.provisioner] in
            let session = try await provisioner.connect(to: device)
            if isListing {
                _ = try await session.networkEvents().next()
                comes.withLock { $0 = true }
            } else {
                #expect(try await session.networks().isComplete)
            }
            await session.disconnect()
        }
        let stop: [UInt8] = [0x08, 0x03]
        #expect(requests.withLock { $0.filter { $0 == stop }.count } == (isListing ? 1 : 0))
        #expect(isListing == (requests.withLock { $0.last } == stop))
        await world.end()
    }
}
