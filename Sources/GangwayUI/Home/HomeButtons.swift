public import GangwayModel
public import SwiftUI

/// The ways from the main screen: adding a device, what happened, the settings.
public struct HomeButtons: View {
    @Environment(\.wording) private var words
    private let router: Router

    /// Buttons that lead where `router` goes.
    public init(_ router: Router) { self.router = router }

    /// The view.
    public var body: some View {
        Button(words("home.add"), systemImage: "plus") { router.navigateToConnect() }
        Button(words("home.activity"), systemImage: "list.bullet") { router.navigateToActivity() }
        Button(words("home.settings"), systemImage: "gearshape") { router.navigateToSettings() }
    }
}
