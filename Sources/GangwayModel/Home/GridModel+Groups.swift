/// Devices that the main screen shows together.
public struct DeviceGroup: Identifiable {
    /// Tells it from the other groups of the screen.
    public let id: CategorySelection
    /// What stands above it; `nil` for nothing.
    public let title: Sentence?
    /// Its devices, in the order in which they were added.
    public let devices: [DeviceModel]
}

extension GridModel {
    /// The devices as they are shown: those of the selected category, or with all selected each category by itself.
    public var groups: [DeviceGroup] {
        guard selection == .all, !home.categories.isEmpty else {
            return devices.isEmpty ? [] : [DeviceGroup(id: selection, title: nil, devices: devices)]
        }
        let shown = home.categories.map { CategorySelection.category($0) } + [.uncategorised]
        return shown.compactMap { selection in
            let devices = devices(in: selection)
            return devices.isEmpty
                ? nil : DeviceGroup(id: selection, title: heading(selection, devices), devices: devices)
        }
    }

    private func heading(_ selection: CategorySelection, _ devices: [DeviceModel]) -> Sentence {
        let title = title(of: selection)
        let on = devices.count { $0.isOn ?? false }
        guard on > 0, case .category(let name) = selection else { return title }
        return Sentence("home.someOn", name, "\(on)")
    }
}

extension HomeModel {
    /// What is wrong with the home as a whole: its broker, its list, what is listened to.
    public var problems: [Problem] { [broker.problem, directoryProblem, listeningProblem].compactMap { $0 } }

    /// What the main screen says of the broker while nothing is wrong with it and it cannot be used; `nil` for nothing.
    public var brokerNotice: Sentence? {
        switch broker {
        case .notSetUp, .connecting: broker.sentence
        case .connected, .lost, .closed: nil
        }
    }
}
