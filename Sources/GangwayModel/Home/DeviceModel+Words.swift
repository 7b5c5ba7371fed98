import DeviceCatalogue
public import DeviceDirectory

// What is said of a listed device.

extension Availability {
    /// What to say of it.
    public var sentence: Sentence {
        switch self {
        case .unknown: "availability.unknown"
        case .online: "availability.online"
        case .offline: "availability.offline"
        }
    }
}

extension DeviceModel {
    /// Whether its switch shows that it is on: as it was told last, or as it reported.
    public var isShownOn: Bool { facts.pending?.isOn ?? facts.isOn ?? false }

    /// What to say of its state; of its network where it is reached over Bluetooth alone.
    public var stateSentence: Sentence {
        guard isSteered else { return networkSentence }
        if isBusy { return "device.busy" }
        switch isOn {
        case nil: return "device.stateUnknown"
        case false?: return "device.off"
        case true?: return onSentence
        }
    }

    private var onSentence: Sentence {
        if let modeName { return Sentence("device.onInMode", modeName) }
        // What has no modes reports the mode 0.
        guard let mode, mode != 0 else { return "device.on" }
        return Sentence("device.onInModeNumber", "\(mode)")
    }

    /// What its kind calls the mode that it is in; `nil` where there is no name for it.
    public var modeName: String? { modes.first { $0.number == mode }?.name }

    /// What its switch does.
    public var switchSentence: Sentence { Sentence(isShownOn ? "device.turnOff" : "device.turnOn", name) }

    /// What is said of when it was heard; `time` says when that was.
    public func seenSentence(_ time: (WallTime) -> String) -> Sentence {
        lastSeen.map { Sentence("device.lastSeen", time($0)) } ?? "device.neverSeen"
    }
}

extension DeviceScreenModel {
    /// What its plot shows, for who does not see it; `nil` where there is nothing to show.
    public var plotSentence: Sentence? {
        guard case .samples(let samples) = plot, let last = samples.last else { return nil }
        let values = samples.map(\.strength)
        return Sentence(
            "device.plot", "\(values.min() ?? last.strength)", "\(values.max() ?? last.strength)", "\(last.strength)")
    }
}
