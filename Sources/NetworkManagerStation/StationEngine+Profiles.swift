import DBus
import ProvisioningProtocols
import WiFiStation

/// Keeping networks as profiles.
///
/// The order of the steps is the promise: what is new is whole before what is old goes.
extension StationEngine {
    func stored() async throws(StationError) -> StoredNetworks { try await inventory(on: service()).networks }

    func stage(
        _ credentials: borrowing Credentials, steeredAt address: ControlAddress?
    ) async throws(StationError) {
        let bus = try await service()
        let visible = facts.device == nil ? [] : try await kinds(of: credentials.ssid, on: bus)
        let keyManagement = try KeyManagement(for: credentials, visible: visible)
        let before = try await inventory(on: bus)
        let mark = ProfileMark(
            .candidate, generation: before.nextGeneration, isVolatile: credentials.isVolatile,
            controlAddress: address)
        let settings = ProfileSettings(
            for: credentials, keyManagement: keyManagement, mark: mark, interface: interface)
        try await add(settings, isVolatile: credentials.isVolatile, on: bus)
        stopJoining()
        await delete(before.profiles.filter { $0.mark.role == .candidate }, on: bus)
        kept.staged = credentials.ssid
        tellStatus()
    }

    func commit() async throws(StationError) {
        let bus = try await service()
        guard let staged = try await inventory(on: bus).staged else {
            throw StationError(.failed, "no network is staged")
        }
        var settings = staged.settings
        var mark = staged.mark
        mark.role = .committed
        settings.mark = mark
        settings.connectsByItself = true
        try await update(staged, with: settings, on: bus)
        try await settleInventory(on: bus)
        if join?.profile == staged.path, join?.hasBegun == true { join = nil }
        tellStatus()
    }

    func rollBack() async throws(StationError) {
        let bus = try await service()
        let before = try await inventory(on: bus)
        stopJoining()
        await delete(before.profiles.filter { $0.mark.role == .candidate }, on: bus)
        try await settleInventory(on: bus)
        if let committed = before.committed, isUsable {
            await returnTo(committed)
        } else {
            tellStatus(isForced: true)
        }
    }

    func forget() async throws(StationError) {
        let bus = try await service()
        stopJoining()
        await delete(try await inventory(on: bus).profiles, on: bus)
        let left = try await inventory(on: bus)
        kept = left.networks
        guard left.profiles.isEmpty else { throw StationError(.storageFailed, "a profile could not be removed") }
        tellStatus()
    }

    /// Removes what is left over; at the start, what a power cut left.
    func tidyProfiles() async {
        guard let bus else { return }
        try? await settleInventory(on: bus)
    }

    private func settleInventory(on bus: Bus) async throws(StationError) {
        let inventory = try await inventory(on: bus)
        await delete(inventory.superfluous, on: bus)
        kept = inventory.networks
    }

    /// The profiles of ours, for this interface. Others are only read; no secret is asked for.
    func inventory(on bus: Bus) async throws(StationError) -> ProfileInventory {
        let name = NetworkManagerName.self
        do throws(DBusError) {
            let reply = try await bus.call(
                MethodInvocation(name.service, name.settingsPath, name.settings, "ListConnections"))
            var own: [OwnProfile] = []
            for path in reply.first?.texts ?? [] {
                guard let settings = await settings(of: path, on: bus), let mark = settings.mark,
                    settings.interface == nil || interface == nil || settings.interface == interface
                else { continue }
                own.append(OwnProfile(path: path, mark: mark, settings: settings))
            }
            return ProfileInventory(profiles: own)
        } catch {
            throw StationError(error)
        }
    }

    /// A profile's settings without its secrets; `nil` when this program may not see it or it is gone.
    func settings(of path: String, on bus: Bus) async -> ProfileSettings? {
        let name = NetworkManagerName.self
        let reply = try? await bus.call(MethodInvocation(name.service, path, name.profile, "GetSettings"))
        return reply.map { ProfileSettings($0.first) }
    }

    /// Not by `AddConnection2`, whose flags would come behind the passphrase, which must be the last of a message.
    private func add(_ settings: ProfileSettings, isVolatile: Bool, on bus: Bus) async throws(StationError) {
        let name = NetworkManagerName.self
        let call = MethodInvocation(
            name.service, name.settingsPath, name.settings, isVolatile ? "AddConnectionUnsaved" : "AddConnection",
            [settings.value])
        do throws(DBusError) { _ = try await bus.call(call) } catch { throw StationError(storing: error) }
    }

    /// Changes a profile. Settings without secrets leave the stored ones in place.
    func update(_ profile: OwnProfile, with settings: ProfileSettings, on bus: Bus) async throws(StationError) {
        let name = NetworkManagerName.self
        let storage = profile.mark.isVolatile ? StorageFlags.inMemoryOnly : StorageFlags.toDisk
        let call = MethodInvocation(
            name.service, profile.path, name.profile, "Update2",
            [settings.value, .uint32(storage | StorageFlags.noReapply), .properties([:])])
        do throws(DBusError) { _ = try await bus.call(call) } catch { throw StationError(storing: error) }
    }

    /// Removes profiles; one that cannot be is left to the next start.
    private func delete(_ profiles: [OwnProfile], on bus: Bus) async {
        let name = NetworkManagerName.self
        for profile in profiles {
            _ = try? await bus.call(MethodInvocation(name.service, profile.path, name.profile, "Delete"))
        }
    }
}
