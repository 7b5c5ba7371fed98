// What the views of GangwayUI use of SwiftUI, declared as Apple's documentation declares it and never run: each declaration
// names its page below https://developer.apple.com/. What is not declared here does not compile (Docs/Apple.md).
//
// The forms with a `LocalizedStringKey` are left out, since the views' texts come from the model's catalogue. That no text stands
// in a view is a test's (WordsTests).

/// In the place of a body: a program that is linked with this shows nothing, and ends.
func declared() -> Never { preconditionFailure("This module only declares.") }
