public import GangwayModel
public import SwiftUI

/// The whole app in one view: the main screen, and all that lies above it, in the language that the person chose.
///
///     WindowGroup { GangwayView(app) }
public struct GangwayView: View {
    private let app: AppModel

    /// The app as `app` has it. Who made its home opens it (`HomeModel.open()`).
    public init(_ app: AppModel) { self.app = app }

    /// The view.
    public var body: some View {
        ContentView()
            .withRouter(app.router)
            .environment(app)
            .speaking(app.language)
    }
}
