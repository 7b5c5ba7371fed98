public import DeviceCatalogue
public import DeviceDirectory
public import Observation
public import ProvisioningProtocols

/// A device as all screens of all sessions see it: one object a device, for as long as it is listed.
///
/// All that is known is one observed value, so that a message from the device costs one notification.
@MainActor @Observable
public final class DeviceModel: Identifiable {
    /// What it is known by, for good.
    public nonisolated let id: DeviceID
    /// All that is known of it.
    public internal(set) var facts: DeviceFacts
    /// What went wrong with the last command to it; `nil` for nothing.
    public internal(set) var problem: Problem?
    /// The kind of the catalogue that it is, with its modes; `nil` where that is not known.
    public internal(set) var kind: DeviceKind?
    /// The number of the batch of changes that it last changed with (``HomeChange/sequence``).
    @ObservationIgnored public internal(set) var revision: UInt64 = 0
    /// The number of the batch with which it came, or its entry in the list changed last: all that is known of it but what it
    /// reported, and was told.
    @ObservationIgnored public internal(set) var entryRevision: UInt64 = 0
    /// Whether its entry has changed since the last batch.
    @ObservationIgnored var isEntryNews = true
    /// How many commands it was given; to tell whether an answer is the last one's.
    @ObservationIgnored var commands: UInt64 = 0

    init(_ facts: DeviceFacts, kind: DeviceKind?) {
        id = facts.id
        self.facts = facts
        self.kind = kind
    }

    /// It changed with the batch of this number.
    func number(_ sequence: UInt64) {
        revision = sequence
        guard isEntryNews else { return }
        entryRevision = sequence
        isEntryNews = false
    }
}

extension DeviceModel {
    /// What the person calls it.
    public var name: String { facts.name }
    /// In which category the person has it; `nil` for none.
    public var category: String? { facts.category }
    /// Whether it is on; `nil` where it never told.
    public var isOn: Bool? { facts.isOn }
    /// The mode that it is in; `nil` where it has none, or never told.
    public var mode: Int? { facts.mode }
    /// Whether it is there.
    public var availability: Availability { facts.availability }
    /// When it was last heard itself; `nil` for never.
    public var lastSeen: WallTime? { facts.lastSeen }
    /// Where it is steered; `nil` where its topic is none.
    public var address: ControlAddress? { try? ControlAddress(topic: facts.topic, id: id) }
    /// What it can do while it is on; empty where it can be on and off alone.
    public var modes: [DeviceKind.Mode] { kind?.modes ?? [] }
    /// Whether it was told something that it has not done yet.
    public var isBusy: Bool { facts.pending != nil }
}
