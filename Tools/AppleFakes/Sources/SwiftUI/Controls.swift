/// documentation/swiftui/buttonrole
public struct ButtonRole: Equatable, Sendable {
    /// documentation/swiftui/buttonrole/destructive
    public static let destructive = ButtonRole()
    /// documentation/swiftui/buttonrole/cancel
    public static let cancel = ButtonRole()
}

/// documentation/swiftui/button
public struct Button<Label>: View where Label: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/button/init(action:label:)
    @preconcurrency public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) { declared() }
}

extension Button where Label == Text {
    /// documentation/swiftui/button/init(_:action:)
    @preconcurrency public nonisolated init<S>(
        _ title: S, action: @escaping @MainActor () -> Void
    ) where S: StringProtocol { declared() }
    /// documentation/swiftui/button/init(_:role:action:)
    @preconcurrency public nonisolated init<S>(
        _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) where S: StringProtocol { declared() }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
    /// documentation/swiftui/button/init(_:systemimage:action:)
    @preconcurrency public nonisolated init<S>(
        _ title: S, systemImage: String, action: @escaping @MainActor () -> Void
    ) where S: StringProtocol { declared() }
}

/// documentation/swiftui/primitivebuttonstyle
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}

/// documentation/swiftui/borderedbuttonstyle
public struct BorderedButtonStyle: PrimitiveButtonStyle {}

/// documentation/swiftui/borderedprominentbuttonstyle
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}

/// documentation/swiftui/borderlessbuttonstyle
public struct BorderlessButtonStyle: PrimitiveButtonStyle {}

/// documentation/swiftui/plainbuttonstyle
public struct PlainButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    /// documentation/swiftui/primitivebuttonstyle/bordered
    @MainActor @preconcurrency public static var bordered: BorderedButtonStyle { declared() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    /// documentation/swiftui/primitivebuttonstyle/borderedprominent
    @MainActor @preconcurrency public static var borderedProminent: BorderedProminentButtonStyle { declared() }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    /// documentation/swiftui/primitivebuttonstyle/borderless
    @MainActor @preconcurrency public static var borderless: BorderlessButtonStyle { declared() }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    /// documentation/swiftui/primitivebuttonstyle/plain
    @MainActor @preconcurrency public static var plain: PlainButtonStyle { declared() }
}

extension View {
    /// documentation/swiftui/view/buttonstyle(_:)
    public nonisolated func buttonStyle<S>(_ style: S) -> some View where S: PrimitiveButtonStyle { declared() }
    /// documentation/swiftui/view/disabled(_:)
    public nonisolated func disabled(_ disabled: Bool) -> some View { declared() }
}

/// documentation/swiftui/toggle
public struct Toggle<Label>: View where Label: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

extension Toggle where Label == Text {
    /// documentation/swiftui/toggle/init(_:ison:)
    public nonisolated init<S>(_ title: S, isOn: Binding<Bool>) where S: StringProtocol { declared() }
}

/// documentation/swiftui/textfield
public struct TextField<Label>: View where Label: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

extension TextField where Label == Text {
    /// documentation/swiftui/textfield/init(_:text:)
    public nonisolated init<S>(_ title: S, text: Binding<String>) where S: StringProtocol { declared() }
}

/// documentation/swiftui/securefield
public struct SecureField<Label>: View where Label: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

extension SecureField where Label == Text {
    /// documentation/swiftui/securefield/init(_:text:)
    public nonisolated init<S>(_ title: S, text: Binding<String>) where S: StringProtocol { declared() }
}

extension View {
    /// documentation/swiftui/view/autocorrectiondisabled(_:)
    public nonisolated func autocorrectionDisabled(_ disable: Bool = true) -> some View { declared() }
    /// documentation/swiftui/view/onsubmit(of:_:)
    public nonisolated func onSubmit(
        of triggers: SubmitTriggers = .text, _ action: @escaping (() -> Void)
    ) -> some View { declared() }
}

/// documentation/swiftui/textinputautocapitalization
public struct TextInputAutocapitalization: Sendable {
    /// documentation/swiftui/textinputautocapitalization/never
    public static var never: TextInputAutocapitalization { declared() }
}

extension View {
    /// documentation/swiftui/view/textinputautocapitalization(_:)
    public nonisolated func textInputAutocapitalization(
        _ autocapitalization: TextInputAutocapitalization?
    ) -> some View { declared() }
}

/// documentation/swiftui/submittriggers
public struct SubmitTriggers: OptionSet, Sendable {
    /// documentation/swiftui/submittriggers/rawvalue
    public let rawValue: Int
    /// documentation/swiftui/submittriggers/init(rawvalue:)
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// documentation/swiftui/submittriggers/text
    public static let text = SubmitTriggers(rawValue: 1)
}

/// documentation/swiftui/picker
public struct Picker<Label, SelectionValue, Content>: View
where Label: View, SelectionValue: Hashable, Content: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

extension Picker where Label == Text {
    /// documentation/swiftui/picker/init(_:selection:content:)
    public nonisolated init<S>(
        _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) where S: StringProtocol { declared() }
}

extension View {
    /// documentation/swiftui/view/tag(_:includeoptional:)
    public nonisolated func tag<V>(_ tag: V, includeOptional: Bool = true) -> some View where V: Hashable { declared() }
}

/// documentation/swiftui/menu
public struct Menu<Label, Content>: View where Label: View, Content: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/menu/init(content:label:)
    public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) { declared() }
}

/// documentation/swiftui/progressview
public struct ProgressView<Label, CurrentValueLabel>: View where Label: View, CurrentValueLabel: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

extension ProgressView where CurrentValueLabel == EmptyView {
    /// documentation/swiftui/progressview/init()
    public nonisolated init() where Label == EmptyView { declared() }
}
