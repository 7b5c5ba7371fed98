extension BrokerError {
    /// A message to a topic that cannot be.
    public static func invalidTopic(_ topic: String, _ fault: TopicFault) -> BrokerError {
        let shown = topic.prefix(40).unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
        return BrokerError(
            .invalidTopic, fault: .caller, summary: "\"\(shown)\" cannot be used as a topic: \(fault).",
            state: "Nothing was sent.", advice: "Use another topic.")
    }

    /// What cannot be done without a connection; `reason` is why there is none.
    public static func notConnected(_ reason: BrokerError?) -> BrokerError {
        BrokerError(
            .notConnected, fault: reason?.fault ?? .caller,
            summary: "There is no connection to the broker." + (reason.map { " \($0.summary)" } ?? ""),
            state: "Nothing was sent.", advice: reason?.advice ?? "Connect first.")
    }

    /// A call that was not answered in time. `reason` is why there is no connection, where that is it.
    public static func timedOut(_ what: String, _ reason: BrokerError?, state: String) -> BrokerError {
        BrokerError(
            .timedOut, fault: reason?.fault ?? .broker,
            summary: "The broker did not answer \(what) in time." + (reason.map { " \($0.summary)" } ?? ""),
            state: state, advice: reason?.advice ?? "Try again.")
    }

    /// A call whose task was cancelled.
    public static func cancelled(_ what: String, state: String) -> BrokerError {
        BrokerError(
            .cancelled, fault: .caller, summary: "The call for \(what) was cancelled.", state: state, advice: "")
    }

    /// A call that ends because the connection was closed.
    public static func closed(state: String = "") -> BrokerError {
        BrokerError(
            .closed, fault: .caller, summary: "The connection to the broker was closed.", state: state,
            advice: "Open another one.")
    }

    /// Subscriptions that the broker refused.
    public static func subscriptionRefused(_ filters: [String]) -> BrokerError {
        let names = filters.map { filter in
            filter.prefix(80).unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
        }
        return BrokerError(
            .subscriptionRefused, fault: .broker,
            summary: "The broker does not let this user hear of \(names.joined(separator: ", ")).",
            state: "The other subscriptions stand.",
            advice: "Ask for less, or have the broker's access rules changed.", refusedFilters: filters)
    }

    /// A message larger than the broker takes.
    public static func tooLarge(_ count: Int) -> BrokerError {
        BrokerError(
            .tooLarge, fault: .caller, summary: "A message of \(count) bytes is larger than the broker takes.",
            state: "Nothing was sent.", advice: "Send less at once.")
    }

    /// Settings that no connection can be made from.
    public static func invalidSettings(_ why: String) -> BrokerError {
        BrokerError(
            .invalidSettings, fault: .caller, summary: "The broker's settings cannot be used: \(why).",
            state: "No connection was tried.", advice: "Change the settings.")
    }
}
