import ProvisioningProtocols
import Testing

/// The whole of a join, with one thing going wrong at each step in turn.
@Suite("The provisioning machine when something goes wrong")
struct ProvisionerMachineFaultTests {
    enum Kind: CaseIterable { case lose, double, swap, cutBefore, cutAfter }

    struct Trial: CustomTestStringConvertible {
        var habits: SimulatedDevice.Habits
        var kind: Kind
        var passphrase: String
        var testDescription: String { "\(kind), \(habits), \(passphrase == "longenough" ? "right" : "wrong")" }
    }

    static let trials = [SimulatedDevice.Habits.ours, .reference].flatMap { habits in
        Kind.allCases.flatMap { kind in
            ["longenough", "wrong wrong"].map { Trial(habits: habits, kind: kind, passphrase: $0) }
        }
    }

    private func fault(_ kind: Kind, at step: Int) -> Rig.Fault {
        switch kind {
        case .lose: .lose(step)
        case .double: .double(step)
        case .swap: .swap(step)
        case .cutBefore: .cut(step, isDelivered: false)
        case .cutAfter: .cut(step, isDelivered: true)
        }
    }

    @Test("Every step in turn: the join ends once, and never with a wrong result", arguments: trials)
    func everyStep(trial: Trial) {
        var step = 0
        var wasReached = true
        var successes = 0
        while wasReached {
            step += 1
            var rig = Rig(SimulatedDevice(trial.habits), fault: fault(trial.kind, at: step))
            rig.open()
            rig.askForNetworks()
            rig.run(2_000)
            rig.join("Barn", trial.passphrase)
            rig.run(120_000)
            wasReached = rig.steps >= step && step < 60
            #expect(rig.results.count == 1, "step \(step)")
            #expect(rig.lists.count >= 1, "step \(step)")
            #expect(rig.machine.deadline == nil, "step \(step)")
            for result in rig.results {
                #expect(isTrue(result, rig.device, trial), "step \(step): \(result)")
                if result == ProvisionerMachineJoinTests.joined { successes += 1 }
            }
            for list in rig.lists where list.isComplete { #expect(list.received == 2, "step \(step)") }
        }
        #expect(step > 8)
        if trial.passphrase == "longenough" { #expect(successes > step / 2, "\(successes) of \(step)") }
    }

    /// Whether a result agrees with where the device really stands.
    private func isTrue(_ result: ProvisionerJoinResult, _ device: SimulatedDevice, _ trial: Trial) -> Bool {
        switch result {
        case .connected: device.current == "Barn" && trial.passphrase == "longenough"
        case .failed(let reason):
            trial.passphrase != "longenough" && (reason == .wrongPassphrase || reason == .unspecified)
        case .unknown: !device.writes.isEmpty || trial.kind != .double
        case .linkLost, .timedOut: device.writes.isEmpty
        case .accepted, .refused: false
        }
    }

    @Test(
        "No stream of bytes brings the machine to a halt, and it never speaks of what it did not hear",
        arguments: 0..<40)
    func noise(seed: Int) {
        var random = SplitMix(state: UInt64(seed))
        var rig = Rig(SimulatedDevice())
        rig.open()
        rig.askForNetworks()
        rig.join("Barn", "longenough")
        for _ in 0..<200 {
            let count = Int(random.next() % 30)
            var bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let types: [UInt8] = [0x01, 0x02, 0x03, 0x10, 0x11, 0x20, 0x21, 0xFF, 0x77]
            if count > 3 {
                bytes[0] = types[Int(random.next() % 9)]
                bytes[2] = UInt8(random.next() % 40)
                bytes[3] = 0
            }
            rig.notify(bytes, on: random.next() % 2 == 0 ? .list : .status, after: UInt32(random.next() % 50))
        }
        rig.run(300_000)
        #expect(rig.results.count == 1)
        #expect(rig.machine.deadline == nil)
    }
}

/// A small generator that gives the same numbers for the same seed (Steele, Lea and Flood, 2014).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
