public import DeviceCatalogue
public import DeviceDirectory
public import Onboarding
public import Provisioning
public import Runtime

/// What an app is made from: where its home is kept, its radio, its clock.
public struct AppServices: Sendable {
    /// Where the home keeps its things.
    public var store: any HomeStore
    /// What finds devices and sets them up.
    public var provisioner: Provisioner
    /// The kinds of devices, for their names, topics and modes.
    public var catalogue: DeviceCatalogue
    /// How long the steps of a set-up may take.
    public var limits: Onboarding.Limits
    /// The clock of all waits.
    public var time: any TimeSource
    /// The clock on the wall.
    public var wallClock: @Sendable () -> WallTime

    /// Services of these.
    public init(
        store: any HomeStore, provisioner: Provisioner, catalogue: DeviceCatalogue = DeviceCatalogue(),
        limits: Onboarding.Limits = Onboarding.Limits(), time: any TimeSource = SystemTime.shared,
        wallClock: @escaping @Sendable () -> WallTime = { .now }
    ) {
        self.store = store
        self.provisioner = provisioner
        self.catalogue = catalogue
        self.limits = limits
        self.time = time
        self.wallClock = wallClock
    }
}
