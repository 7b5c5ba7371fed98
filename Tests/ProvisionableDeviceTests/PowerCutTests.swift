import BluetoothLE
import ProvisioningProtocols
import Runtime
import Testing
import WiFiStation

@testable import ProvisionableDevice

@Suite(.timeLimit(.minutes(1)))
struct PowerCutTests {
    private static let old = Kept("Home", "home-pass")

    /// Every step at which the store is touched in a join, before and after it, with right and wrong credentials.
    static let cuts: [(step: Int, isDone: Bool, isRight: Bool)] = (0..<7).flatMap { step in
        [(step, false, true), (step, true, true), (step, false, false), (step, true, false)]
    }

    @Test(
        "Power cut at any step of a join: the next start is on the old network or the new one, whole", arguments: cuts)
    func cut(step: Int, isDone: Bool, isRight: Bool) async {
        let right = Kept("Barn", "hunter22")
        let station = FakeStation(disk: Disk(committed: Self.old), air: [Self.old, right])
        let bench = Bench(station)
        let peripheral = await bench.withPhone()
        await bench.told { if case .connected = $0 { true } else { false } }
        station.state.withLock {
            $0.stepsUntilCut = step
            $0.lastStepIsDone = isDone
        }
        _ = await peripheral.write(credentials("Barn", isRight ? "hunter22" : "wrong-one"))
        // a join of right credentials has three steps, one of wrong ones four
        let isCut = step < (isRight ? 4 : 5)
        if isCut { _ = await station.cut.stream.next() }
        await bench.end()

        let next = Bench(FakeStation(disk: station.disk, air: [Self.old, right]))
        await next.told { if case .connected = $0 { true } else { false } }
        let disk = next.station.disk
        await next.end()
        #expect(disk.staged == nil)
        let kept = disk.committed.map { Kept($0.ssid, $0.passphrase) }
        #expect(kept == Self.old || (isRight && kept == right))
        if !isCut { #expect(kept == (isRight ? right : Self.old)) }
    }

    @Test("A join that was cut is taken up at the next start, and its failure leads back to the committed network")
    func takenUp() async {
        let disk = Disk(committed: Self.old, staged: Kept("Barn", "wrong-one"))
        let bench = Bench(FakeStation(disk: disk, air: [Self.old, Kept("Barn", "hunter22")]))
        await bench.told { $0 == .joinFailed(SSID("Barn") ?? SSID(), .wrongPassphrase) }
        await bench.told { if case .connected(SSID("Home"), _) = $0 { true } else { false } }
        #expect(bench.station.disk == Disk(committed: Self.old))
        await bench.end()
    }
}
