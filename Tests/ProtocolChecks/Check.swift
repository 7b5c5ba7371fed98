/// A claim about floor 1 that needs nothing but the language, so that it also runs as an embedded build.
public struct Check: Sendable {
    /// The claim as a sentence.
    public let name: StaticString
    /// `nil` where it holds, otherwise what does not.
    public let run: @Sendable () -> StaticString?

    /// A claim, and how it is put to the test.
    public init(_ name: StaticString, _ run: @escaping @Sendable () -> StaticString?) {
        self.name = name
        self.run = run
    }
}

/// The claims about one part of floor 1.
public struct Suite: Sendable {
    /// What they are about.
    public let name: StaticString
    /// The claims.
    public let checks: [Check]

    /// Claims about one part.
    public init(_ name: StaticString, _ checks: [Check]) {
        self.name = name
        self.checks = checks
    }
}
