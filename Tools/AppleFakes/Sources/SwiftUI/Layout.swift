public import Foundation

/// documentation/swiftui/horizontalalignment
public struct HorizontalAlignment: Equatable, Sendable {
    /// documentation/swiftui/horizontalalignment/leading
    public static let leading = HorizontalAlignment()
    /// documentation/swiftui/horizontalalignment/center
    public static let center = HorizontalAlignment()
}

/// documentation/swiftui/verticalalignment
public struct VerticalAlignment: Equatable, Sendable {
    /// documentation/swiftui/verticalalignment/center
    public static let center = VerticalAlignment()
    /// documentation/swiftui/verticalalignment/firsttextbaseline
    public static let firstTextBaseline = VerticalAlignment()
}

/// documentation/swiftui/alignment
public struct Alignment: Equatable, Sendable {
    /// documentation/swiftui/alignment/center
    public static let center = Alignment()
    /// documentation/swiftui/alignment/leading
    public static let leading = Alignment()
}

/// documentation/swiftui/axis
public enum Axis: Int8, Sendable {
    case horizontal
    case vertical
    /// documentation/swiftui/axis/set
    public struct Set: OptionSet, Sendable {
        /// documentation/swiftui/axis/set/rawvalue
        public let rawValue: Int8
        /// documentation/swiftui/axis/set/init(rawvalue:)
        public init(rawValue: Int8) { self.rawValue = rawValue }
        /// documentation/swiftui/axis/set/horizontal
        public static let horizontal = Set(rawValue: 1)
        /// documentation/swiftui/axis/set/vertical
        public static let vertical = Set(rawValue: 2)
    }
}

/// documentation/swiftui/edge
public enum Edge: Int8, Sendable {
    case top, leading, bottom, trailing
    /// documentation/swiftui/edge/set
    public struct Set: OptionSet, Sendable {
        /// documentation/swiftui/edge/set/rawvalue
        public let rawValue: Int8
        /// documentation/swiftui/edge/set/init(rawvalue:)
        public init(rawValue: Int8) { self.rawValue = rawValue }
        /// documentation/swiftui/edge/set/all
        public static let all = Set(rawValue: 15)
    }
}

/// documentation/swiftui/vstack
public struct VStack<Content>: View where Content: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/vstack/init(alignment:spacing:content:)
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { declared() }
}

/// documentation/swiftui/hstack
public struct HStack<Content>: View where Content: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/hstack/init(alignment:spacing:content:)
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { declared() }
}

/// documentation/swiftui/spacer
public struct Spacer: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/spacer/init(minlength:)
    public nonisolated init(minLength: CGFloat? = nil) { declared() }
}

/// documentation/swiftui/scrollview
public struct ScrollView<Content>: View where Content: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/scrollview/init(_:content:)
    public nonisolated init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) { declared() }
}

/// documentation/swiftui/griditem
public struct GridItem: Sendable {
    /// documentation/swiftui/griditem/size-swift.enum
    public enum Size: Sendable {
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }
    /// documentation/swiftui/griditem/init(_:spacing:alignment:)
    public init(_ size: GridItem.Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        declared()
    }
}

/// documentation/swiftui/pinnedscrollableviews
public struct PinnedScrollableViews: OptionSet, Sendable {
    /// documentation/swiftui/pinnedscrollableviews/rawvalue
    public let rawValue: UInt32
    /// documentation/swiftui/pinnedscrollableviews/init(rawvalue:)
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// documentation/swiftui/lazyvgrid
public struct LazyVGrid<Content>: View where Content: View {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/lazyvgrid/init(columns:alignment:spacing:pinnedviews:content:)
    public nonisolated init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) { declared() }
}

extension View {
    /// documentation/swiftui/view/padding(_:_:)
    public nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { declared() }
    /// documentation/swiftui/view/frame(width:height:alignment:)
    public nonisolated func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { declared() }
    /// documentation/swiftui/view/frame(minwidth:idealwidth:maxwidth:minheight:idealheight:maxheight:alignment:)
    public nonisolated func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { declared() }
}
