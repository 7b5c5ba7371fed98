public import GangwayModel
public import SwiftUI

/// The app in a window of its own: each window is a session over the home that all share.
///
///     WindowGroup { GangwayWindow(home) }
public struct GangwayWindow: View {
    @State private var app: AppModel

    /// A window onto `home`, in the language that the person's system asks for. Who made the home opens it.
    public init(_ home: HomeModel) { _app = State(initialValue: AppModel(home, language: Wording.preferred)) }

    /// The view.
    public var body: some View {
        GangwayView(app)
            .onDisappear { app.end() }
    }
}
