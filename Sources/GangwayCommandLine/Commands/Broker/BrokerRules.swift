/// Who may write and read what at a broker of one's own: mosquitto's list of rules, which is made once and is the person's then.
enum BrokerRules {
    /// What there is in the place of the rules of this program.
    enum State: Equatable {
        /// These rules, or the person's changes to them.
        case current
        /// An earlier program's, unchanged: they can be replaced.
        case earlier
        /// Such as were changed by hand from an earlier program's, and so may let devices do what these do not.
        case earlierChanged
    }

    /// Tells these rules, also changed ones, from those of earlier programs.
    private static let mark = "# gangway rules, edition 3."

    /// How many levels a topic has at most under which devices are steered: a rule has to name each number.
    private static let maximumLevels = 8

    /// What `text` is.
    static func state(_ text: String, controller: String, device: String) -> State {
        if text.split(separator: "\n").contains(where: { $0 == mark }) { return .current }
        return earlier(controller: controller, device: device).contains(text) ? .earlier : .earlierChanged
    }

    /// The rules of earlier programs, the oldest first.
    static func earlier(controller: String, device: String) -> [String] {
        let ends = ["state", "availability", "signal"]
        return [
            first(controller, device), second(controller, device, ends), second(controller, device, ends + ["join"]),
        ]
    }

    /// The rules. All devices share one account; what tells one from another is the client id, which is that of the device: it
    /// writes under the address that ends with it, and nowhere else. mosquitto refuses client ids with `+` or `#` there, and
    /// ``BrokerIntruders`` puts those out that are several levels or a word of the protocol, which no rule can.
    static func text(controller: String, device: String) -> String {
        let topics = (1...maximumLevels).map { levels($0) + "/%c" }
        let own = topics.flatMap { topic in
            ["pattern readwrite \(topic)"]
                + ["state", "availability", "signal", "join"].map { "pattern write \(topic)/\($0)" }
        }
        return """
            \(mark)
            # Who may write and read what. This file is made once; change it as you like.
            user \(controller)
            topic readwrite #
            topic read $SYS/#

            # Devices steer nothing but themselves. They write announcements, and what `gangway broker test` tries; they read
            # commands.
            user \(device)
            topic readwrite gangway/test/+
            \((announced + read).joined(separator: "\n"))

            # What they report they write under their own address, of up to \(maximumLevels) levels before the id: the client id, %c, has
            # to be that id.
            \(own.joined(separator: "\n"))

            """
    }

    private static let announced = ["switch", "select", "sensor"].map { "topic write homeassistant/\($0)/+/config" }
    private static let read = (2...maximumLevels + 2).map { "topic read \(levels($0))" }

    private static func levels(_ count: Int) -> String { [String](repeating: "+", count: count).joined(separator: "/") }

    /// The first edition: devices may do all.
    private static func first(_ controller: String, _ device: String) -> String {
        """
        # Who may write and read what. This file is made once; change it as you like.
        user \(controller)
        topic readwrite #
        topic read $SYS/#

        user \(device)
        topic readwrite #

        """
    }

    /// The second edition: devices may report in each other's place.
    private static func second(_ controller: String, _ device: String, _ ends: [String]) -> String {
        let written = (2...maximumLevels + 1).flatMap { count in ends.map { "topic write \(levels(count))/\($0)" } }
        return """
            # Who may write and read what. This file is made once; change it as you like.
            user \(controller)
            topic readwrite #
            topic read $SYS/#

            # Devices steer nothing: they write what they report, under topics of up to \(maximumLevels) levels, and what
            # `gangway broker test` tries. They read their commands.
            user \(device)
            topic readwrite gangway/test/+
            \((announced + written + read).joined(separator: "\n"))

            """
    }
}
