// What a person does about what is wrong with the home as a whole.
extension AppModel {
    /// What the button of one of ``HomeModel/problems`` says; `nil` where there is none.
    public func button(for problem: Problem) -> Sentence? {
        switch problem.next {
        case .openSettings: "button.openSettings"
        case .tryAgain: "button.tryAgain"
        case .correctPassphrase, .chooseNetwork, .chooseDevice, .none: nil
        }
    }

    /// Does what that button says.
    public func solve(_ problem: Problem) async {
        switch problem.next {
        case .openSettings: router.navigateToSettings()
        case .tryAgain: await home.retryDirectory()
        case .correctPassphrase, .chooseNetwork, .chooseDevice, .none: break
        }
    }
}
