// error: initializer 'init(_:)' requires that 'Plain' conform to 'Observable'
import SwiftUI

final class Plain {}
struct Root: View {
    @Environment(Plain.self) private var plain
    var body: some View { EmptyView() }
}
