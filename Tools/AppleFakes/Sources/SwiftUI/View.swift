/// documentation/swiftui/view
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    /// documentation/swiftui/view/body-8kl5o
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension View where Body == Never {
    /// documentation/swiftui/view/body
    public var body: Never { declared() }
}

/// documentation/swift/never
extension Never {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/never/body
    public var body: Never { declared() }
}

extension Never: View {}

extension Optional: View where Wrapped: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

/// documentation/swiftui/viewbuilder
@resultBuilder public struct ViewBuilder {
    /// documentation/swiftui/viewbuilder/buildexpression(_:)
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: View { content }
    /// documentation/swiftui/viewbuilder/buildblock()
    public static func buildBlock() -> EmptyView { declared() }
    /// documentation/swiftui/viewbuilder/buildblock(_:)
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: View { content }
    /// documentation/swiftui/viewbuilder/buildblock(_:)
    public static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
    where repeat each Content: View { declared() }
    /// documentation/swiftui/viewbuilder/buildif(_:)
    public static func buildIf<Content>(_ content: Content?) -> Content? where Content: View { content }
    /// documentation/swiftui/viewbuilder/buildeither(first:)
    public static func buildEither<TrueContent, FalseContent>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View { declared() }
    /// documentation/swiftui/viewbuilder/buildeither(second:)
    public static func buildEither<TrueContent, FalseContent>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View { declared() }
}

/// documentation/swiftui/tupleview
public struct TupleView<T>: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

/// documentation/swiftui/viewbuilder/buildeither(first:)
public struct _ConditionalContent<TrueContent, FalseContent> {}

extension _ConditionalContent: View where TrueContent: View, FalseContent: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

/// documentation/swiftui/emptyview
public struct EmptyView: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/emptyview/init()
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
    /// documentation/swiftui/viewmodifier/body(content:)
    public func body(content: Self.Content) -> Never { declared() }
}

/// documentation/swiftui/viewmodifier/content
public struct _ViewModifier_Content<Modifier>: View where Modifier: ViewModifier {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

/// documentation/swiftui/modifiedcontent
public struct ModifiedContent<Content, Modifier> {}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

extension View {
    /// documentation/swiftui/view/modifier(_:)
    public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> { declared() }
}
