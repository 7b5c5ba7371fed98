/// documentation/swiftui/group
public struct Group<Content> {}

extension Group: View where Content: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/group/init(content:)
    public nonisolated init(@ViewBuilder content: () -> Content) { declared() }
}

/// documentation/swiftui/foreach
public struct ForEach<Data, ID, Content> where Data: RandomAccessCollection, ID: Hashable {}

extension ForEach: View where Content: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
    /// documentation/swiftui/foreach/init(_:content:)
    public nonisolated init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) { declared() }
}

extension ForEach where Content: View {
    /// documentation/swiftui/foreach/init(_:id:content:)
    public nonisolated init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) { declared() }
}

/// documentation/swiftui/list
public struct List<SelectionValue, Content>: View where SelectionValue: Hashable, Content: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

extension List where SelectionValue == Never {
    /// documentation/swiftui/list/init(content:)
    public nonisolated init(@ViewBuilder content: () -> Content) { declared() }
}

/// documentation/swiftui/form
public struct Form<Content>: View where Content: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/form/init(content:)
    public nonisolated init(@ViewBuilder content: () -> Content) { declared() }
}

/// documentation/swiftui/section
public struct Section<Parent, Content, Footer> {}

extension Section: View where Parent: View, Content: View, Footer: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/section/init(content:header:footer:)
    public nonisolated init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
    ) { declared() }
}

extension Section where Parent == EmptyView, Content: View, Footer: View {
    /// documentation/swiftui/section/init(content:footer:)
    public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) { declared() }
}

extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    /// documentation/swiftui/section/init(content:)
    public nonisolated init(@ViewBuilder content: () -> Content) { declared() }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
    /// documentation/swiftui/section/init(_:content:)
    public nonisolated init<S>(_ title: S, @ViewBuilder content: () -> Content) where S: StringProtocol { declared() }
}

/// documentation/swiftui/labeledcontent
public struct LabeledContent<Label, Content> {}

extension LabeledContent: View where Label: View, Content: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

extension LabeledContent where Label == Text, Content == Text {
    /// documentation/swiftui/labeledcontent/init(_:value:)
    public nonisolated init<S1, S2>(_ title: S1, value: S2) where S1: StringProtocol, S2: StringProtocol { declared() }
}

/// documentation/swiftui/disclosuregroup
public struct DisclosureGroup<Label, Content>: View where Label: View, Content: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

extension DisclosureGroup where Label == Text {
    /// documentation/swiftui/disclosuregroup/init(_:content:)
    public nonisolated init<S>(_ label: S, @ViewBuilder content: @escaping () -> Content) where S: StringProtocol {
        declared()
    }
}
