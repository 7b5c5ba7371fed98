import DeviceDirectory
import ProvisioningProtocols
import Runtime

/// Commands that wait for their device or for the broker, in memory: the newest of each device.
struct CommandQueue {
    /// One of them.
    struct Call {
        let number: UInt64
        let command: DeviceCommand
        let address: ControlAddress
        let timer: Timer
        let continuation: CheckedContinuation<ControlError?, Never>
    }

    private(set) var calls: [DeviceID: Call] = [:]
    private var lastNumber: UInt64 = 0

    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Puts a command in; the one that it takes the place of.
    mutating func put(_ call: Call) -> Call? { calls.updateValue(call, forKey: call.address.id) }

    /// Takes the call of this number out; `nil` where it is not there any more.
    mutating func remove(_ number: UInt64) -> Call? {
        guard let id = calls.first(where: { $0.value.number == number })?.key else { return nil }
        return calls.removeValue(forKey: id)
    }

    /// Takes out those that `isReady` allows, the oldest first.
    mutating func removeAll(where isReady: (Call) -> Bool = { _ in true }) -> [Call] {
        let ready = calls.values.filter(isReady).sorted { $0.number < $1.number }
        for call in ready { calls[call.address.id] = nil }
        return ready
    }
}
