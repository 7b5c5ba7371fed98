import BluetoothLE
import DeviceDirectory
public import Observation
import Provisioning
public import ProvisioningProtocols
import Runtime

/// What a person does with a listed device over Bluetooth, from its screen and without a set-up: ask how it stands with its
/// Wi-Fi, and have it forget that. The device is linked for as long as that takes.
@MainActor @Observable
public final class DeviceLinkModel {
    /// Where it stands.
    public enum State: Hashable, Sendable {
        /// Nothing is under way.
        case idle
        /// The device is looked for.
        case looking
        /// A link is made to it.
        case connecting
        /// It is asked how it stands.
        case asking
        /// It is told to forget its network.
        case forgetting
        /// It has forgotten its network.
        case forgotten
        /// It could not be reached, or did not do it.
        case failed(Problem)
    }

    /// How long the device is looked for, in milliseconds.
    public static let lookingLimit: UInt32 = 15_000

    /// Which device.
    public let id: DeviceID
    /// Where it stands.
    public private(set) var state = State.idle
    /// How the device stands with its Wi-Fi, as it said last; `nil` where it was not asked.
    public private(set) var standing: DeviceStanding?
    /// The version of its protocol, as it said last; `nil` where it tells none.
    public private(set) var version: UInt32?

    @ObservationIgnored private let home: HomeModel
    @ObservationIgnored private var work: Task<Void, Never>?

    init(_ id: DeviceID, home: HomeModel) {
        self.id = id
        self.home = home
    }

    /// Whether the device can be asked: it is known how the radio calls it, and its protocol reports.
    public var canAsk: Bool { device?.capabilities?.reportsStatus ?? false }
    /// Whether the device can be told to forget its network here.
    public var canForget: Bool { device?.capabilities?.forgets ?? false }
    /// Whether something is under way that ``cancel()`` stops.
    public var isWorking: Bool {
        switch state {
        case .looking, .connecting, .asking, .forgetting: true
        case .idle, .forgotten, .failed: false
        }
    }

    /// What is said of what is under way, or of how it ended well; `nil` for nothing.
    public var sentence: Sentence? {
        switch state {
        case .idle, .failed: nil
        case .looking: "link.looking"
        case .connecting: Sentence("connect.connecting", device?.name ?? "")
        case .asking: "link.asking"
        case .forgetting: "step.forgetting"
        case .forgotten: "result.forgotten"
        }
    }

    private var device: DeviceModel? { home.device(id) }

    /// Asks the device how it stands.
    public func ask() {
        guard canAsk else { return }
        begin { [weak self] session throws(ProvisioningError) in
            self?.enter(.asking)
            let version = session.capabilities.tellsVersion ? try? await session.version() : nil
            let status = try await session.status()
            guard let self, !Task.isCancelled else { return }
            (self.version, standing) = (version, DeviceStanding(status))
            state = .idle
        }
    }

    /// Has the device forget its network.
    public func forget() {
        guard canForget else { return }
        begin { [weak self, home] session throws(ProvisioningError) in
            self?.enter(.forgetting)
            try await session.forget()
            await home.noteForgotten(session.device.id.rawValue)
            guard let self, !Task.isCancelled else { return }
            standing = nil
            state = .forgotten
        }
    }

    /// Stops what is under way. A device that was told to forget may have done it.
    public func cancel() {
        work?.cancel()
        work = nil
        if isWorking { state = .idle }
    }

    func end() { work?.cancel() }

    private func enter(_ next: State) { if !Task.isCancelled { state = next } }

    private func begin(_ body: @escaping (ProvisioningSession) async throws(ProvisioningError) -> Void) {
        guard !isWorking, let peripheral = device?.facts.provisioning?.peripheral else { return }
        state = .looking
        work = Task { [weak self, services = home.services] in
            do throws(ProvisioningError) {
                let found = try await services.find(peripheral, for: Self.lookingLimit)
                guard !Task.isCancelled else { return }
                guard let found else {
                    self?.enter(.failed(Problem("provisioning", "notFound", nil, .tryAgain)))
                    return
                }
                self?.enter(.connecting)
                let session = try await services.provisioner.connect(to: found)
                do throws(ProvisioningError) { try await body(session) } catch {
                    await session.disconnect()
                    throw error
                }
                await session.disconnect()
            } catch {
                self?.enter(.failed(Problem(error)))
            }
        }
    }
}

extension AppServices {
    /// The device that the radio calls `peripheral`; `nil` where it is not there within `limit` milliseconds, or nobody waits any
    /// more.
    fileprivate func find(_ peripheral: String, for limit: UInt32) async throws(ProvisioningError) -> FoundDevice? {
        let devices = provisioner.discover()
        let deadline = time.now + limit
        while true {
            switch await devices.next(until: deadline, on: time) {
            case .event(let device): if device.id.rawValue == peripheral { return device }
            case .failed(let error): throw error
            case .timedOut, .cancelled, .ended: return nil
            }
        }
    }
}
