/// documentation/swiftui/view
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    /// documentation/swiftui/view/body-8kl5o
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension View where Body == Never {
    public var body: Never { declared() }
}

/// documentation/swift/never
extension Never {
    public typealias Body = Never
    public var body: Never { declared() }
}

extension Never: View {}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
}

/// documentation/swiftui/viewbuilder
@resultBuilder public struct ViewBuilder {
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: View { content }
    public static func buildBlock() -> EmptyView { declared() }
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: View { content }
    public static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
    where repeat each Content: View { declared() }
    public static func buildIf<Content>(_ content: Content?) -> Content? where Content: View { content }
    public static func buildEither<TrueContent, FalseContent>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View { declared() }
    public static func buildEither<TrueContent, FalseContent>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View { declared() }
}

/// documentation/swiftui/tupleview
public struct TupleView<T>: View {
    public typealias Body = Never
}

/// documentation/swiftui/viewbuilder/buildeither(first:)
public struct _ConditionalContent<TrueContent, FalseContent> {}

extension _ConditionalContent: View where TrueContent: View, FalseContent: View {
    public typealias Body = Never
}

/// documentation/swiftui/emptyview
public struct EmptyView: View {
    public typealias Body = Never
    public nonisolated init() {}
}

/// documentation/swiftui/viewmodifier
@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    /// documentation/swiftui/viewmodifier/content
    typealias Content = _ViewModifier_Content<Self>
    /// documentation/swiftui/viewmodifier/body(content:)
    @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
}

extension ViewModifier where Body == Never {
    public func body(content: Self.Content) -> Never { declared() }
}

/// documentation/swiftui/viewmodifier/content
public struct _ViewModifier_Content<Modifier>: View where Modifier: ViewModifier {
    public typealias Body = Never
}

/// documentation/swiftui/modifiedcontent
public struct ModifiedContent<Content, Modifier> {}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public typealias Body = Never
}

extension View {
    /// documentation/swiftui/view/modifier(_:)
    public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> { declared() }
}
