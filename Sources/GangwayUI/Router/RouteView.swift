public import GangwayModel
public import SwiftUI

/// The screen of a route. It takes the `AppModel` from the environment.
public struct RouteView: View {
    @Environment(AppModel.self) private var app
    private let route: Route

    /// The screen of `route`.
    public init(_ route: Route) { self.route = route }

    /// The view.
    public var body: some View {
        switch route {
        case .connect:
            if let connect = app.connect {
                ConnectDeviceView(connect)
            }
        case .device:
            if let screen = app.device {
                DeviceView(screen)
            }
        case .settings:
            SettingsView(app)
        case .activity:
            ActivityView(app.home)
        }
    }
}
