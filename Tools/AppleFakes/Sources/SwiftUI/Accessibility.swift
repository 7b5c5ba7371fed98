/// documentation/swiftui/accessibilityattachmentmodifier
public struct AccessibilityAttachmentModifier: ViewModifier {
    /// documentation/swiftui/viewmodifier/body-swift.associatedtype
    public typealias Body = Never
}

/// documentation/swiftui/accessibilitychildbehavior
public struct AccessibilityChildBehavior: Hashable {
    /// documentation/swiftui/accessibilitychildbehavior/ignore
    public static let ignore = AccessibilityChildBehavior()
    /// documentation/swiftui/accessibilitychildbehavior/contain
    public static let contain = AccessibilityChildBehavior()
    /// documentation/swiftui/accessibilitychildbehavior/combine
    public static let combine = AccessibilityChildBehavior()
}

extension AccessibilityChildBehavior: Sendable {}

/// documentation/swiftui/accessibilitytraits
public struct AccessibilityTraits: SetAlgebra, Sendable {
    /// documentation/swiftui/accessibilitytraits/isbutton
    public static let isButton = AccessibilityTraits()
    /// documentation/swiftui/accessibilitytraits/isheader
    public static let isHeader = AccessibilityTraits()
    /// documentation/swiftui/accessibilitytraits/isselected
    public static let isSelected = AccessibilityTraits()
    /// documentation/swiftui/accessibilitytraits/istoggle
    public static let isToggle = AccessibilityTraits()
    /// documentation/swiftui/accessibilitytraits/updatesfrequently
    public static let updatesFrequently = AccessibilityTraits()

    /// documentation/swiftui/accessibilitytraits/element
    public typealias Element = AccessibilityTraits
    /// documentation/swiftui/accessibilitytraits/arrayliteralelement
    public typealias ArrayLiteralElement = AccessibilityTraits
    /// documentation/swiftui/accessibilitytraits/init()
    public init() {}
    /// documentation/swiftui/accessibilitytraits/union(_:)
    public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { declared() }
    /// documentation/swiftui/accessibilitytraits/formunion(_:)
    public mutating func formUnion(_ other: AccessibilityTraits) { declared() }
    /// documentation/swiftui/accessibilitytraits/intersection(_:)
    public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits { declared() }
    /// documentation/swiftui/accessibilitytraits/formintersection(_:)
    public mutating func formIntersection(_ other: AccessibilityTraits) { declared() }
    /// documentation/swiftui/accessibilitytraits/symmetricdifference(_:)
    public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits { declared() }
    /// documentation/swiftui/accessibilitytraits/formsymmetricdifference(_:)
    public mutating func formSymmetricDifference(_ other: AccessibilityTraits) { declared() }
    /// documentation/swiftui/accessibilitytraits/contains(_:)
    public func contains(_ member: AccessibilityTraits) -> Bool { declared() }
    /// documentation/swiftui/accessibilitytraits/insert(_:)
    public mutating func insert(
        _ newMember: AccessibilityTraits
    ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) { declared() }
    /// documentation/swiftui/accessibilitytraits/remove(_:)
    public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? { declared() }
    /// documentation/swiftui/accessibilitytraits/update(with:)
    public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? { declared() }
    /// documentation/swiftui/accessibilitytraits/==(a:b:)
    public static func == (a: AccessibilityTraits, b: AccessibilityTraits) -> Bool { declared() }
}

extension View {
    /// documentation/swiftui/view/accessibilityelement(children:)
    public nonisolated func accessibilityElement(
        children: AccessibilityChildBehavior = .ignore
    ) -> some View { declared() }
    /// documentation/swiftui/view/accessibilitylabel(_:)
    public nonisolated func accessibilityLabel<S>(
        _ label: S
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> where S: StringProtocol { declared() }
    /// documentation/swiftui/view/accessibilityvalue(_:)
    public nonisolated func accessibilityValue<S>(
        _ value: S
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> where S: StringProtocol { declared() }
    /// documentation/swiftui/view/accessibilityhint(_:)
    public nonisolated func accessibilityHint<S>(
        _ hint: S
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> where S: StringProtocol { declared() }
    /// documentation/swiftui/view/accessibilityhidden(_:)
    public nonisolated func accessibilityHidden(
        _ hidden: Bool
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> { declared() }
    /// documentation/swiftui/view/accessibilityaddtraits(_:)
    public nonisolated func accessibilityAddTraits(
        _ traits: AccessibilityTraits
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> { declared() }
}
