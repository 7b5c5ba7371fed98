// error: cannot pass function of type '@Sendable () async -> ()' to parameter expecting synchronous function type
import SwiftUI

func work() async {}
struct Root: View {
    var body: some View { Button("") { await work() } }
}
