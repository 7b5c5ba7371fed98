public import Observation
import ProvisioningProtocols

/// The app as one person sees it in one window or browser session, over the home that all share.
///
/// What a session has open ends with ``end()``: whoever owns the session, a window or a log-in, calls it once.
@MainActor @Observable
public final class AppModel {
    /// The home that all sessions share.
    @ObservationIgnored public let home: HomeModel
    /// Which screen is shown.
    @ObservationIgnored public let router = Router()
    /// The main screen.
    @ObservationIgnored public let grid: GridModel
    /// The settings.
    @ObservationIgnored public let settings: SettingsModel
    /// Setting devices up; `nil` while that is not open.
    public private(set) var connect: ConnectModel?
    /// The screen of a device; `nil` while none is open.
    public private(set) var device: DeviceScreenModel?
    /// The language that the person reads.
    public var language: Language {
        didSet { if language != oldValue { keepLanguage(language) } }
    }

    @ObservationIgnored private let keepLanguage: @MainActor (Language) -> Void

    /// A session at the main screen of `home`.
    /// - Parameters:
    ///   - home: the home that all sessions share.
    ///   - language: the language that the person reads at first.
    ///   - keepLanguage: called with each other language that the person chooses, to have it at the next session.
    public init(
        _ home: HomeModel, language: Language = .english,
        keepLanguage: @escaping @MainActor (Language) -> Void = { _ in }
    ) {
        self.home = home
        self.language = language
        self.keepLanguage = keepLanguage
        grid = GridModel(home)
        settings = SettingsModel(home)
        router.didChange = { [weak self] in self?.follow() }
    }

    /// `sentence` in the person's language.
    public func text(_ sentence: Sentence) -> String { sentence.text(language) }

    /// Ends what the session has open: scans, links and set-ups that are under way.
    public func end() {
        router.path = []
        settings.end()
    }

    /// Opens what the path shows and ends what it does not show any more.
    private func follow() {
        var purpose: ConnectPurpose?
        var id: DeviceID?
        for route in router.path {
            switch route {
            case .connect(let wanted): purpose = wanted
            case .device(let wanted): id = wanted
            case .settings, .activity: break
            }
        }
        if connect?.purpose != purpose {
            connect?.end()
            connect = purpose.map { ConnectModel($0, home: home, router: router) }
        }
        if device?.id != id {
            device?.end()
            device = id.map { DeviceScreenModel($0, home: home, router: router) }
        }
    }
}
