public import SwiftUI

/// A field for a secret, which can be shown while it is typed.
public struct PassphraseField: View {
    @Binding private var text: String
    @State private var isShown = false
    private let title: String
    private let showTitle: String

    /// A field called `title`, with a switch called `showTitle`.
    public init(_ title: String, text: Binding<String>, showTitle: String) {
        self.title = title
        _text = text
        self.showTitle = showTitle
    }

    /// The view.
    public var body: some View {
        Group {
            if isShown {
                TextField(title, text: $text)
            } else {
                SecureField(title, text: $text)
            }
        }
        .autocorrectionDisabled()
        .plainTyping()
        Toggle(showTitle, isOn: $isShown)
    }
}
