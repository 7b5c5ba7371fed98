import ProvisioningProtocols
import WiFiStation

/// The profiles of ours, and what each is worth.
struct ProfileInventory {
    let profiles: [OwnProfile]

    /// The network that worked last.
    var committed: OwnProfile? { newest { $0.mark.role == .committed } }

    /// The network that is stored and not confirmed. One that is older than the committed one was overtaken by it.
    var staged: OwnProfile? {
        let floor = committed?.mark.generation ?? 0
        return newest { $0.mark.role == .candidate && $0.mark.generation > floor }
    }

    /// The number of the next profile.
    var nextGeneration: UInt64 { (profiles.map(\.mark.generation).max() ?? 0) &+ 1 }

    /// What a power cut left over, or a step has just made useless. Beside a volatile network the stored one stays.
    var superfluous: [OwnProfile] {
        var wanted = [committed?.path, staged?.path]
        if committed?.mark.isVolatile == true {
            wanted.append(newest { $0.mark.role == .committed && !$0.mark.isVolatile }?.path)
        }
        return profiles.filter { !wanted.contains($0.path) }
    }

    /// The inventory in the words of the contract.
    var networks: StoredNetworks {
        StoredNetworks(
            committed: committed?.settings.ssid, staged: staged?.settings.ssid,
            controlAddress: committed?.mark.controlAddress)
    }

    private func newest(_ isWanted: (OwnProfile) -> Bool) -> OwnProfile? {
        profiles.filter(isWanted).max { ($0.mark.generation, $0.path) < ($1.mark.generation, $1.path) }
    }
}
