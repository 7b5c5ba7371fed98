import BluetoothLE
import DeviceDirectory
import Onboarding
import Provisioning
import ProvisioningProtocols
public import Runtime

extension ConnectModel {
    /// Gives the chosen device, or all of them, the chosen network. `passphrase` is what the person typed; `nil` for what was
    /// typed before, or the vault has.
    ///
    /// What cannot be is told as ``problem`` at this stage, and nothing is sent. A wrong passphrase brings the person back here,
    /// with everything still filled in and over the same link.
    public func join(passphrase: SecretBytes? = nil) {
        guard stage == .credentials, let choice else { return }
        if let passphrase { type(passphrase: passphrase) }
        problem = nil
        if choice.needsPassphrase, self.passphrase.isEmpty, !hasRememberedPassphrase {
            problem = Problem("provisioning", "passphraseNeeded", nil, .correctPassphrase)
            return
        }
        begin(choice)
    }

    /// Does what ended at the result once more: the same devices, network and passphrase.
    public func retry() {
        guard stage == .result, !(result?.isSuccess ?? false) else { return }
        if let device = unlisted { return list(device) }
        if case .forget = purpose { return forget() }
        guard let choice else { return startOver() }
        begin(choice)
    }

    /// Goes from the result back to the passphrase, with everything still filled in.
    public func correct() {
        guard stage == .result, choice != nil else { return }
        (result, problem) = (nil, nil)
        stage = .credentials
    }

    /// Goes from the passphrase or the result back to the networks.
    public func chooseAnotherNetwork() {
        guard stage == .result || stage == .credentials else { return }
        (result, problem) = (nil, nil)
        stage = .networks
    }

    private func begin(_ choice: NetworkChoice) {
        stage = .joining
        (steps, result, problem, wasSent) = ([], nil, nil, false)
        dropLostLink()
        work?.cancel()
        if isBatch {
            work = Task { [weak self] in await self?.joinAll(choice) }
        } else if let id = selected.first, let device = found[id] {
            work = Task { [weak self] in await self?.joinOne(device, choice) }
        }
    }

    private func joinOne(_ device: FoundDevice, _ choice: NetworkChoice) async {
        let attempt = await attempt(device, over: session, choice) { sentence, step in
            take(sentence, step)
            // The device is waited for without a link.
            if case .waiting = step, !Task.isCancelled { session = nil }
        }
        guard !Task.isCancelled else { return abandon(attempt) }
        keep(attempt.session)
        unlisted = attempt.unlisted
        if attempt.isPassphraseProven { await remember(choice) }
        guard !Task.isCancelled else { return }
        switch attempt.end {
        case .toCorrect(let problem):
            endSteps(.failed)
            self.problem = problem
            stage = .credentials
            home.note(Sentence("activity.joinFailed", Candidate(device).title, choice.name), isProblem: true)
        case .ended(let result): settle(result)
        }
    }

    /// What came of a try that the person had stopped meanwhile: its link is kept where nobody has another.
    private func abandon(_ attempt: Attempt) {
        guard let link = attempt.session, link !== session else { return }
        if session == nil, stage == .result { return adopt(link) }
        Task { await link.disconnect() }
    }

    /// The link that a try leaves becomes the one to work with.
    private func keep(_ link: ProvisioningSession?) {
        guard let link else { return drop() }
        if link !== session { adopt(link) }
    }

    /// A step is reached: those before it are done.
    func take(_ sentence: Sentence, _ step: OnboardingStep?) {
        guard stage == .joining, !Task.isCancelled else { return }
        if case .joining(let progress) = step, progress >= .writing { wasSent = true }
        guard steps.last?.sentence != sentence else { return }
        endSteps(.done)
        steps.append(SetUpStep(id: steps.count, sentence: sentence, state: .running))
    }

    func endSteps(_ state: SetUpStep.State) {
        for index in steps.indices where steps[index].state == .running { steps[index].state = state }
    }

    /// It ended so.
    func settle(_ result: SetUpResult) {
        endSteps(result.isSuccess ? .done : .failed)
        self.result = result
        stage = .result
        if result.isSuccess { letGoOfLink() }
        if let device { note(result, device.candidate) }
    }

    /// The device is done with: others may have it.
    private func letGoOfLink() {
        stopAsking()
        drop()
    }

    func note(_ result: SetUpResult, _ candidate: Candidate) {
        var id: DeviceID?
        if case .listed(let listed, _, _) = result { id = listed }
        home.note(
            Sentence("activity.setUp", candidate.title, result.sentence.text(.english)), of: id,
            isProblem: result.problem != nil)
    }

    /// Lists the device that is on its network already and could not be listed.
    private func list(_ device: Device) {
        stage = .joining
        steps = []
        take("step.listed", nil)
        work = Task { [weak self] in
            guard let self else { return }
            let problem = await self.home.enroll(device)
            guard !Task.isCancelled else { return }
            if problem == nil { self.unlisted = nil }
            self.settle(
                problem.map { .failed($0) } ?? .listed(device.id, name: device.name, isNew: true))
        }
    }

    // MARK: Forgetting

    /// Has the device forget its network, where ``ProvisioningCapabilities/forgets``. One whose link was lost is linked anew
    /// first, and asked again.
    public func forget() {
        guard stage == .networks || stage == .credentials || stage == .result else { return }
        dropLostLink()
        guard let session else { return connectFirst() }
        guard session.capabilities.forgets else {
            problem = Problem("connect", "cannotForget", nil, .chooseDevice)
            return
        }
        stage = .forgetting
        (steps, result, problem, wasSent) = ([], nil, nil, true)
        steps = [SetUpStep(id: 0, sentence: "step.forgetting", state: .running)]
        work?.cancel()
        work = Task { [weak self] in
            do throws(ProvisioningError) {
                try await session.forget()
                await self?.home.noteForgotten(session.device.id.rawValue)
                guard !Task.isCancelled else { return }
                self?.settle(.forgotten)
            } catch {
                guard !Task.isCancelled else { return }
                if error.fault == .link { self?.drop() }
                self?.settle(.failed(Problem(error)))
            }
        }
    }
}
