import MessageBroker
import ProvisioningProtocols
import Runtime

extension BrokerContractCase {
    static let connecting = [
        BrokerContractCase(description: "Nothing happens before it is told to connect, and the first event says so") {
            bench in
            guard case .state(.idle) = await bench.broker.events().next() else {
                throw BrokerContractViolation(description: "the first event was not the present state")
            }
            try await bench.connect(bench.broker)
            guard case .connected = bench.broker.state else {
                throw BrokerContractViolation(description: "the state is \(bench.broker.state)")
            }
            guard case .state(.connected) = await bench.broker.events().next() else {
                throw BrokerContractViolation(description: "a later listener was not told that there is a connection")
            }
        },
        BrokerContractCase(description: "Without a connection a message fails at once") { bench in
            let message = Message(topic: "a/b", text: "never")
            let code = await failure { () throws(BrokerError) in
                try await bench.broker.publish(message, deadline: bench.deadline)
            }
            try claim(code == .notConnected, "it ended as \(code?.rawValue ?? "sent")")
        },
        BrokerContractCase(description: "What was asked for before there was a connection is heard") { bench in
            let messages = bench.broker.messages()
            async let subscribed: Void = bench.broker.subscribe([Subscription("early/#")], deadline: bench.deadline)
            try await bench.connect(bench.broker)
            try await subscribed
            try await bench.connect(bench.other)
            try await bench.other.publish(Message(topic: "early/1", text: "here"), deadline: bench.deadline)
            try claim(try await bench.take(1, messages).map(\.topic) == ["early/1"], "another message came")
        },
        BrokerContractCase(description: "A connection that was cut comes back by itself, with its subscriptions") {
            bench in
            try await bench.connect(bench.broker)
            try await bench.broker.subscribe([Subscription("state/#")], deadline: bench.deadline)
            let events = bench.broker.events()
            _ = await events.next()
            try await bench.cut()
            let error = try await bench.awaitLoss(events)
            try claim(error.code == .connectionLost, "the loss was told as \(error.code.rawValue)")
            guard case .waiting(_, let until) = bench.broker.state else {
                throw BrokerContractViolation(description: "it does not wait for the next attempt")
            }
            bench.time.advance(to: until)
            try await bench.awaitConnection(events)
            let messages = bench.broker.messages()
            try await bench.broker.subscribe([Subscription("sentinel")], deadline: bench.deadline)
            try await bench.connect(bench.other)
            try await bench.other.publish(Message(topic: "state/1", text: "on"), deadline: bench.deadline)
            try claim(try await bench.take(1, messages).map(\.topic) == ["state/1"], "another message came")
        },
        BrokerContractCase(description: "What different connections brought comes in batches apart, which say so") {
            bench in
            let messages = bench.broker.messages()
            try await bench.connect(bench.broker)
            try await bench.broker.subscribe([Subscription("kept")], deadline: bench.deadline)
            try await bench.connect(bench.other)
            // Nothing is taken before all has come: the order alone tells which came when.
            let watch = bench.broker.messages()
            try await bench.other.publish(Message(topic: "kept", text: "1", isRetained: true), deadline: bench.deadline)
            _ = try await bench.take(1, watch)
            let events = bench.broker.events()
            _ = await events.next()
            try await bench.cut()
            _ = try await bench.awaitLoss(events)
            try await bench.other.publish(Message(topic: "kept", text: "2", isRetained: true), deadline: bench.deadline)
            if case .waiting(_, let until) = bench.broker.state { bench.time.advance(to: until) }
            try await bench.awaitConnection(events)
            _ = try await bench.take(1, watch)
            var seen: [String] = []
            var connections: [UInt64] = []
            for _ in 0..<2 {
                let batch = try await bench.take(1, messages)
                seen += batch.map { String(decoding: $0.body, as: UTF8.self) }
                connections.append(messages.connection)
            }
            try claim(seen == ["1", "2"] && connections == [1, 2], "\(seen) came over \(connections)")
            try claim(watch.connection == 1, "a later listener counts from \(watch.connection)")
        },
        BrokerContractCase(description: "The last will is published when the connection is cut, not when it is closed")
        {
            bench in
            let messages = bench.other.messages()
            try await bench.connect(bench.other)
            try await bench.other.subscribe([Subscription("will/#")], deadline: bench.deadline)
            try await bench.connect(bench.broker)
            let events = bench.broker.events()
            _ = await events.next()
            try await bench.cut()
            let will = try await bench.take(1, messages)
            try claim(will.map(\.topic) == ["will/topic"], "\(will)")
            try await bench.awaitConnection(events)
            try await bench.broker.publish(Message(topic: "will/here", text: "1"), deadline: bench.deadline)
            await bench.broker.close()
            try await bench.other.publish(Message(topic: "will/end", text: "1"), deadline: bench.deadline)
            let later = try await bench.take(2, messages).map(\.topic)
            try claim(later == ["will/here", "will/end"], "after a good-bye came \(later)")
        },
        BrokerContractCase(description: "After it is closed all streams end and all calls fail") { bench in
            try await bench.connect(bench.broker)
            let (events, messages) = (bench.broker.events(), bench.broker.messages())
            await bench.broker.close()
            while await events.next() != nil {}
            try claim(await messages.next() == nil, "messages came after the end")
            let codes = [
                await failure { () throws(BrokerError) in
                    try await bench.broker.publish(Message(topic: "a", text: ""), deadline: bench.deadline)
                },
                await failure { () throws(BrokerError) in
                    try await bench.broker.subscribe([Subscription("a")], deadline: bench.deadline)
                },
            ]
            try claim(codes == [.closed, .closed], "they ended as \(codes)")
            guard case .closed = bench.broker.state else {
                throw BrokerContractViolation(description: "the state is \(bench.broker.state)")
            }
        },
        BrokerContractCase(
            description: "A subscription that waits for a connection ends with its time, or when cancelled"
        ) {
            bench in
            let call = Task { () async -> BrokerError.Code? in
                await failure { () throws(BrokerError) in
                    try await bench.broker.subscribe([Subscription("a")], deadline: bench.time.now + 5000)
                }
            }
            await bench.time.advanceToNextDeadline()
            let late = await call.value
            try claim(late == .timedOut, "it ended as \(late?.rawValue ?? "granted")")
            let other = Task { () async -> BrokerError.Code? in
                await failure { () throws(BrokerError) in
                    try await bench.broker.subscribe([Subscription("b")], deadline: bench.deadline)
                }
            }
            other.cancel()
            let cancelled = await other.value
            try claim(cancelled == .cancelled, "it ended as \(cancelled?.rawValue ?? "granted")")
        },
    ]
}
