/// What a wire protocol can do for the end that provisions.
public struct ProvisioningCapabilities: Hashable, Sendable {
    /// The device sends a list of the networks it sees.
    public var listsNetworks: Bool
    /// The device reports how its join goes; without it a join ends as *accepted*.
    public var reportsStatus: Bool
    /// What is sent over the air is encrypted by the link. Say so to a person before a passphrase is sent.
    public var isEncrypted: Bool
    /// The device says when its list is whole; without it the list ends when nothing more comes.
    public var endsScan: Bool
    /// A scan can be asked for with ``ScanOptions``; without it a device looks as it likes.
    public var takesScanOptions: Bool
    /// A device can be told to end its scan.
    public var stopsScan: Bool
    /// A device can be told to keep credentials only until it restarts.
    public var carriesVolatile: Bool
    /// A channel or a particular access point can be asked for.
    public var choosesAccessPoint: Bool
    /// A device can be told to forget its network.
    public var forgets: Bool
    /// The device tells the version of its protocol.
    public var tellsVersion: Bool
    /// The device is told where it is to be steered: credentials need a ``ControlAddress``.
    public var carriesControlAddress: Bool

    /// A protocol that can do nothing but what is said.
    public init(
        listsNetworks: Bool = false, reportsStatus: Bool = false, isEncrypted: Bool = false, endsScan: Bool = false,
        takesScanOptions: Bool = false, stopsScan: Bool = false, carriesVolatile: Bool = false,
        choosesAccessPoint: Bool = false, forgets: Bool = false,
        tellsVersion: Bool = false, carriesControlAddress: Bool = false
    ) {
        self.listsNetworks = listsNetworks
        self.reportsStatus = reportsStatus
        self.isEncrypted = isEncrypted
        self.endsScan = endsScan
        self.takesScanOptions = takesScanOptions
        self.stopsScan = stopsScan
        self.carriesVolatile = carriesVolatile
        self.choosesAccessPoint = choosesAccessPoint
        self.forgets = forgets
        self.tellsVersion = tellsVersion
        self.carriesControlAddress = carriesControlAddress
    }

    /// Whether all that `needs` has is here.
    public func cover(_ needs: ProvisioningCapabilities) -> Bool {
        (listsNetworks || !needs.listsNetworks) && (reportsStatus || !needs.reportsStatus)
            && (isEncrypted || !needs.isEncrypted) && (endsScan || !needs.endsScan)
            && (takesScanOptions || !needs.takesScanOptions) && (stopsScan || !needs.stopsScan)
            && (carriesVolatile || !needs.carriesVolatile) && (choosesAccessPoint || !needs.choosesAccessPoint)
            && (forgets || !needs.forgets) && (tellsVersion || !needs.tellsVersion)
            && (carriesControlAddress || !needs.carriesControlAddress)
    }
}
