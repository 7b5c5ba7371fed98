import ProvisioningProtocols

/// `NMDeviceState`: where a device stands, higher numbers being nearer to a connection.
struct DeviceState: RawRepresentable, Comparable, Sendable {
    let rawValue: Int

    static let unmanaged = DeviceState(rawValue: 10)
    static let unavailable = DeviceState(rawValue: 20)
    static let disconnected = DeviceState(rawValue: 30)
    static let prepare = DeviceState(rawValue: 40)
    static let needAuthentication = DeviceState(rawValue: 60)
    static let ipConfiguration = DeviceState(rawValue: 70)
    static let activated = DeviceState(rawValue: 100)
    static let deactivating = DeviceState(rawValue: 110)
    static let failed = DeviceState(rawValue: 120)

    static func < (left: DeviceState, right: DeviceState) -> Bool { left.rawValue < right.rawValue }
}

/// `NMDeviceStateReason`, as far as it tells failures apart.
struct DeviceStateReason: RawRepresentable, Equatable, Sendable {
    let rawValue: Int

    /// What the reason makes of a join that failed. `wasAssociated` is whether the access point had let the station in.
    ///
    /// Numbers: `NMDeviceStateReason` in libnm 1.42's `nm-dbus-interface.h`. With nobody to ask for another secret,
    /// NetworkManager answers a refused passphrase with *supplicant disconnected* and then *no secrets*.
    func failure(wasAssociated: Bool) -> JoinFailure {
        switch rawValue {
        case 7: .wrongPassphrase
        case 8: wasAssociated ? .wrongPassphrase : .unspecified
        case 9: .unsupportedSecurity
        case 11: .timeOut
        case 53: .networkNotFound
        case 5, 6, 15, 16, 17, 64: .noAddress
        case 10, 35, 36: .deviceFault
        default: .unspecified
        }
    }

    /// A secret was wanted and none, or no other, was there.
    static let noSecrets = DeviceStateReason(rawValue: 7)
    /// The network was not found.
    static let ssidNotFound = DeviceStateReason(rawValue: 53)
    /// The supplicant lost the access point.
    static let supplicantDisconnected = DeviceStateReason(rawValue: 8)
    /// Another activation takes the device over.
    static let newActivation = DeviceStateReason(rawValue: 60)
}

/// Follows a device's states from one join to the next.
///
/// NetworkManager stays in *config* from the search for the access point to the end of the handshake; that the link has
/// a carrier tells the two apart. Between them it passes through *need-auth* for a moment to look for stored secrets, which
/// means nothing; only with a reason is the passphrase in question.
struct LinkState: Equatable {
    /// What a person would say of the link.
    enum Phase: Equatable {
        case down
        case associating
        case authenticating
        case obtainingAddress
        case connected
        case failed(JoinFailure)
    }

    private(set) var phase = Phase.down
    private var state = DeviceState.unavailable
    private var hasCarrier = false
    private var wasAssociated = false
    /// Whether the supplicant's word has ended the try, which NetworkManager has yet to notice.
    private var isRefused = false

    /// A device that was found in `state`.
    init(state: DeviceState = .unavailable, hasCarrier: Bool = false) {
        self.hasCarrier = hasCarrier
        guard state != .failed else { return }  // a failure from before nobody asked for
        changed(to: state, because: DeviceStateReason(rawValue: 0))
    }

    /// The device went to `new`.
    mutating func changed(to new: DeviceState, because reason: DeviceStateReason) {
        state = new
        switch new {
        case .prepare ..< .ipConfiguration:
            if new == .prepare { isRefused = false }
            if phase == .down || !isJoining { wasAssociated = false }
            if reason == .supplicantDisconnected, new == .needAuthentication { wasAssociated = true }
            showHandshake()
        case .failed where isRefused: break
        case .ipConfiguration ..< .activated: phase = .obtainingAddress
        case .activated: phase = .connected
        case .failed: phase = .failed(reason.failure(wasAssociated: wasAssociated))
        case .deactivating: if reason != .newActivation { settle() }
        default: settle()
        }
    }

    /// The link's carrier came or went.
    mutating func changed(carrier: Bool) {
        hasCarrier = carrier
        if state >= .prepare, state < .ipConfiguration { showHandshake() }
    }

    /// The passphrase is refused; NetworkManager may go on trying it for a while.
    mutating func refuse() {
        isRefused = true
        phase = .failed(.wrongPassphrase)
    }

    /// A new join begins: what the last one came to no longer counts.
    mutating func forgetFailure() {
        isRefused = false
        if case .failed = phase { phase = .down }
    }

    /// Whether the device is on a network or on its way to one.
    var isUp: Bool {
        switch phase {
        case .down, .failed: false
        case .associating, .authenticating, .obtainingAddress, .connected: true
        }
    }

    private var isJoining: Bool { phase == .associating || phase == .authenticating }

    /// The device is idle; what the last join came to stays to be told.
    private mutating func settle() {
        if case .failed = phase { return }
        phase = .down
    }

    private mutating func showHandshake() {
        guard !isRefused else { return }
        if hasCarrier { wasAssociated = true }
        phase = wasAssociated ? .authenticating : .associating
    }
}
