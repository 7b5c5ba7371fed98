import Runtime

/// A program could not be started.
public struct ChildProgramError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where it was to be.
    public let path: String
    /// The system's error number.
    public let number: Int32

    init(_ path: String, _ number: Int32) { (self.path, self.number) = (path, number) }

    /// Which program, and why.
    public var description: String { "\(path) cannot be started: \(systemText(number))." }
}
