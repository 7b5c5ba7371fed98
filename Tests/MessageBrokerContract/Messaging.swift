import MessageBroker
import ProvisioningProtocols
import Runtime

extension BrokerContractCase {
    static let messaging = [
        BrokerContractCase(description: "A message arrives as it was sent, with every quality of service") { bench in
            let messages = bench.broker.messages()
            try await bench.connect(bench.broker)
            try await bench.connect(bench.other)
            let wanted = Subscription("a/+", qualityOfService: .exactlyOnce)
            try await bench.broker.subscribe([wanted], deadline: bench.deadline)
            let bodies: [[UInt8]] = [[], [0, 0xFF, 0xFE, 0x7D], Array(repeating: 0x41, count: 1 << 20)]
            for quality in [QualityOfService.atMostOnce, .atLeastOnce, .exactlyOnce] {
                for body in bodies {
                    let sent = Message(topic: "a/ü", body: body, qualityOfService: quality)
                    try await bench.other.publish(sent, deadline: bench.deadline)
                    let taken = try await bench.take(1, messages)
                    try claim(taken == [sent], "\(body.count) bytes with \(quality) came as \(taken.map(\.body.count))")
                }
            }
        },
        BrokerContractCase(description: "Messages arrive in the order they were sent") { bench in
            let messages = bench.broker.messages()
            try await bench.connect(bench.broker)
            try await bench.connect(bench.other)
            try await bench.broker.subscribe([Subscription("count")], deadline: bench.deadline)
            for number in 0..<500 {
                try await bench.other.publish(Message(topic: "count", text: "\(number)"), deadline: bench.deadline)
            }
            let taken = try await bench.take(500, messages).map { String(decoding: $0.body, as: UTF8.self) }
            try claim(taken == (0..<500).map(String.init), "they came as \(taken.prefix(20))…")
        },
        BrokerContractCase(description: "A retained message is told as such to who asks later, and only then") {
            bench in
            try await bench.connect(bench.other)
            let state = Message(topic: "kept", text: "on", isRetained: true)
            try await bench.other.publish(state, deadline: bench.deadline)
            let messages = bench.broker.messages()
            try await bench.connect(bench.broker)
            try await bench.broker.subscribe([Subscription("kept")], deadline: bench.deadline)
            try claim(try await bench.take(1, messages) == [state], "the kept message came otherwise")
            try await bench.other.publish(state, deadline: bench.deadline)
            try claim(
                try await bench.take(1, messages).map(\.isRetained) == [false], "a new message came as a kept one")
        },
        BrokerContractCase(description: "Only what was asked for arrives, and nothing after the end of a subscription")
        {
            bench in
            let messages = bench.broker.messages()
            try await bench.connect(bench.broker)
            try await bench.connect(bench.other)
            let wanted = [Subscription("home/+/state"), Subscription("end")]
            try await bench.broker.subscribe(wanted, deadline: bench.deadline)
            for topic in ["home/1/state", "home/1", "home/1/2/state", "office/1/state", "home//state", "end"] {
                try await bench.other.publish(Message(topic: topic, text: ""), deadline: bench.deadline)
            }
            let taken = try await bench.take(3, messages).map(\.topic)
            try claim(taken == ["home/1/state", "home//state", "end"], "\(taken)")
            try await bench.broker.unsubscribe(["home/+/state"], deadline: bench.deadline)
            for topic in ["home/1/state", "end"] {
                try await bench.other.publish(Message(topic: topic, text: ""), deadline: bench.deadline)
            }
            try claim(try await bench.take(1, messages).map(\.topic) == ["end"], "it was still subscribed")
        },
        BrokerContractCase(description: "What is no topic, or no filter, is refused and the connection stands") {
            bench in
            try await bench.connect(bench.broker)
            for topic in ["", "a/+", "#", "a\0b", String(repeating: "a", count: 65_536)] {
                let code = await failure { () throws(BrokerError) in
                    try await bench.broker.publish(Message(topic: topic, text: ""), deadline: bench.deadline)
                }
                try claim(code == .invalidTopic, "\(topic.prefix(8)) ended as \(code?.rawValue ?? "sent")")
            }
            for filter in ["", "a/#/b", "a+", "a/b#", "a\0b"] {
                let code = await failure { () throws(BrokerError) in
                    try await bench.broker.subscribe([Subscription(filter)], deadline: bench.deadline)
                }
                try claim(code == .invalidTopic, "\(filter) ended as \(code?.rawValue ?? "granted")")
            }
            guard case .connected = bench.broker.state else {
                throw BrokerContractViolation(description: "the state is \(bench.broker.state)")
            }
        },
        BrokerContractCase(description: "Everybody who listens gets every message") { bench in
            let streams = [bench.broker.messages(), bench.broker.messages()]
            try await bench.connect(bench.broker)
            try await bench.broker.subscribe([Subscription("a")], deadline: bench.deadline)
            try await bench.broker.publish(Message(topic: "a", text: "1"), deadline: bench.deadline)
            for stream in streams {
                try claim(try await bench.take(1, stream).map(\.topic) == ["a"], "one listener got another message")
            }
        },
    ]
}
