/// An error that a person can read: it says what failed, what the state is now and what to do next. For a program it mostly has
/// a code too, and whose fault it is.
public protocol ExplainedError: Error, CustomStringConvertible {
    /// What failed, a whole sentence.
    var summary: String { get }
    /// What the state is now, a whole sentence; empty where the summary says it.
    var state: String { get }
    /// What to do next, a whole sentence; empty for nothing.
    var advice: String { get }
}

extension ExplainedError {
    /// The sentences that there are, one behind the other.
    public var description: String { [summary, state, advice].filter { !$0.isEmpty }.joined(separator: " ") }
}
