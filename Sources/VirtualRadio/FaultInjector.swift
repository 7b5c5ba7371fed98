import Runtime

/// Decides what a bad link does to each message, from its seed alone.
final class FaultInjector: Sendable {
    /// What becomes of one message.
    struct Plan {
        enum Cut { case before, after }
        /// What arrives now, in order.
        var messages: [LinkMessage] = []
        /// In how many milliseconds a held message is let go if nothing overtook it.
        var releaseAfter: UInt32?
        /// Whether the link is cut here.
        var cut: Cut?
    }

    private struct State {
        var random: SplitMix
        var step = 0
        var heldOutward: LinkMessage?
        var heldInward: LinkMessage?
    }

    private let faults: VirtualRadio.Faults
    private let state: Lock<State>
    private let isCut: Bool

    /// The faults of link number `link` of a radio, from 0.
    init(_ faults: VirtualRadio.Faults, link: UInt64) {
        self.faults = faults
        isCut = link < UInt64(clamping: faults.cuts)
        state = Lock(State(random: SplitMix(state: faults.seed &+ link &* 0x9E37_79B9)))
    }

    /// What becomes of `message`.
    func plan(_ message: LinkMessage, outward: Bool) -> Plan {
        state.withLock { state in
            // The greeting and its answer are no steps: an answer before the first question can only be to it.
            let isGreeting = message.kind == .connect || message.kind == .answer || message.kind == .refusal
            if state.step == 0, isGreeting { return Plan(messages: [message]) }
            state.step += 1
            var plan = Plan()
            if isCut, let cut = faults.cut, state.step == cut.step {
                plan.cut = cut.isDelivered ? .after : .before
                if !cut.isDelivered { return plan }
            }
            let isLost = state.step == faults.lostStep || message.isUnacknowledged && state.random.happens(faults.loss)
            let held = outward ? state.heldOutward : state.heldInward
            if !isLost { place(message, in: &plan, &state, mayHold: held == nil && plan.cut == nil, outward: outward) }
            if let held, !isLost {
                plan.messages.append(held)
                if outward { state.heldOutward = nil } else { state.heldInward = nil }
            }
            return plan
        }
    }

    /// Lets the held message of a direction go.
    func release(outward: Bool) -> LinkMessage? {
        state.withLock { state in
            let held = outward ? state.heldOutward : state.heldInward
            if outward { state.heldOutward = nil } else { state.heldInward = nil }
            return held
        }
    }

    private func place(
        _ message: LinkMessage, in plan: inout Plan, _ state: inout State, mayHold: Bool, outward: Bool
    ) {
        guard message.mayRepeat else {
            plan.messages.append(message)
            return
        }
        let isDoubled = state.random.happens(faults.duplicates) || state.step == faults.doubledStep
        let isSwapped = state.random.happens(faults.reorder) || state.step == faults.swappedStep
        if isSwapped, mayHold {
            if outward { state.heldOutward = message } else { state.heldInward = message }
            plan.releaseAfter = 100
        } else {
            plan.messages += isDoubled ? [message, message] : [message]
        }
    }
}

/// Steele, Lea and Flood's SplitMix64: small, and the same numbers on every machine.
struct SplitMix {
    var state: UInt64

    /// Whether something with a chance of `percent` happens; draws only where it could.
    mutating func happens(_ percent: Int) -> Bool {
        guard percent > 0 else { return false }
        return next() % 100 < UInt64(percent)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
