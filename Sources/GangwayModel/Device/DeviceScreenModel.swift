public import DeviceCatalogue
public import DeviceDirectory
public import Observation
import Provisioning
public import ProvisioningProtocols

/// The screen of one device: its switch, its modes, a plot of its signal, and what a person changes of it.
@MainActor @Observable
public final class DeviceScreenModel {
    /// The signal that is plotted.
    public enum Plot: Hashable, Sendable {
        /// It is read.
        case loading
        /// The samples, in the order in which they came.
        case samples([SignalSample])
        /// It cannot be read.
        case unavailable(Problem)
    }

    /// Which device.
    public let id: DeviceID
    /// What is done with it over Bluetooth.
    @ObservationIgnored public let link: DeviceLinkModel
    /// Its signal over time.
    public private(set) var plot = Plot.loading
    /// What is wrong with the last change that was asked for here; `nil` for nothing.
    public private(set) var problem: Problem?
    /// Whether a change is under way.
    public private(set) var isSaving = false

    @ObservationIgnored private let home: HomeModel
    @ObservationIgnored private let router: Router
    @ObservationIgnored private var loading: Task<Void, Never>?

    init(_ id: DeviceID, home: HomeModel, router: Router) {
        self.id = id
        self.home = home
        self.router = router
        link = DeviceLinkModel(id, home: home)
        reloadPlot()
    }

    /// The device; `nil` where it is not listed any more.
    public var device: DeviceModel? { home.device(id) }

    /// The kinds that it can be, as the catalogue has them.
    public var kinds: [DeviceKind] { home.services.catalogue.kinds }

    /// The categories that it can be moved to.
    public var categories: [String] { home.categories }

    /// Switches it.
    @discardableResult
    public func set(isOn: Bool) async -> Problem? { await home.set(id, isOn: isOn) }

    /// Switches it on and into a mode.
    @discardableResult
    public func set(mode: Int) async -> Problem? { await home.set(id, isOn: true, mode: mode) }

    /// Calls it otherwise.
    public func rename(to name: String) async { await save { await home.rename(id, to: name) } }

    /// Puts it into a category; into none for `nil`.
    public func move(to category: String?) async { await save { await home.move(id, to: category) } }

    /// Says which kind it is, so that its modes have names; of none that is known for `nil`. One in no category goes into that of
    /// the kind.
    public func be(of kind: DeviceKind?) async {
        var edits = [DeviceEdit.kind(kind?.id)]
        if device?.category == nil, let category = kind?.category { edits.append(.move(to: category)) }
        await save { await home.edit(id, edits) }
    }

    /// Takes it from the list, and goes back to the main screen when that is done.
    public func remove() async {
        await save { await home.remove(id) }
        if problem == nil { router.popToRoot() }
    }

    /// Has the device forget its Wi-Fi: at once where the radio knows it, otherwise in the set-up, in which it is chosen.
    public func forgetWiFi() {
        if link.canForget { link.forget() } else { router.navigateToConnect(for: .forget(id)) }
    }

    /// Whether it can be told to forget its Wi-Fi, as far as is known.
    public var offersForgetting: Bool { device?.protocolID?.capabilities?.forgets ?? true }

    /// Goes to the set-up, in which the device gets another Wi-Fi and keeps its identifier and name.
    public func changeWiFi() { router.navigateToConnect(for: .again(id)) }

    /// Reads the signal's history anew.
    public func reloadPlot() {
        loading?.cancel()
        loading = Task { [weak self] in await self?.load() }
    }

    private func load() async {
        do throws(Problem) {
            var samples = try await home.signalHistory(of: id)
            // What it said last is not kept where a sample was kept shortly before.
            if let last = home.device(id)?.facts.signal, samples.last.map({ $0.time < last.time }) ?? true {
                samples.append(last)
            }
            if !Task.isCancelled { plot = .samples(samples) }
        } catch {
            if !Task.isCancelled { plot = .unavailable(error) }
        }
    }

    private func save(_ body: () async -> Problem?) async {
        isSaving = true
        problem = nil
        problem = await body()
        isSaving = false
    }

    func end() {
        loading?.cancel()
        link.end()
    }
}
