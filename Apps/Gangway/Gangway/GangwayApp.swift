import AppleModel
import GangwayModel
import GangwayUI
import SwiftUI

/// The app: one home, and a window or more onto it.
@main
struct GangwayApp: App {
    @State private var home: HomeModel

    init() {
        let home = HomeModel(.onThisDevice())
        _home = State(initialValue: home)
        Task { await home.open() }
    }

    var body: some Scene {
        WindowGroup {
            GangwayWindow(home)
        }
    }
}
