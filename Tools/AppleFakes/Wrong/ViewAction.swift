// error: converting non-Sendable function value to '@MainActor @Sendable () -> Void' may introduce data races
import SwiftUI

struct Root: View {
    let action: () -> Void
    var body: some View { Button("", action: action) }
}
