public import GangwayModel
public import SwiftUI

/// The app in a window of its own: each window is a session over the home that all share.
///
///     WindowGroup { GangwayWindow(home) }
public struct GangwayWindow: View {
    @State private var app: AppModel

    /// A window onto `home`, in the language that the person chose before, or else in the one that the system asks for. Who made
    /// the home opens it.
    public init(_ home: HomeModel) {
        let choice = LanguageChoice()
        _app = State(initialValue: AppModel(home, language: choice.language, keepLanguage: choice.keep))
    }

    /// The view.
    public var body: some View {
        GangwayView(app)
            .onDisappear { app.end() }
    }
}
