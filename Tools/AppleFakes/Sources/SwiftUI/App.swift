/// documentation/swiftui/app
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    /// documentation/swiftui/app/body-swift.property
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    /// documentation/swiftui/app/init()
    @MainActor @preconcurrency init()
}

extension App {
    /// documentation/swiftui/app/main()
    @MainActor @preconcurrency public static func main() { declared() }
}

/// documentation/swiftui/scene
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    /// documentation/swiftui/scene/body-swift.property
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Scene where Body == Never {
    /// documentation/swiftui/scene/body
    public var body: Never { declared() }
}

extension Never: Scene {}

/// documentation/swiftui/scenebuilder
@resultBuilder public struct SceneBuilder {
    /// documentation/swiftui/scenebuilder/buildexpression(_:)
    public static func buildExpression<Content>(_ content: Content) -> Content where Content: Scene { content }
    /// documentation/swiftui/scenebuilder/buildblock(_:)
    public static func buildBlock<Content>(_ content: Content) -> Content where Content: Scene { content }
}

/// documentation/swiftui/windowgroup
public struct WindowGroup<Content>: Scene where Content: View {
    /// documentation/swiftui/scene/body-swift.associatedtype
    public typealias Body = Never
    /// documentation/swiftui/windowgroup/init(content:)
    public nonisolated init(@ViewBuilder content: () -> Content) { declared() }
}
