import DeviceControl
import DeviceDirectory
import MessageBroker
public import Observation
public import ProvisioningProtocols
import Runtime

/// A person's home, shared by every session: the devices, their categories, the broker and what happened.
///
/// It lives on the main actor, so that views read it without waiting. A server puts its sessions there too and is told what
/// changed by ``changes()``; nothing here blocks, and a batch of messages costs one turn of the actor.
@MainActor @Observable
public final class HomeModel {
    /// How long a command may take until the device reports that it is done, in milliseconds.
    public static let commandLimit: UInt32 = 10_000

    /// The devices in the order in which they were added.
    public internal(set) var devices: [DeviceModel] = []
    /// The categories in the person's order.
    public internal(set) var categories: [String] = []
    /// The devices of each category, `nil` for those in none; to show one category without looking at all devices.
    public internal(set) var members: [String?: [DeviceModel]] = [:]
    /// How the home stands with its broker.
    public internal(set) var broker = BrokerStatus.closed
    /// Whether devices in range can be found.
    public internal(set) var radio = RadioStatus.unknown
    /// What is wrong with the list; `nil` for nothing. ``retryDirectory()`` tries again.
    public internal(set) var directoryProblem: Problem?
    /// What the broker does not let be heard; `nil` for nothing.
    public internal(set) var listeningProblem: Problem?
    /// What happened since the home was opened.
    public internal(set) var activity = ActivityLog()
    /// Whether the list has been read.
    public internal(set) var isLoaded = false

    /// The number of the newest batch of changes.
    @ObservationIgnored public internal(set) var sequence: UInt64 = 0
    /// What the home is made from.
    @ObservationIgnored public let services: AppServices
    @ObservationIgnored var byID: [DeviceID: DeviceModel] = [:]
    @ObservationIgnored var byPeripheral: [String: DeviceID] = [:]
    @ObservationIgnored var directory: (any DeviceDirectory)?
    @ObservationIgnored var control: DeviceControl?
    /// Whether the control was made with the list.
    @ObservationIgnored var isControlListing = false
    @ObservationIgnored var connection: (any Broker)?
    @ObservationIgnored var listeners: [HomeChangeSource] = []
    /// Which devices went, and with which batch; the newest 1,024.
    @ObservationIgnored var gone: [(id: DeviceID, sequence: UInt64)] = []
    /// Batches up to this one are not known any more.
    @ObservationIgnored var forgottenUntil: UInt64 = 0
    /// Whether a person has been told why there is no connection, since there was one.
    @ObservationIgnored var isSeriesTold = false
    @ObservationIgnored var directoryTask: Task<Void, Never>?
    @ObservationIgnored var radioTask: Task<Void, Never>?
    /// How often the radio went away: no link outlives that.
    @ObservationIgnored var radioLosses: UInt64 = 0
    @ObservationIgnored var controlTasks: [Task<Void, Never>] = []

    /// A home of these services. Nothing happens before ``open()``.
    public init(_ services: AppServices) { self.services = services }

    /// The device of this identifier; `nil` where none is listed.
    public func device(_ id: DeviceID) -> DeviceModel? {
        // Who looks for it is told when it comes or goes.
        access(keyPath: \.devices)
        return byID[id]
    }

    /// Reads the list, follows it and the radio, and connects to the broker where one was set up. What fails is a state of the
    /// home that a person sees, and is tried again when that is asked for. It returns when the list is read and the connection
    /// is under way.
    public func open() async {
        followRadio()
        await openDirectory()
        await openBroker()
    }

    /// Says good-bye to the broker and follows nothing any more.
    public func close() async {
        directoryTask?.cancel()
        radioTask?.cancel()
        (directoryTask, radioTask) = (nil, nil)
        await closeBroker()
        for listener in listeners { listener.finish() }
        listeners = []
    }

    /// Opens the list again where it could not be opened before.
    public func retryDirectory() async {
        guard directoryProblem != nil else { return }
        await openDirectory()
        // The control was made without the list.
        if directory != nil, control != nil, !isControlListing { await reopenBroker() }
    }

    // MARK: What changed

    /// What changes from now on. Any number may listen.
    public func changes() -> HomeChanges {
        let (changes, source) = HomeChanges.make()
        listeners.append(source)
        return changes
    }

    /// What changed after the batch of this number, for one who was away for a while; `nil` where that is too long ago, so that
    /// everything has to be taken anew.
    public func change(since sequence: UInt64) -> HomeChange? {
        guard sequence <= self.sequence, sequence >= forgottenUntil else { return nil }
        var change = HomeChange(sequence: self.sequence)
        guard sequence < self.sequence else { return change }
        for device in devices where device.revision > sequence { change.devices.insert(device.id) }
        for entry in gone where entry.sequence > sequence && byID[entry.id] == nil { change.removed.insert(entry.id) }
        change.parts = [.list, .categories, .broker, .radio, .activity, .problems]
        return change
    }

    /// Numbers a batch and tells it to all who listen.
    func publish(_ change: HomeChange) {
        guard !change.isEmpty else { return }
        sequence += 1
        var change = change
        change.sequence = sequence
        for id in change.devices { byID[id]?.number(sequence) }
        for id in change.removed { gone.append((id, sequence)) }
        if gone.count > 1_024 {
            forgottenUntil = gone[gone.count - 513].sequence
            gone.removeFirst(gone.count - 512)
        }
        listeners.removeAll { !$0.yield(change) }
    }

    func publish(_ parts: HomeChange.Parts) {
        var change = HomeChange()
        change.parts = parts
        publish(change)
    }

    /// Writes into the activity log.
    func note(_ sentence: Sentence, of device: DeviceID? = nil, isProblem: Bool = false) {
        activity.add(sentence, at: services.wallClock(), of: device, isProblem: isProblem)
        publish(.activity)
    }
}
