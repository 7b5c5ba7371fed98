extension VirtualRadio {
    /// What is wrong with a radio, repeatable: the same faults and the same seed give the same link.
    ///
    /// Each end applies its own faults to both directions of its links; those of a ``VirtualAir`` or of the file `faults` in a
    /// directory are applied at the central's end. Steps count the messages that this end sends and takes on one link, both
    /// directions together, from 1: the first is the question for the services.
    public struct Faults: Hashable, Sendable {
        /// The greatest MTU that this end agrees to, 23 to 517; `nil` for 517. (`mtu=23`)
        public var mtu: Int?
        /// Milliseconds that each message takes, each way. (`latency=20`)
        public var latency: UInt32 = 0
        /// How many of a hundred notifications and writes without response are lost. (`loss=5`)
        public var loss = 0
        /// How many of a hundred of them, and of indications, come twice. (`duplicates=5`)
        public var duplicates = 0
        /// How many of a hundred of them, and of indications, are overtaken by the next message of their direction, or come
        /// 100 ms late where there is none. (`reorder=5`)
        public var reorder = 0
        /// What the chances above are drawn from. (`seed=7`)
        public var seed: UInt64 = 0
        /// Where the link is cut. (`cut=9`, `cut=9:after`)
        public var cut: Cut?
        /// How many links of this radio are cut, the first ones. (`cuts=1`)
        public var cuts = 1
        /// The step that is lost, whatever it is: a request then times out, and that ends the link. (`lose=4`)
        public var lostStep: Int?
        /// The step that comes twice, where it is one without an answer. (`double=4`)
        public var doubledStep: Int?
        /// The step that the next one of its direction overtakes, where it is one without an answer. (`swap=4`)
        public var swappedStep: Int?
        /// Whether the peripheral cannot be heard, though it can be connected to. (`silent`)
        public var isSilent = false
        /// How many connections are refused, the first ones. (`refuse=2`)
        public var refusals = 0
        /// Whether pairing is refused. (`unpairable`)
        public var refusesPairing = false
        /// Whether this end has lost, by the next link, all bonds that it made. (`forgetful`)
        public var forgetsBonds = false
        /// Whether the peripheral refuses a central that pairs anew though there is a bond with it, as BlueZ does with
        /// `JustWorksRepairing = never`. (`norepairing`)
        public var refusesRepairing = false
        /// Whether the radio can be used at all. (`radio=off`, `radio=missing`)
        public var radio = Radio.ready

        /// No fault.
        public init() {}

        /// Where a link is cut.
        public struct Cut: Hashable, Sendable {
            /// The step, from 1.
            public var step: Int
            /// Whether the message of that step still arrives.
            public var isDelivered: Bool

            /// A cut at `step`, before or after its message has arrived.
            public init(step: Int, isDelivered: Bool = false) {
                self.step = step
                self.isDelivered = isDelivered
            }
        }

        /// Whether the radio can be used.
        public enum Radio: String, Hashable, Sendable {
            /// It can.
            case ready
            /// It is switched off.
            case off
            /// There is none.
            case missing
        }

        /// These faults, or those of the air around where these say nothing.
        func merged(with air: Self) -> Self { self == Self() ? air : self }

        /// Whether messages may be changed on their way; latency alone does not.
        var changesMessages: Bool {
            loss > 0 || duplicates > 0 || reorder > 0 || cut != nil || lostStep != nil || doubledStep != nil
                || swappedStep != nil
        }
    }
}

