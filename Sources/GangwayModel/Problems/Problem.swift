import Runtime

/// What a person has to do first about a problem; a user interface makes its button from it.
public enum NextStep: String, Hashable, Sendable {
    /// The same again.
    case tryAgain
    /// Type the passphrase again.
    case correctPassphrase
    /// Pick or type another network.
    case chooseNetwork
    /// Go back to the list of devices in range.
    case chooseDevice
    /// See to the broker's settings.
    case openSettings
    /// Nothing in the program: the advice says it.
    case none
}

/// Something that went wrong, as a person is told it: what failed, and what to do next. No passphrase is part of it.
public struct Problem: Error, Hashable, Sendable {
    /// The kind of failure for a program, stable: the area and the code there, such as `provisioning.poweredOff`.
    public var code: String
    /// What failed.
    public var summary: Sentence
    /// What to do next.
    public var advice: Sentence
    /// What to offer for it.
    public var next: NextStep
    /// What the failing part said itself, in English, for who looks for the cause; may be empty.
    public var detail: String

    /// A problem of these facts.
    public init(
        _ code: String, summary: Sentence, advice: Sentence, next: NextStep = .tryAgain, detail: String = ""
    ) {
        self.code = code
        self.summary = summary
        self.advice = advice
        self.next = next
        self.detail = detail
    }

    /// The problem of this area and code: its texts are `area.code` and `area.code.next`. A code without texts says what `error`
    /// says itself.
    init(
        _ area: String, _ code: String, _ error: (any ExplainedError)?, _ next: NextStep, _ arguments: String...
    ) {
        let name = "\(area).\(code)"
        let word = Word(rawValue: name)
        var summary = Sentence(word)
        summary.arguments = arguments
        var advice = Sentence(Word(rawValue: name + ".next"))
        advice.arguments = arguments
        if !Words.has(word) {
            summary = Sentence("problem.other", error?.summary ?? name)
            advice = Sentence("problem.other.next", error?.advice ?? "")
        }
        self.init(name, summary: summary, advice: advice, next: next, detail: error?.description ?? "")
    }
}

extension Problem: CustomStringConvertible {
    /// The two sentences in English.
    public var description: String { summary.text(.english) + " " + advice.text(.english) }
}
