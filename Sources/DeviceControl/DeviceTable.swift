import DeviceDirectory
import MessageBroker
import ProvisioningProtocols

/// What is known of every device, from the messages that came: no I/O, no clock.
struct DeviceTable {
    /// What became of a message.
    enum Outcome {
        /// It told something.
        case change(DeviceChange)
        /// It is on a device's topic and says nothing that is understood, or is a report of `other`; whether it is the first one
        /// of that device at this connection.
        case misunderstood(isNews: Bool, other: DeviceID? = nil)
        /// It told nothing.
        case nothing
    }

    /// Of how many devices it is told that they are not understood, at one connection.
    private static let misunderstoodLimit = 64

    private(set) var devices: [DeviceID: DeviceStatus] = [:]
    /// How many messages on devices' topics were not understood; they changed nothing.
    private(set) var misunderstood = 0
    private var connection: UInt64 = 0
    /// Those that have reported their state themselves over this connection.
    private var reporting: Set<DeviceID> = []
    /// Those that are known not to be understood at this connection.
    private var odd: Set<DeviceID> = []
    /// Those that are known to report in another's name at this connection.
    private var foreign: Set<DeviceID> = []
    /// At how many devices it is next looked for those that nobody lists.
    private var nextSweep = DeviceControl.strangerLimit

    /// Messages come over this connection from now on. What happened before it was made is not known: what the broker has kept
    /// may be newer than anything that was heard.
    mutating func begin(_ connection: UInt64) {
        guard connection != self.connection else { return }
        self.connection = connection
        (reporting, odd, foreign) = ([], [], [])
    }

    /// Takes a message that came at `time`.
    mutating func take(_ message: Message, at time: WallTime) -> Outcome {
        guard let (role, topic, id) = TopicRole.of(message.topic) else { return .nothing }
        switch role {
        case .availability: return takeAvailability(message, String(topic), id, time)
        case .signal: return takeSignal(message, String(topic), id, time)
        case .join: return takeJoin(message, String(topic), id, time)
        case .state, .command: return takeBody(message, role, String(topic), id, time)
        }
    }

    /// Forgets devices that are not listed, where those are more than ``DeviceControl/strangerLimit``.
    mutating func forgetStrangers(_ isListed: (DeviceID) -> Bool) {
        guard devices.count > nextSweep else { return }
        let listed = devices.filter { isListed($0.key) }
        if devices.count - listed.count > DeviceControl.strangerLimit {
            devices = listed
            reporting = reporting.filter(isListed)
        }
        // So much is looked through no sooner than as many new ones may have come.
        nextSweep = listed.count + DeviceControl.strangerLimit
    }

    private mutating func notUnderstood(_ id: DeviceID) -> Outcome {
        misunderstood += 1
        guard odd.count < Self.misunderstoodLimit else { return .misunderstood(isNews: false) }
        return .misunderstood(isNews: odd.insert(id).inserted)
    }

    /// A report of `other` under the address of the device `id`. Who may write under its own address alone, as brokers hold
    /// devices to it, must not speak for another: it is passed over.
    private mutating func inAnothersName(_ id: DeviceID, _ other: DeviceID) -> Outcome {
        misunderstood += 1
        guard foreign.count < Self.misunderstoodLimit else { return .misunderstood(isNews: false, other: other) }
        return .misunderstood(isNews: foreign.insert(id).inserted, other: other)
    }

    private mutating func takeAvailability(
        _ message: Message, _ topic: String, _ id: DeviceID, _ time: WallTime
    ) -> Outcome {
        let presence: Presence
        switch message.body {
        case Array("online".utf8): presence = .online
        case Array("offline".utf8): presence = .offline
        default:
            // Nothing at all is how a kept message is cleared.
            return message.body.isEmpty ? .nothing : notUnderstood(id)
        }
        // A good-bye is mostly the broker's word for a device that can say nothing any more.
        let isLive = !message.isRetained && presence == .online
        devices[id, default: DeviceStatus()].presence = presence
        return change(id, topic, .presence, isLive: isLive, time)
    }

    /// A strength that the broker had kept says nothing: nobody knows of when it is.
    private mutating func takeSignal(
        _ message: Message, _ topic: String, _ id: DeviceID, _ time: WallTime
    ) -> Outcome {
        if message.isRetained || message.body.isEmpty { return .nothing }
        guard let strength = Self.strength(message.body) else { return notUnderstood(id) }
        devices[id, default: DeviceStatus()].signal = SignalSample(time: time, strength: strength)
        devices[id]?.presence = .online
        return change(id, topic, .signal, isLive: true, time)
    }

    /// What became of credentials that the broker had kept says nothing either: they may not be the last.
    private mutating func takeJoin(
        _ message: Message, _ topic: String, _ id: DeviceID, _ time: WallTime
    ) -> Outcome {
        if message.isRetained || message.body.isEmpty { return .nothing }
        guard let report = JoinReport(message.body) else { return notUnderstood(id) }
        devices[id, default: DeviceStatus()].join = report
        devices[id]?.presence = .online
        return change(id, topic, .join, isLive: true, time)
    }

    /// A strength in dBm as a plain number, -127 to 0.
    private static func strength(_ body: [UInt8]) -> Int8? {
        guard body.count <= 4, let text = String(validating: body, as: UTF8.self), let number = Int8(text) else {
            return nil
        }
        return (-127...0).contains(number) ? number : nil
    }

    private mutating func takeBody(
        _ message: Message, _ role: TopicRole, _ topic: String, _ id: DeviceID, _ time: WallTime
    ) -> Outcome {
        if message.body.isEmpty { return .nothing }
        switch ControlBody(message.body.span) {
        case .command where role == .command, .brokenCommand where role == .command: return .nothing
        case .command, .brokenCommand, .notUnderstood: return notUnderstood(id)
        case .report(let other, _, _) where other != id: return inAnothersName(id, other)
        case .report(_, let isOn, let mode):
            let isLive = !message.isRetained
            if isLive { reporting.insert(id) } else if !isNews(isOn, mode, of: id) { return .nothing }
            let state = DeviceState(isOn: isOn, mode: mode.map { Int($0) }, time: isLive ? time : nil)
            devices[id, default: DeviceStatus()].state = state
            devices[id]?.isLastKnown = !isLive
            // The good-bye of a connection before may come after the device is back: who speaks is there.
            if isLive { devices[id]?.presence = .online }
            return change(id, topic, .state, isLive: isLive, time)
        }
    }

    /// Whether a state that the broker had kept tells something of a device: not where it has reported since this connection was
    /// made, which is newer, nor where it is what it reported before.
    private func isNews(_ isOn: Bool, _ mode: Int32?, of id: DeviceID) -> Bool {
        if reporting.contains(id) { return false }
        guard let status = devices[id], !status.isLastKnown, let state = status.state else { return true }
        return state.isOn != isOn || state.mode != mode.map { Int($0) }
    }

    private mutating func change(
        _ id: DeviceID, _ topic: String, _ subject: DeviceChange.Subject, isLive: Bool, _ time: WallTime
    ) -> Outcome {
        var status = devices[id] ?? DeviceStatus()
        if isLive { status.heard = time }
        devices[id] = status
        return .change(DeviceChange(id: id, topic: topic, subject: subject, status: status, isLive: isLive))
    }
}
