public import SwiftUI

extension View {
    /// Leaves what is typed as it is: names of networks, topics and passphrases begin with no capital letter by themselves.
    public func plainTyping() -> some View {
        #if os(macOS)
            self
        #else
            textInputAutocapitalization(.never)
        #endif
    }
}
