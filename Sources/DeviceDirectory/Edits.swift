/// A change that a person makes to a device.
public enum DeviceEdit: Hashable, Sendable {
    /// Calls it so.
    case rename(String)
    /// Puts it into a category, which is made where it is missing; into none for `nil`.
    case move(to: String?)
    /// Reaches it under another topic.
    case topic(String)
    /// Makes it one of another kind.
    case kind(String?)
    /// Shows another picture.
    case picture(String?)
}

/// A change that a person makes to the categories.
public enum CategoryEdit: Hashable, Sendable {
    /// Adds one behind the others.
    case add(String)
    /// Calls one otherwise.
    case rename(String, to: String)
    /// Removes one; its devices stay, in none.
    case remove(String)
    /// Puts those that are named first, in this order, and the others behind them, as they were.
    case order([String])
}

extension Device {
    /// The device with `edits` made.
    public func edited(_ edits: [DeviceEdit]) -> Device {
        var device = self
        for edit in edits {
            switch edit {
            case .rename(let name): device.name = name
            case .move(let category): device.category = category
            case .topic(let topic): device.topic = topic
            case .kind(let kind): device.kind = kind
            case .picture(let picture): device.picture = picture
            }
        }
        return device
    }

    /// The listed device after it was set up again as `device`: see ``DeviceDirectory/enroll(_:)``.
    public func enrolledAgain(as device: Device) -> Device {
        var entry = self
        entry.topic = device.topic
        entry.kind = device.kind ?? entry.kind
        entry.category = entry.category ?? device.category
        entry.picture = entry.picture ?? device.picture
        entry.provisioning = device.provisioning ?? entry.provisioning
        entry.lastSeen = device.lastSeen ?? entry.lastSeen
        entry.state = device.state ?? entry.state
        return entry
    }

    /// The device after `report`, which is taken at `now` by the clock. What is kept and newer stays: two programs may hear a
    /// device at once and come to write in another order. Every directory does it so.
    public mutating func take(_ report: DeviceReport, at now: WallTime = .now) {
        if !report.time.isStale(beside: lastSeen, at: now) { lastSeen = report.time }
        if let state = report.state, !(state.time ?? report.time).isStale(beside: self.state?.time, at: now) {
            self.state = state
        }
    }
}

extension WallTime {
    /// Whether something of this time is older than what is `kept`. A time that is kept and yet to come is from before the clock
    /// was set back, and says nothing.
    fileprivate func isStale(beside kept: WallTime?, at now: WallTime) -> Bool {
        guard let kept, kept <= now else { return false }
        return self < kept
    }
}

extension CategoryEdit {
    /// The categories after this edit of `categories`. Every directory does it so.
    /// - Throws: `notFound`, `alreadyListed` or `invalidValue`.
    public func applied(to categories: [String]) throws(DirectoryError) -> [String] {
        func place(_ name: String) throws(DirectoryError) -> Int {
            guard let index = categories.firstIndex(of: name) else { throw .notFound(category: name) }
            return index
        }
        func check(new name: String) throws(DirectoryError) {
            if let fault = DeviceRules.fault(inName: name) { throw .invalidValue("The category \(fault).") }
            guard !categories.contains(name) else { throw .alreadyListed(category: name) }
        }
        var changed = categories
        switch self {
        case .add(let name):
            try check(new: name)
            changed.append(name)
        case .rename(let name, let other):
            let index = try place(name)
            if name != other { try check(new: other) }
            changed[index] = other
        case .remove(let name): changed.remove(at: try place(name))
        case .order(let names):
            for name in names { _ = try place(name) }
            var seen: Set<String> = []
            changed = names.filter { seen.insert($0).inserted }
            changed += categories.filter { !seen.contains($0) }
        }
        return changed
    }
}
