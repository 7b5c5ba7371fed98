public import GangwayModel
public import SwiftUI

/// Puts a view at the root of a navigation stack whose path a router holds, and finds the screen of each route.
public struct RouterViewModifier: ViewModifier {
    @Bindable private var router: Router

    /// A stack that shows the path of `router`.
    public init(_ router: Router) { _router = Bindable(wrappedValue: router) }

    /// The view.
    public func body(content: Content) -> some View {
        NavigationStack(path: $router.path) {
            content.navigationDestination(for: Route.self) { route in
                RouteView(route)
            }
        }
        .environment(router)
    }
}

extension View {
    /// Makes the view the main screen, above which `router` shows others. The `AppModel` comes from the environment, and every
    /// screen finds the router there.
    public func withRouter(_ router: Router) -> some View { modifier(RouterViewModifier(router)) }
}
