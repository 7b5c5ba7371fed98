public import Foundation

/// documentation/swiftui/text
public struct Text: Equatable, Sendable {
    /// documentation/swiftui/text/init(verbatim:)
    public init(verbatim content: String) { declared() }
    /// documentation/swiftui/text/init(_:)
    public init<S>(_ content: S) where S: StringProtocol { declared() }
    /// documentation/swiftui/text/datestyle
    public struct DateStyle: Sendable {
        /// documentation/swiftui/text/datestyle/time
        public static let time = DateStyle()
    }
    /// documentation/swiftui/text/init(_:style:)
    public init(_ date: Date, style: Text.DateStyle) { declared() }
}

extension Text: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

/// documentation/swiftui/font
public struct Font: Hashable, Sendable {
    /// documentation/swiftui/font/largetitle
    public static let largeTitle = Font()
    /// documentation/swiftui/font/title
    public static let title = Font()
    /// documentation/swiftui/font/title2
    public static let title2 = Font()
    /// documentation/swiftui/font/headline
    public static let headline = Font()
    /// documentation/swiftui/font/subheadline
    public static let subheadline = Font()
    /// documentation/swiftui/font/footnote
    public static let footnote = Font()
    /// documentation/swiftui/font/caption
    public static let caption = Font()
}

extension View {
    /// documentation/swiftui/view/font(_:)
    public nonisolated func font(_ font: Font?) -> some View { declared() }
    /// documentation/swiftui/view/bold(_:)
    public nonisolated func bold(_ isActive: Bool = true) -> some View { declared() }
    /// documentation/swiftui/view/textselection(_:)
    public nonisolated func textSelection<S>(_ selectability: S) -> some View where S: TextSelectability { declared() }
}

/// documentation/swiftui/textselectability
public protocol TextSelectability {}

/// documentation/swiftui/enabledtextselectability
public struct EnabledTextSelectability: TextSelectability {}

extension TextSelectability where Self == EnabledTextSelectability {
    /// documentation/swiftui/textselectability/enabled
    public static var enabled: EnabledTextSelectability { declared() }
}

/// documentation/swiftui/image
public struct Image: Equatable, Sendable {
    /// documentation/swiftui/image/init(systemname:)
    public init(systemName: String) { declared() }
    /// documentation/swiftui/image/init(systemname:variablevalue:)
    public init(systemName: String, variableValue: Double?) { declared() }
    /// documentation/swiftui/image/scale
    public enum Scale: Sendable {
        case small
        case medium
        case large
    }
}

extension Image: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

extension View {
    /// documentation/swiftui/view/imagescale(_:)
    public nonisolated func imageScale(_ scale: Image.Scale) -> some View { declared() }
}

/// documentation/swiftui/label
public struct Label<Title, Icon>: View where Title: View, Icon: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/label/init(title:icon:)
    public nonisolated init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) { declared() }
}

extension Label where Title == Text, Icon == Image {
    /// documentation/swiftui/label/init(_:systemimage:)
    public nonisolated init<S>(_ title: S, systemImage name: String) where S: StringProtocol { declared() }
}

/// documentation/swiftui/labelstyle
@MainActor @preconcurrency public protocol LabelStyle {}

/// documentation/swiftui/icononlylabelstyle
public struct IconOnlyLabelStyle: LabelStyle {}

extension LabelStyle where Self == IconOnlyLabelStyle {
    /// documentation/swiftui/labelstyle/icononly
    @MainActor @preconcurrency public static var iconOnly: IconOnlyLabelStyle { declared() }
}

extension View {
    /// documentation/swiftui/view/labelstyle(_:)
    public nonisolated func labelStyle<S>(_ style: S) -> some View where S: LabelStyle { declared() }
}
