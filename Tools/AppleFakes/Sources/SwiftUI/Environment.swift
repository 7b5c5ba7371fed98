public import Foundation
public import Observation

/// documentation/swiftui/environmentkey
public protocol EnvironmentKey {
    associatedtype Value
    /// documentation/swiftui/environmentkey/defaultvalue
    static var defaultValue: Self.Value { get }
}

/// documentation/swiftui/environmentvalues
public struct EnvironmentValues {
    /// documentation/swiftui/environmentvalues/subscript(_:)
    public subscript<K>(key: K.Type) -> K.Value where K: EnvironmentKey {
        get { declared() }
        set { declared() }
    }
    /// documentation/swiftui/environmentvalues/locale
    public var locale: Locale {
        get { declared() }
        set { declared() }
    }
}

/// documentation/swiftui/environment
@propertyWrapper public struct Environment<Value>: DynamicProperty {
    /// documentation/swiftui/environment/init(_:)
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { declared() }
    /// documentation/swiftui/environment/init(_:)
    public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable { declared() }
    /// documentation/swiftui/environment/wrappedvalue
    public var wrappedValue: Value { declared() }
}

extension Environment: Sendable where Value: Sendable {}

extension View {
    /// documentation/swiftui/view/environment(_:_:)
    public nonisolated func environment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
    ) -> some View { declared() }
    /// documentation/swiftui/view/environment(_:)
    public nonisolated func environment<T>(_ object: T?) -> some View where T: AnyObject, T: Observable { declared() }
}
