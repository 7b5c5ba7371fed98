import BluetoothLE
import Provisioning
import Runtime

extension HomeModel {
    /// Follows the radio until the home is closed.
    func followRadio() {
        guard radioTask == nil else { return }
        let states = services.provisioner.states()
        radioTask = Task { [weak self] in
            while let state = await states.next() { self?.take(state) }
        }
    }

    private func take(_ state: RadioState) {
        let status: RadioStatus
        switch state {
        case .unknown: status = .unknown
        case .ready: status = .ready
        case .unavailable(let error): status = .unavailable(Problem(error))
        }
        guard status != radio else { return }
        let before = radio
        radio = status
        publish(.radio)
        switch (before, status) {
        case (_, .unavailable(let problem)):
            radioLosses += 1
            note(problem.summary, isProblem: true)
        case (.unavailable, .ready): note("activity.radioBack")
        default: break
        }
    }
}
