// error: value of type 'Text' has no member 'glassEffect'
import SwiftUI

struct Later: View {
    var body: some View { Text(verbatim: "").glassEffect() }
}
