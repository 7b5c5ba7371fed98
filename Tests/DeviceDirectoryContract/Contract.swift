public import DeviceDirectory
import ProvisioningProtocols

/// One thing that every back end of `DeviceDirectory` does, as a run that throws where it does not.
public struct DirectoryContractCase: Sendable, CustomStringConvertible {
    /// What is claimed.
    public let description: String
    /// Holds the claim to a directory that is empty.
    public let run: @Sendable (any DeviceDirectory) async throws -> Void

    /// All of them.
    public static let all: [DirectoryContractCase] = listing + editing + reporting + exchanging + observing
}

/// What a directory did that the contract does not allow.
public struct DirectoryContractViolation: Error, CustomStringConvertible {
    /// What was claimed, and what came instead.
    public let description: String
}

func claim(_ holds: Bool, _ text: @autoclosure () -> String) throws {
    if !holds { throw DirectoryContractViolation(description: text()) }
}

/// Holds that `work` fails with `code`.
func refuse(_ code: DirectoryError.Code, _ work: () async throws(DirectoryError) -> Void) async throws {
    do throws(DirectoryError) {
        try await work()
    } catch {
        try claim(error.code == code, "it failed as \(error.code.rawValue), not as \(code.rawValue): \(error)")
        try claim(!error.advice.isEmpty && !error.state.isEmpty, "it does not say what to do: \(error)")
        return
    }
    throw DirectoryContractViolation(description: "it did not fail as \(code.rawValue)")
}

/// Devices for tests.
enum Sample {
    static let time = WallTime(milliseconds: 1_796_025_600_000)

    static func id(_ number: UInt64) -> DeviceID { DeviceID(high: 0x9b1f_7c0e_3d52_4a6b, low: 0x8f21 << 48 | number) }

    static func device(_ number: UInt64, name: String? = nil, category: String? = "Lamps") -> Device {
        Device(id: id(number), name: name ?? "Lamp \(number)", kind: "lamp", category: category, topic: "home/lamp")
    }

    /// One with a value in every place.
    static let full = Device(
        id: id(77), name: "Reading \"lamp\" \\ 🏠", kind: "lamp-cw", category: "Living room", topic: "home/lamp/é",
        picture: "lamp.png",
        provisioning: ProvisioningRecord(
            method: "JSON", time: time, network: "Barn", peripheral: "C0:FF:EE:00:00:01"),
        lastSeen: WallTime(milliseconds: 1_796_025_601_234),
        state: DeviceState(isOn: true, mode: -3, time: WallTime(milliseconds: 1_796_025_601_000)),
        otherMembers: #"{"colour":{"warm":[1,2.50,null]},"x":"y"}"#)
}
