import DefaultControl
import DeviceCatalogue
import DeviceControl
import DeviceDirectory
import MessageBroker
import ProvisioningProtocols
import Runtime

/// `gangway watch`.
struct WatchCommand {
    let control: ControlContext

    init(context: CommandContext) throws(CommandFailure) { control = try ControlContext(context) }

    private var context: CommandContext { control.context }

    /// Shows what devices report, until the limit, or until it is interrupted.
    func run() async throws(CommandFailure) -> ExitStatus {
        let file = try context.brokerFile(control.home)
        let display = WatchDisplay(context, try control.catalogue())
        let listed = try await control.list { list throws(DirectoryError) in try await list.changes() }
        let broker = try await context.broker(file, control.home)
        let steering = DeviceControl(
            broker: broker, directory: control.directory,
            scope: file.listening == .everything ? .everything : .knownTopics, time: context.time)
        let (changes, troubles) = (await steering.changes(), await steering.troubles())
        // What a device is called is known before anything is heard of it.
        if let batch = await listed.next() { await display.take(batch) }
        let tasks = [
            Task { while let batch = await listed.next() { await display.take(batch) } },
            Task { while let batch = await changes.next() { await display.take(batch) } },
            Task { while let trouble = await troubles.next() { await display.take(trouble) } },
        ]
        await steering.start()
        let status = await follow(broker, display)
        await steering.stop()
        await tasks[1].value  // which ends with it: all that was heard is shown
        await broker.close()
        for task in tasks { task.cancel() }
        await display.end()
        let misunderstood = await steering.misunderstood
        if misunderstood > 0 { context.console.detail("messages that were not understood: \(misunderstood)") }
        guard let status else { throw .interrupted }
        return status
    }

    /// Connects, and shows what becomes of the connection until the limit; `nil` where it was interrupted.
    private func follow(_ broker: any Broker, _ display: WatchDisplay) async -> ExitStatus? {
        let events = broker.events()
        broker.connect()
        while true {
            switch await events.next(until: context.deadline, on: context.time) {
            case .event(.state(let state)): await display.take(state)
            case .event(.subscriptionsRefused(let error)): await display.take(.subscription(error))
            case .timedOut: return .done
            case .ended, .cancelled: return nil
            }
        }
    }
}
