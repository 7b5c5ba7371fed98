public import Observation

/// documentation/swiftui/dynamicproperty
public protocol DynamicProperty {}

/// documentation/swiftui/state
@propertyWrapper public struct State<Value>: DynamicProperty {
    /// documentation/swiftui/state/init(wrappedvalue:)
    public init(wrappedValue value: Value) { declared() }
    /// documentation/swiftui/state/init(initialvalue:)
    public init(initialValue value: Value) { declared() }
    /// documentation/swiftui/state/wrappedvalue
    public var wrappedValue: Value {
        get { declared() }
        nonmutating set { declared() }
    }
    /// documentation/swiftui/state/projectedvalue
    public var projectedValue: Binding<Value> { declared() }
}

extension State: Sendable where Value: Sendable {}

/// documentation/swiftui/binding
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    /// documentation/swiftui/binding/init(projectedvalue:)
    public init(projectedValue: Binding<Value>) { declared() }
    /// documentation/swiftui/binding/wrappedvalue
    public var wrappedValue: Value {
        get { declared() }
        nonmutating set { declared() }
    }
    /// documentation/swiftui/binding/projectedvalue
    public var projectedValue: Binding<Value> { declared() }
    /// documentation/swiftui/binding/subscript(dynamicmember:)
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> { declared() }
}

extension Binding: Sendable where Value: Sendable {}

extension Binding: DynamicProperty {}

/// documentation/swiftui/bindable
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
    /// documentation/swiftui/bindable/wrappedvalue
    public var wrappedValue: Value {
        get { declared() }
        nonmutating set { declared() }
    }
    /// documentation/swiftui/bindable/projectedvalue
    public var projectedValue: Bindable<Value> { declared() }

    init(of value: Value) { declared() }
}

extension Bindable where Value: AnyObject {
    /// documentation/swiftui/bindable/subscript(dynamicmember:)
    public subscript<Subject>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
    ) -> Binding<Subject> { declared() }
}

extension Bindable where Value: Observable {
    /// documentation/swiftui/bindable/init(wrappedvalue:)
    public init(wrappedValue: Value) { declared() }
}

extension Bindable: DynamicProperty where Value: Observable {}

extension Bindable: Sendable where Value: Sendable {}

/// documentation/swiftui/scaledmetric
@propertyWrapper public struct ScaledMetric<Value>: DynamicProperty where Value: BinaryFloatingPoint {
    /// documentation/swiftui/scaledmetric/init(wrappedvalue:)
    public init(wrappedValue: Value) { declared() }
    /// documentation/swiftui/scaledmetric/wrappedvalue
    public var wrappedValue: Value { declared() }
}
