import Onboarding
import Provisioning

// Several devices with one choice of network. One at a time until the passphrase has worked, so that a wrong one is not tried on
// all; then a few at once.
extension ConnectModel {
    /// How many are set up at once when the passphrase is known to be right.
    private static let width = 3

    func joinAll(_ choice: NetworkChoice) async {
        prepareBatch()
        var isProven = false
        while !isProven, !Task.isCancelled, let next = takeNext() {
            switch await joinNext(next, choice) {
            case .proven: isProven = true
            case .wrong(let problem): return spare(problem)
            case .other: break
            }
        }
        if !Task.isCancelled { await joinRest(choice) }
        guard !Task.isCancelled else { return }
        if isProven { await remember(choice) }
        guard !Task.isCancelled else { return }
        stage = .result
    }

    /// Those that are done stay done; the others are to be tried, again.
    private func prepareBatch() {
        let before = Dictionary(results.map { ($0.id, $0) }) { first, _ in first }
        results = selected.compactMap { id in
            guard let device = found[id] else { return nil }
            if let entry = before[id], case .ended(let result) = entry.state, result.isSuccess { return entry }
            return BatchEntry(candidate: Candidate(device), state: .waiting)
        }
    }

    /// The next that waits, which is running from now on.
    private func takeNext() -> Candidate.ID? {
        guard let place = results.firstIndex(where: { $0.state == .waiting }) else { return nil }
        results[place].state = .running
        return results[place].id
    }

    private enum Verdict {
        case proven, other
        case wrong(Problem)
    }

    private func joinNext(_ id: Candidate.ID, _ choice: NetworkChoice) async -> Verdict {
        guard let device = found[id] else { return .other }
        let link = session.flatMap { $0.device.id == device.id ? $0 : nil }
        let attempt = await attempt(device, over: link, choice) { sentence, step in
            if results.count(where: { $0.state == .running }) == 1 { take(sentence, step) }
            if link != nil, case .waiting = step, !Task.isCancelled { session = nil }
        }
        if let left = attempt.session, left !== session {
            await left.disconnect()
        }
        guard !Task.isCancelled else { return .other }
        switch attempt.end {
        case .toCorrect(let problem):
            // The link of the first is kept: the networks were asked over it.
            set(id, .ended(.failed(problem)))
            note(.failed(problem), Candidate(device))
            return problem.next == .correctPassphrase ? .wrong(problem) : .other
        case .ended(let result):
            if link != nil { drop() }
            set(id, .ended(result))
            note(result, Candidate(device))
            return attempt.isPassphraseProven ? .proven : .other
        }
    }

    private func joinRest(_ choice: NetworkChoice) async {
        let workers = (0..<Self.width).map { _ in
            Task {
                while !Task.isCancelled, let id = takeNext() { _ = await joinNext(id, choice) }
            }
        }
        await withTaskCancellationHandler {
            for worker in workers { await worker.value }
        } onCancel: {
            for worker in workers { worker.cancel() }
        }
    }

    private func set(_ id: Candidate.ID, _ state: BatchEntry.State) {
        guard let place = results.firstIndex(where: { $0.id == id }) else { return }
        results[place].state = state
    }

    /// The passphrase was wrong for one: the others are left alone, and it is corrected in place.
    private func spare(_ problem: Problem) {
        for index in results.indices where results[index].state == .waiting { results[index].state = .spared }
        endSteps(.failed)
        self.problem = problem
        stage = .credentials
    }

    /// The person stopped it: what runs is stopped, what waits stays untried.
    func endBatch() {
        for index in results.indices where results[index].state == .running {
            results[index].state = .ended(.cancelled(isSent: wasSent))
        }
        endSteps(.failed)
        stage = .result
    }
}
