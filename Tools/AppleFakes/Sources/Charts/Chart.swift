public import Foundation
public import SwiftUI

// What the views of GangwayUI use of Swift Charts, declared as Apple's documentation declares it and never run.

/// In the place of a body.
func declared() -> Never { preconditionFailure("This module only declares.") }

/// documentation/charts/chart
@MainActor @preconcurrency public struct Chart<Content>: View where Content: ChartContent {
    /// documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/charts/chart/init(content:)
    @MainActor @preconcurrency public init(@ChartContentBuilder content: () -> Content) { declared() }
}

/// documentation/charts/chartcontent
public protocol ChartContent {
    associatedtype Body: ChartContent
    /// documentation/charts/chartcontent/body-swift.property
    @ChartContentBuilder var body: Self.Body { get }
}

extension ChartContent where Body == Never {
    /// documentation/charts/chartcontent/body
    public var body: Never { declared() }
}

extension Never: ChartContent {}

/// documentation/charts/chartcontentbuilder
@resultBuilder public struct ChartContentBuilder {
    /// documentation/charts/chartcontentbuilder/buildexpression(_:)
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: ChartContent { content }
    /// documentation/charts/chartcontentbuilder/buildblock(_:)
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: ChartContent { content }
}

/// documentation/charts/plottable
public protocol Plottable {}

extension Int: Plottable {}

extension Date: Plottable {}

/// documentation/charts/plottablevalue
public struct PlottableValue<Value> where Value: Plottable {
    /// documentation/charts/plottablevalue/value(_:_:)
    public static func value<S>(_ label: S, _ value: Value) -> PlottableValue<Value> where S: StringProtocol {
        declared()
    }
}

/// documentation/charts/linemark
public struct LineMark: ChartContent {
    /// documentation/charts/chartcontent/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/charts/linemark/init(x:y:)
    public init<X, Y>(x: PlottableValue<X>, y: PlottableValue<Y>) where X: Plottable, Y: Plottable { declared() }
}

extension ForEach: ChartContent where Content: ChartContent {
    /// documentation/charts/chartcontent/body-swift.associatedtype
    public typealias Body = Never
}

extension ForEach where Content: ChartContent {
    /// documentation/swiftui/foreach/init(_:id:content:)
    public nonisolated init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> Content
    ) { declared() }
}
