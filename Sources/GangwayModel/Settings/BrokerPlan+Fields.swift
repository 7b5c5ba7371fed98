// A plan as named texts, as a system's store of preferences keeps them. No password is part of it.
extension BrokerPlan {
    /// The plan as named texts; ``init(fields:)`` reads them again. A certificate that this home shows the broker is left out.
    public var fields: [String: String] {
        let draft = BrokerDraft(self)
        return [
            "addresses": draft.addresses, "tls": draft.isProtected ? "yes" : "no", "authorities": draft.authorities,
            "user": draft.user, "version": draft.speaksVersion5 ? "5" : "3.1.1",
            "listening": draft.listensToEverything ? "everything" : "topics",
        ]
    }

    /// The plan that these texts are. What is missing is as in a new draft; so the connection is protected unless they say *no*.
    /// - Throws: the first thing that cannot be.
    public init(fields: [String: String]) throws(Problem) {
        var draft = BrokerDraft()
        draft.addresses = fields["addresses"] ?? ""
        draft.isProtected = fields["tls"] != "no"
        draft.authorities = fields["authorities"] ?? ""
        draft.user = fields["user"] ?? ""
        draft.speaksVersion5 = fields["version"] == "5"
        draft.listensToEverything = fields["listening"] == "everything"
        self = try draft.plan()
    }
}
