/// documentation/swiftui/navigationstack
public struct NavigationStack<Data, Root>: View where Root: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/navigationstack/init(path:root:)
    @MainActor @preconcurrency public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where
        Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection, Data.Element: Hashable
    { declared() }
}

extension View {
    /// documentation/swiftui/view/navigationdestination(for:destination:)
    public nonisolated func navigationDestination<D, C>(
        for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View where D: Hashable, C: View { declared() }
    /// documentation/swiftui/view/navigationtitle(_:)
    public nonisolated func navigationTitle<S>(_ title: S) -> some View where S: StringProtocol { declared() }
    /// documentation/swiftui/view/navigationbarbackbuttonhidden(_:)
    public nonisolated func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View { declared() }
    /// documentation/swiftui/view/toolbar(content:)
    public nonisolated func toolbar<Content>(
        @ToolbarContentBuilder content: () -> Content
    ) -> some View where Content: ToolbarContent { declared() }
}

/// documentation/swiftui/toolbarcontent
@MainActor @preconcurrency public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    /// documentation/swiftui/toolbarcontent/body-swift.property
    @ToolbarContentBuilder var body: Self.Body { get }
}

extension ToolbarContent where Body == Never {
    /// documentation/swiftui/toolbarcontent/body
    public var body: Never { declared() }
}

extension Never: ToolbarContent {}

/// documentation/swiftui/toolbarcontentbuilder
@resultBuilder public struct ToolbarContentBuilder {
    /// documentation/swiftui/toolbarcontentbuilder/buildexpression(_:)
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: ToolbarContent { content }
    /// documentation/swiftui/toolbarcontentbuilder/buildblock(_:)
    public static func buildBlock<Content>(_ content: Content) -> some ToolbarContent where Content: ToolbarContent {
        content
    }
}

/// documentation/swiftui/toolbaritemplacement
public struct ToolbarItemPlacement {
    /// documentation/swiftui/toolbaritemplacement/automatic
    public static var automatic: ToolbarItemPlacement { declared() }
    /// documentation/swiftui/toolbaritemplacement/cancellationaction
    public static var cancellationAction: ToolbarItemPlacement { declared() }
}

/// documentation/swiftui/toolbaritem
public struct ToolbarItem<ID, Content>: ToolbarContent where Content: View {
    /// documentation/swiftui/toolbarcontent/body-swift.associatedtype
    public typealias Body = Never
}

extension ToolbarItem where ID == () {
    /// documentation/swiftui/toolbaritem/init(placement:content:)
    public nonisolated init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        declared()
    }
}

/// documentation/swiftui/toolbaritemgroup
public struct ToolbarItemGroup<Content>: ToolbarContent where Content: View {
    /// documentation/swiftui/toolbarcontent/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/toolbaritemgroup/init(placement:content:)
    public nonisolated init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        declared()
    }
}

/// documentation/swiftui/visibility
public enum Visibility: Hashable, CaseIterable, Sendable {
    case automatic
    case visible
    case hidden
}

extension View {
    /// documentation/swiftui/view/confirmationdialog(_:ispresented:titlevisibility:actions:)
    public nonisolated func confirmationDialog<S, A>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View where S: StringProtocol, A: View { declared() }
    /// documentation/swiftui/view/ondisappear(perform:)
    public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View { declared() }
    /// documentation/swiftui/view/task(priority:_:)
    public nonisolated func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: sending @escaping () async -> Void
    ) -> some View { declared() }
}
