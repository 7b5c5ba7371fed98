import DefaultControl
import MessageBroker
import ProvisioningProtocols

/// `gangway broker test`.
struct BrokerTestCommand {
    let context: CommandContext

    /// Tries every address by itself, step by step.
    func run() async throws(CommandFailure) -> ExitStatus {
        let home = try context.home()
        let file = try context.brokerFile(home)
        var settings = try await context.settings(file, home)
        // A second connection of one name would end the one that a running program has.
        settings.clientID = nil
        let topic = try topic()
        var hasFailed = false
        for address in file.addresses {
            if file.addresses.count > 1 { context.console.say("\(safeText(address.description)):") }
            let trial = BrokerTrial(context: context, settings: settings, address: address, topic: topic) { step in
                context.console.emit(step.json)
                for line in step.lines { context.console.say(line) }
            }
            if try await !trial.run() { hasFailed = true }
        }
        return hasFailed ? .failed : .done
    }

    /// A topic of this test's own under the one that was named.
    private func topic() throws(CommandFailure) -> String {
        let base = context.arguments.values["topic"] ?? "gangway"
        let topic = base + "/test/" + String((0..<12).compactMap { _ in "0123456789abcdef".randomElement() })
        if let fault = TopicFault.ofTopic(topic) {
            throw .usage("--topic names no topic: \(fault)", command: "broker test")
        }
        return topic
    }
}
