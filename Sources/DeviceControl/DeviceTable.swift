import DeviceDirectory
import MessageBroker
import ProvisioningProtocols

/// What is known of every device, from the messages that came: no I/O, no clock.
struct DeviceTable {
    private(set) var devices: [DeviceID: DeviceStatus] = [:]
    /// How many messages on devices' topics were not understood; they changed nothing.
    private(set) var misunderstood = 0

    /// Takes a message that came at `time`. What it changed; `nil` for nothing.
    mutating func take(_ message: Message, at time: WallTime) -> DeviceChange? {
        guard let (role, topic, id) = TopicRole.of(message.topic) else { return nil }
        switch role {
        case .availability: return takeAvailability(message, String(topic), id, time)
        case .signal: return takeSignal(message, String(topic), id, time)
        case .state, .command: return takeBody(message, role, String(topic), time)
        }
    }

    private mutating func takeAvailability(
        _ message: Message, _ topic: String, _ id: DeviceID, _ time: WallTime
    ) -> DeviceChange? {
        let presence: Presence
        switch message.body {
        case Array("online".utf8): presence = .online
        case Array("offline".utf8): presence = .offline
        default:
            // Nothing at all is how a kept message is cleared.
            if !message.body.isEmpty { misunderstood += 1 }
            return nil
        }
        // A good-bye is mostly the broker's word for a device that can say nothing any more.
        let isLive = !message.isRetained && presence == .online
        devices[id, default: DeviceStatus()].presence = presence
        return change(id, topic, .presence, isLive: isLive, time)
    }

    /// A strength that the broker had kept says nothing: nobody knows of when it is.
    private mutating func takeSignal(
        _ message: Message, _ topic: String, _ id: DeviceID, _ time: WallTime
    ) -> DeviceChange? {
        if message.isRetained || message.body.isEmpty { return nil }
        guard let strength = Self.strength(message.body) else {
            misunderstood += 1
            return nil
        }
        devices[id, default: DeviceStatus()].signal = SignalSample(time: time, strength: strength)
        devices[id]?.presence = .online
        return change(id, topic, .signal, isLive: true, time)
    }

    /// A strength in dBm as a plain number, -127 to 0.
    private static func strength(_ body: [UInt8]) -> Int8? {
        guard body.count <= 4, let text = String(validating: body, as: UTF8.self), let number = Int8(text) else {
            return nil
        }
        return (-127...0).contains(number) ? number : nil
    }

    private mutating func takeBody(
        _ message: Message, _ role: TopicRole, _ topic: String, _ time: WallTime
    ) -> DeviceChange? {
        if message.body.isEmpty { return nil }
        switch ControlBody(message.body.span) {
        case .command where role == .command, .brokenCommand where role == .command: return nil
        case .command, .brokenCommand, .notUnderstood:
            misunderstood += 1
            return nil
        case .report(let id, let isOn, let mode):
            let isLive = !message.isRetained
            // What was kept is older than anything that the device itself has said since.
            if !isLive, devices[id]?.heard != nil, devices[id]?.state != nil { return nil }
            let state = DeviceState(isOn: isOn, mode: mode.map { Int($0) }, time: isLive ? time : nil)
            devices[id, default: DeviceStatus()].state = state
            devices[id]?.isLastKnown = !isLive
            // The good-bye of a connection before may come after the device is back: who speaks is there.
            if isLive { devices[id]?.presence = .online }
            return change(id, topic, .state, isLive: isLive, time)
        }
    }

    private mutating func change(
        _ id: DeviceID, _ topic: String, _ subject: DeviceChange.Subject, isLive: Bool, _ time: WallTime
    ) -> DeviceChange? {
        if isLive { devices[id]?.heard = time }
        return devices[id].map {
            DeviceChange(id: id, topic: topic, subject: subject, status: $0, isLive: isLive)
        }
    }
}
