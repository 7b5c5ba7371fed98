import BluetoothLE
import Provisioning
import ProvisioningProtocols
import Runtime
import VirtualRadio

/// Sets up `count` devices that `central` finds, all at the same time. When all sessions are up and joined, `whenAllAreUp` is
/// called; then they disconnect. How many ended connected.
func setUp(count: Int, central: VirtualRadio, whenAllAreUp: @Sendable () async -> Void) async -> Int {
    let provisioner = Provisioner(central: central)
    let found = provisioner.discover()
    let gate = Gate(count: count)
    return await withTaskGroup(of: Bool.self) { group in
        var seen: Set<PeripheralID> = []
        do {
            while seen.count < count, let device = try await found.next() {
                guard seen.insert(device.id).inserted else { continue }
                group.addTask { await setUp(device, provisioner, gate) }
            }
        } catch { print("the search ended: \(error)") }
        await gate.waitUntilAllAreUp()
        await whenAllAreUp()
        await gate.open()
        var succeeded = 0
        for await isConnected in group where isConnected { succeeded += 1 }
        return succeeded
    }
}

/// One set-up: connected, subscribed, the list of networks, joined, disconnected.
private func setUp(_ device: FoundDevice, _ provisioner: Provisioner, _ gate: Gate) async -> Bool {
    var isConnected = false
    do {
        let session = try await provisioner.connect(to: device)
        let list = try await session.networks()
        guard let ssid = SSID(World.ssid), let passphrase = Passphrase(World.passphrase) else { return false }
        let outcome = try await session.join(Credentials(ssid: ssid, passphrase: passphrase, security: .wpaPersonal))
        if case .connected(address: World.address, _) = outcome, list.isComplete, list.accessPoints.count == 20 {
            isConnected = true
        } else {
            print("a set-up came to \(outcome), with \(list.accessPoints.count) access points")
        }
        await gate.arrive()
        await session.disconnect()
    } catch {
        print("a set-up failed: \(error)")
        await gate.arrive()
    }
    return isConnected
}

/// Holds every session until all are up, so that the heap is measured at its fullest.
actor Gate {
    private let count: Int
    private var arrived = 0
    private var isOpen = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var watcher: CheckedContinuation<Void, Never>?

    init(count: Int) { self.count = count }

    func arrive() async {
        arrived += 1
        if arrived == count { watcher?.resume() }
        if !isOpen { await withCheckedContinuation { held.append($0) } }
    }

    func waitUntilAllAreUp() async {
        if arrived < count { await withCheckedContinuation { watcher = $0 } }
    }

    func open() {
        isOpen = true
        for continuation in held { continuation.resume() }
        held = []
    }
}
