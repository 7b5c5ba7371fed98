public import ProvisioningProtocols

/// Where a device keeps the addresses at which it may still be taken for there, so that it leaves them in order also when it was
/// ended in between: set up anew while the broker is away, or cut off before it could say good-bye.
public protocol AddressMemory: Sendable {
    /// What was kept last, in that order; none where nothing was, or where it cannot be read.
    func addresses() async -> [ControlAddress]

    /// Keeps `addresses` in the place of those before. Where it cannot, the device goes on without.
    func keep(_ addresses: [ControlAddress]) async
}

/// The addresses at which a device may be taken for there: the one where it is steered, and those before it of whose end the
/// broker has not heard.
actor FormerAddresses {
    /// How many addresses of before are remembered.
    static let longest = 8

    private let memory: (any AddressMemory)?
    private var isRead = false
    private var present: ControlAddress?
    private var former: [ControlAddress] = []

    init(_ memory: (any AddressMemory)?) { self.memory = memory }

    /// The next that is to be left.
    var last: ControlAddress? { former.last }

    /// The device is steered at `address` from now on.
    func begin(_ address: ControlAddress) async {
        await read()
        former = former.filter { $0 != address }.suffix(Self.longest)
        present = address
        await keep()
    }

    /// The broker has heard of the end of `address`.
    func left(_ address: ControlAddress) async {
        if present == address { present = nil }
        former.removeAll { $0 == address }
        await keep()
    }

    /// The device is not steered at `address` any more, and the broker has not heard of that.
    func leave(_ address: ControlAddress) async {
        guard present == address else { return }
        present = nil
        former.append(address)
        await keep()
    }

    private func read() async {
        guard !isRead else { return }
        isRead = true
        if let kept = await memory?.addresses() { former = kept + former.filter { !kept.contains($0) } }
    }

    private func keep() async { await memory?.keep(former + (present.map { [$0] } ?? [])) }
}
