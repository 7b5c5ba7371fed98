// error: static method 'buildExpression' requires that 'Int' conform to 'View'
import SwiftUI

struct Root: View {
    var body: some View { VStack { 1 } }
}
