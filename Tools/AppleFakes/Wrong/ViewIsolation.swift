// error: main actor-isolated property 'body' can not be referenced from a nonisolated context
import SwiftUI

nonisolated func look(_ view: some View) { _ = view.body }
