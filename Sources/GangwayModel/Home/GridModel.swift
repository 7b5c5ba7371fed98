public import Observation
public import ProvisioningProtocols

/// What the main screen shows of the devices.
public enum CategorySelection: Hashable, Sendable {
    /// All devices.
    case all
    /// Those of this category.
    case category(String)
    /// Those in none.
    case uncategorised
}

/// The main screen: a bar of categories, and the devices of the selected one.
@MainActor @Observable
public final class GridModel {
    /// The home whose devices it shows.
    @ObservationIgnored public let home: HomeModel
    private var wanted = CategorySelection.all

    init(_ home: HomeModel) { self.home = home }

    /// What is selected; all devices where the category is gone.
    public var selection: CategorySelection {
        get { bar.contains(wanted) ? wanted : .all }
        set { wanted = newValue }
    }

    /// What the bar offers: all, each category in the person's order, and those in none where there are any and there is a
    /// category.
    public var bar: [CategorySelection] {
        let named = home.categories.map { CategorySelection.category($0) }
        let hasRest = !named.isEmpty && !(home.members[nil] ?? []).isEmpty
        return [.all] + named + (hasRest ? [.uncategorised] : [])
    }

    /// The devices of the selected category, in the order in which they were added.
    public var devices: [DeviceModel] { devices(in: selection) }

    /// The devices of a category.
    public func devices(in selection: CategorySelection) -> [DeviceModel] {
        switch selection {
        case .all: home.devices
        case .category(let name): home.members[name] ?? []
        case .uncategorised: home.members[nil] ?? []
        }
    }

    /// What to call a category in the bar.
    public func title(of selection: CategorySelection) -> Sentence {
        switch selection {
        case .all: "home.all"
        case .category(let name): Sentence("plain", name)
        case .uncategorised: "home.uncategorised"
        }
    }

    /// Switches a device on where it is off, and off where it is on; one that has never told is switched on.
    @discardableResult
    public func toggle(_ id: DeviceID) async -> Problem? {
        let isOn = home.device(id)?.isOn ?? false
        return await home.set(id, isOn: !isOn)
    }
}
