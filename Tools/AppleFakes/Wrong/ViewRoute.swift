// error: instance method 'navigationDestination(for:destination:)' requires that 'Place' conform to 'Hashable'
import SwiftUI

struct Place {}
struct Root: View {
    var body: some View {
        EmptyView().navigationDestination(for: Place.self) { _ in EmptyView() }
    }
}
