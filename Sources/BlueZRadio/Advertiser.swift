import BluetoothLE
import DBus
import ProvisioningProtocols
import Runtime

/// Keeps an advertisement on the air: it is registered again whenever BlueZ may have let it go.
actor Advertiser {
    nonisolated let service: BlueZService
    nonisolated var unownedExecutor: UnownedSerialExecutor { service.unownedExecutor }
    private let path: String
    private let report: @Sendable (BluetoothError) -> Void
    private var advertisement: Advertisement
    /// Whether it is wanted on the air.
    private var isWanted = false
    private var worker: Task<BluetoothError?, Never>?
    private var mustRegister = false
    /// How many advertisements are registered beside the first.
    private var beside = 0
    /// The most there ever were.
    private var mostBeside = 0
    /// How many of the fallbacks need not be tried again: one of them that holds as much, in several advertisements, has fitted.
    private var tooLong = 0

    /// Whether the last refusal was the kernel's, which may be of the moment; BlueZ names those of its own.
    private var wasBusy = false

    private static let limit: UInt32 = 10_000
    private static let tries = 4
    private static let pause: UInt32 = 1000

    init(
        service: BlueZService, path: String, advertisement: Advertisement,
        report: @escaping @Sendable (BluetoothError) -> Void
    ) {
        self.service = service
        self.path = path
        self.advertisement = advertisement
        self.report = report
    }

    /// Puts it on the air. A kernel that is busy, with a link that just ends for one, is asked again, each second.
    func start() async throws(BluetoothError) {
        isWanted = true
        for left in (0..<Self.tries).reversed() {
            guard let error = await refresh().value else { return }
            guard left > 0, wasBusy, !Task.isCancelled else {
                isWanted = false
                throw error
            }
            await service.time.sleep(until: service.time.now + Self.pause)
        }
    }

    /// Changes what is advertised.
    func update(_ advertisement: Advertisement) async throws(BluetoothError) {
        guard advertisement != self.advertisement else { return }
        if !advertisement.isAsLong(as: self.advertisement) { tooLong = 0 }
        self.advertisement = advertisement
        if let error = await refresh().value { throw error }
    }

    /// Takes it off the air.
    func stop() async {
        isWanted = false
        mustRegister = false
        _ = await worker?.value
        await unregister()
        await service.bus?.unexport(path)
        for number in 0..<mostBeside { await service.bus?.unexport(path(beside: number)) }
    }

    private func path(beside number: Int) -> String { "\(path)_\(number + 1)" }

    /// Registers it again, soon; requests that come meanwhile are one.
    @discardableResult
    func refresh() -> Task<BluetoothError?, Never> {
        mustRegister = true
        if let worker { return worker }
        let task = Task { () -> BluetoothError? in
            var failure: BluetoothError?
            while mustRegister {
                mustRegister = false
                failure = await register()
            }
            worker = nil
            if let failure { retryLater(failure) }
            return failure
        }
        worker = task
        return task
    }

    /// Tries again by itself while it is wanted: an adapter that has no room now may have some later.
    private func retryLater(_ failure: BluetoothError) {
        report(failure)
        let pause = service.time.now + 5000
        Task { [weak self, service] in
            await service.time.sleep(until: pause)
            await self?.retry()
        }
    }

    private func retry() async {
        guard isWanted, worker == nil, await service.radio == .ready else { return }
        refresh()
    }

    /// Unregisters what may be left, and registers; where the adapter refuses, with less.
    private func register() async -> BluetoothError? {
        guard isWanted else { return nil }
        var refusal: BluetoothError?
        for (index, candidate) in advertisement.fallbacks.enumerated().dropFirst(tooLong) {
            do throws(DBusError) {
                await unregister()
                try await register(candidate, at: path)
                let isLess = candidate.name != advertisement.name
                for rest in advertisement.rest(beside: candidate) {
                    if let lost = await register(beside: rest) { report(lost) }
                }
                if isLess, let refusal { report(refusal) }
                tooLong = isLess ? 0 : index
                return nil
            } catch {
                refusal = BluetoothError(error, doing: "advertising", otherwise: .advertisementRefused)
                wasBusy = error.name == BlueZNames.error("Failed")
                if error.isDisconnected || error.isCancelled || error.isTimeout { return refusal }
            }
        }
        tooLong = 0
        return refusal
    }

    private func register(_ advertisement: Advertisement, at path: String) async throws(DBusError) {
        guard let bus = await service.bus, let adapter = await service.adapter else { throw .disconnected }
        try await bus.export(path, [advertisement.interface])
        _ = try await service.call(
            adapter, BlueZNames.advertisingManager, "RegisterAdvertisement", [.objectPath(path), .properties([:])],
            deadline: service.time.now + Self.limit)
    }

    private func register(beside rest: Advertisement) async -> BluetoothError? {
        do throws(DBusError) {
            try await register(rest, at: path(beside: beside))
            beside += 1
            mostBeside = max(mostBeside, beside)
            return nil
        } catch {
            let what = rest.services.isEmpty ? "service data" : "another service"
            return BluetoothError(error, doing: "advertising \(what)", otherwise: .advertisementRefused)
        }
    }

    private func unregister() async {
        guard let adapter = await service.adapter else { return }
        let paths = [path] + (0..<beside).map { path(beside: $0) }
        beside = 0
        for path in paths {
            _ = await service.callAnyway(
                adapter, BlueZNames.advertisingManager, "UnregisterAdvertisement", [.objectPath(path)],
                limit: Self.limit)
        }
    }
}
