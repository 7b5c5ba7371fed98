public import DeviceDirectory
public import Observation
public import ProvisioningProtocols

/// Which screen a session shows: the main one, and what lies above it.
@MainActor @Observable
public final class Router {
    /// The screens above the main one, the uppermost last. A navigation view may write it, as when a person swipes back.
    public var path: [Route] = [] {
        didSet { if path != oldValue { didChange?() } }
    }

    @ObservationIgnored var didChange: (() -> Void)?

    /// A router at the main screen.
    public init() {}

    /// The uppermost screen; `nil` for the main one.
    public var top: Route? { path.last }

    /// Goes to setting up a device whose topic is `topic`; with none where it is empty.
    public func navigateToConnect(with topic: String = "") {
        show(.connect(.add(topic: topic.isEmpty ? nil : topic)))
    }

    /// Goes to setting up, for `purpose`.
    public func navigateToConnect(for purpose: ConnectPurpose) { show(.connect(purpose)) }

    /// Goes to a device.
    public func navigateToDevice(with device: Device) { show(.device(device.id)) }

    /// Goes to a device.
    public func navigateToDevice(with device: DeviceModel) { show(.device(device.id)) }

    /// Goes to a device.
    public func navigateToDevice(with id: DeviceID) { show(.device(id)) }

    /// Goes to the settings.
    public func navigateToSettings() { show(.settings) }

    /// Goes to the activity log.
    public func navigateToActivity() { show(.activity) }

    /// Goes back by one screen.
    public func pop() { if !path.isEmpty { path.removeLast() } }

    /// Goes back to the main screen.
    public func popToRoot() { path = [] }

    private func show(_ route: Route) { if top != route { path.append(route) } }
}
