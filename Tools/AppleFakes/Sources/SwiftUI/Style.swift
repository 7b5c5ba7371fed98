public import Foundation

/// documentation/swiftui/shapestyle
public protocol ShapeStyle: Sendable {}

/// documentation/swiftui/color
public struct Color: Hashable, Sendable, ShapeStyle {
    /// documentation/swiftui/color/accentcolor
    public static var accentColor: Color { declared() }
    /// documentation/swiftui/color/secondary
    public static let secondary = Color()
    /// documentation/swiftui/color/green
    public static let green = Color()
    /// documentation/swiftui/color/red
    public static let red = Color()
    /// documentation/swiftui/color/gray
    public static let gray = Color()
}

extension ShapeStyle where Self == Color {
    /// documentation/swiftui/shapestyle/green
    public static var green: Color { declared() }
    /// documentation/swiftui/shapestyle/red
    public static var red: Color { declared() }
}

/// documentation/swiftui/hierarchicalshapestyle
public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    /// documentation/swiftui/shapestyle/secondary
    public static var secondary: HierarchicalShapeStyle { declared() }
}

/// documentation/swiftui/material
public struct Material: Sendable {}

extension Material: ShapeStyle {}

extension ShapeStyle where Self == Material {
    /// documentation/swiftui/shapestyle/regularmaterial
    public static var regularMaterial: Material { declared() }
}

/// documentation/swiftui/shape
public protocol Shape: Sendable, View {}

/// documentation/swiftui/insettableshape
public protocol InsettableShape: Shape {}

/// documentation/swiftui/roundedcornerstyle
public enum RoundedCornerStyle: Sendable {
    case circular
    case continuous
}

/// documentation/swiftui/roundedrectangle
public struct RoundedRectangle: InsettableShape {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
}

extension Shape where Self == RoundedRectangle {
    /// documentation/swiftui/shape/rect(cornerradius:style:)
    public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> Self { declared() }
}

/// documentation/swiftui/fillstyle
public struct FillStyle: Equatable, Sendable {
    /// documentation/swiftui/fillstyle/init(eofill:antialiased:)
    public init(eoFill: Bool = false, antialiased: Bool = true) { declared() }
}

extension View {
    /// documentation/swiftui/view/foregroundstyle(_:)
    public nonisolated func foregroundStyle<S>(_ style: S) -> some View where S: ShapeStyle { declared() }
    /// documentation/swiftui/view/tint(_:)
    public nonisolated func tint(_ tint: Color?) -> some View { declared() }
    /// documentation/swiftui/view/background(_:in:fillstyle:)
    public nonisolated func background<S, T>(
        _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
    ) -> some View where S: ShapeStyle, T: InsettableShape { declared() }
}