extension VirtualRadio.Faults: LosslessStringConvertible {
    /// Why a text is not a list of faults.
    public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
        /// What is wrong, and with which part of the text.
        public let description: String
    }

    /// Faults as a list such as `mtu=23,latency=20,loss=5,seed=7`; empty for none.
    /// - Throws: a ``SyntaxError`` that names the part and what it should be.
    public init(parsing text: some StringProtocol) throws(SyntaxError) {
        self.init()
        for part in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            try set(String(pieces[0]), to: pieces.count > 1 ? String(pieces[1]) : nil)
        }
    }

    /// These faults, which are to hold for a directory's links whatever their ends, and for the radios that follow it.
    /// - Throws: a ``SyntaxError`` that names the first one that only a radio of its own can have.
    func forLinks() throws(SyntaxError) -> Self {
        let own = [
            ("silent", isSilent), ("unpairable", refusesPairing), ("forgetful", forgetsBonds),
            ("norepairing", refusesRepairing),
        ]
        guard let (name, _) = own.first(where: \.1) else { return self }
        throw SyntaxError(description: "\(name) has no effect here: it is set in code, for one radio")
    }

    /// Faults as a list; `nil` where ``init(parsing:)`` throws.
    public init?(_ text: String) {
        guard let faults = try? VirtualRadio.Faults(parsing: text) else { return nil }
        self = faults
    }

    private mutating func set(_ key: String, to value: String?) throws(SyntaxError) {
        func number<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) throws(SyntaxError) -> Number {
            guard let value, let number = Number(value), range.contains(number) else {
                throw SyntaxError(description: "\(key) takes a number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
        switch key {
        case "mtu": mtu = try number(23...517)
        case "latency": latency = try number(0...60_000)
        case "loss": loss = try number(0...100)
        case "duplicates": duplicates = try number(0...100)
        case "reorder": reorder = try number(0...100)
        case "seed": seed = try number(0...UInt64.max)
        case "cut": cut = try Self.cut(value)
        case "cuts": cuts = try number(0...1_000_000)
        case "lose": lostStep = try number(1...1_000_000)
        case "double": doubledStep = try number(1...1_000_000)
        case "swap": swappedStep = try number(1...1_000_000)
        case "silent": isSilent = true
        case "refuse": refusals = try number(0...1_000_000)
        case "unpairable": refusesPairing = true
        case "forgetful": forgetsBonds = true
        case "norepairing": refusesRepairing = true
        case "radio":
            guard let state = value.flatMap(Radio.init(rawValue:)) else {
                throw SyntaxError(description: "radio takes ready, off or missing")
            }
            radio = state
        default: throw SyntaxError(description: "\(key) is not a fault")
        }
    }

    private static func cut(_ value: String?) throws(SyntaxError) -> Cut {
        let pieces = (value ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = pieces.first, let step = Int(first), (1...1_000_000).contains(step),
            pieces.count == 1 || pieces[1] == "before" || pieces[1] == "after"
        else { throw SyntaxError(description: "cut takes a step from 1 to 1000000, with :before or :after behind it") }
        return Cut(step: step, isDelivered: pieces.count > 1 && pieces[1] == "after")
    }

    /// The list that ``init(parsing:)`` reads; empty for no fault.
    public var description: String {
        var parts: [String] = []
        if let mtu { parts.append("mtu=\(mtu)") }
        if latency > 0 { parts.append("latency=\(latency)") }
        if loss > 0 { parts.append("loss=\(loss)") }
        if duplicates > 0 { parts.append("duplicates=\(duplicates)") }
        if reorder > 0 { parts.append("reorder=\(reorder)") }
        if seed > 0 { parts.append("seed=\(seed)") }
        if let cut { parts.append("cut=\(cut.step)\(cut.isDelivered ? ":after" : "")") }
        if cuts != 1 { parts.append("cuts=\(cuts)") }
        if let lostStep { parts.append("lose=\(lostStep)") }
        if let doubledStep { parts.append("double=\(doubledStep)") }
        if let swappedStep { parts.append("swap=\(swappedStep)") }
        if isSilent { parts.append("silent") }
        if refusals > 0 { parts.append("refuse=\(refusals)") }
        if refusesPairing { parts.append("unpairable") }
        if forgetsBonds { parts.append("forgetful") }
        if refusesRepairing { parts.append("norepairing") }
        if radio != .ready { parts.append("radio=\(radio.rawValue)") }
        return parts.joined(separator: ",")
    }
}
