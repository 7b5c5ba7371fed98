import MessageBroker

extension BrokerError {
    /// Why the broker refused to let the program in (MQTT 3.1.1 §3.2.2.3, MQTT 5 §3.2.2.2).
    static func refused(_ reason: Int32, _ address: BrokerAddress, _ version: BrokerSettings.Version) -> BrokerError {
        let kind =
            version == .v5 && reason >= 0x80 ? reason : [1: 0x84, 2: 0x85, 3: 0x88, 4: 0x86, 5: 0x87][reason] ?? reason
        switch kind {
        case 0x84:
            return refusal(
                .versionRefused, "\(address) does not speak this edition of MQTT.", "Choose the other edition.")
        case 0x85:
            return refusal(
                .clientIDRefused, "\(address) does not take this client id.", "Use another one, of letters and digits.")
        case 0x86, 0x8C:
            return refusal(.loginRefused, "\(address) knows no such user with that password.", "Give the right ones.")
        case 0x87 where version == .v3_1_1:
            // Many brokers, mosquitto before all, say so of a wrong password too.
            return refusal(
                .loginRefused,
                "\(address) does not let this user in: the user or the password is wrong, or it may not.",
                "Give the right user and password; where they are right, have the user let in.")
        case 0x87, 0x8A:
            return refusal(
                .loginRefused, "\(address) does not let this user in.",
                "See whether the password is right; where it is, give another user, or have this one let in.")
        case 0x88, 0x89, 0x97, 0x9F, 0x8B:
            return BrokerError(
                .brokerUnavailable, fault: .broker, summary: "\(address) is there and cannot serve now.",
                state: "There is no connection; the next attempt comes by itself.", advice: "Wait.")
        default: return refusal(.failed, "\(address) refuses with number \(reason).", "See the broker's log.")
        }
    }

    /// Why the broker said good-bye (MQTT 5 §3.14.2.1).
    static func goodbye(_ reason: Int32, _ address: BrokerAddress) -> BrokerError {
        switch reason {
        case 0x8E: takenOver(address)
        case 0x81, 0x82: protocolViolation(address)
        case 0x8D: unanswered(address)
        default: connectionLost(address)
        }
    }

    private static func takenOver(_ address: BrokerAddress) -> BrokerError {
        BrokerError(
            .takenOver, fault: .caller, summary: "Another connection to \(address) took over this client id.",
            state: "There is no connection; the next attempt comes by itself.",
            advice: "Give each program a client id of its own.")
    }

    private static func refusal(_ code: Code, _ summary: String, _ advice: String) -> BrokerError {
        BrokerError(
            code, fault: .caller, summary: summary,
            state: "There is no connection; the next attempt comes after a minute.", advice: advice)
    }

    /// Whether asking again soon is no use.
    var isRefusal: Bool {
        [.versionRefused, .clientIDRefused, .loginRefused, .takenOver].contains(code)
    }

    /// Whether another address of the same host may do better.
    var isOfReaching: Bool { [.connectionRefused, .unreachable, .timedOut, .hostNotFound].contains(code) }
}

extension BrokerError {
    static func publishRefused(_ why: String) -> BrokerError {
        BrokerError(
            .publishRefused, fault: .broker, summary: "The broker does not take this message: \(why).",
            state: "It was not passed on.", advice: "See the broker's access rules.")
    }

    static func interrupted(_ reason: BrokerError?) -> BrokerError {
        BrokerError(
            .interrupted, fault: .network,
            summary: "The connection was lost under way." + (reason.map { " \($0.summary)" } ?? ""),
            state: Engine.unknownState, advice: "See what became of it, and send it again if need be.")
    }
}
