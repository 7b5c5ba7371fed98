import BluetoothLE
import DBus
import ProvisioningProtocols
import Runtime

/// A subscription of a link.
struct Subscription {
    /// The characteristic's object.
    let path: String
    /// Where notifications come over a socket; otherwise they come as changes of the `Value` property.
    var socket: NotificationSocket?
}

extension BlueZConnection {
    /// Subscribes; BlueZ answers once the peer has confirmed. A socket of our own is asked for first: it carries
    /// notifications only, while the `Value` property also changes with every read. BlueZ refuses it for
    /// characteristics that only indicate, and where another program is subscribed. One that has the socket has all that the
    /// peer sends: BlueZ then refuses to tell anybody else.
    /// - Throws: `inUse` where another program has the socket.
    func subscribe(to characteristic: CharacteristicID) async throws(BluetoothError) {
        let path = try await path(of: characteristic)
        if let present = subscriptions[characteristic] {
            if present.path == path { return }
            await endSubscription(characteristic)
        }
        do throws(DBusError) {
            do throws(DBusError) {
                try await startNotifications(characteristic, path)
            } catch  where error.meansSocketTaken {
                // BlueZ notices only after a while that a socket was closed, also one of this program's.
                await waitForSocket(path)
                try await startNotifications(characteristic, path)
            }
        } catch {
            isShared = isShared || error.meansSocketTaken
            throw failure(error, doing: "subscribing")
        }
    }

    private func startNotifications(_ characteristic: CharacteristicID, _ path: String) async throws(DBusError) {
        if try await acquire(characteristic, path) { return }
        // Ready before the peer is asked: the first notification may overtake the answer.
        subscriptions[characteristic] = Subscription(path: path)
        do throws(DBusError) {
            _ = try await request(path, BlueZNames.characteristic, "StartNotify", [])
        } catch  where error.name == BlueZNames.error("InProgress") {
            // BlueZ has kept a subscription of ours.
        } catch {
            subscriptions[characteristic] = nil
            throw error
        }
    }

    /// Waits until nobody has the socket of the characteristic, a moment at most.
    private func waitForSocket(_ path: String) async {
        _ = try? await service.wait(until: service.time.now + Self.socketLimit) { service in
            let isTaken = service.tree.properties(path, BlueZNames.characteristic)?["NotifyAcquired"]?.bool ?? true
            return isTaken ? nil : true
        }
    }

    private static var socketLimit: UInt32 { 1_000 }

    /// Whether BlueZ gave a socket.
    private func acquire(_ characteristic: CharacteristicID, _ path: String) async throws(DBusError) -> Bool {
        let reply: [DBusValue]
        do throws(DBusError) {
            reply = try await request(path, BlueZNames.characteristic, "AcquireNotify", [.properties([:])])
        } catch {
            if Self.meansNoSocket(error) { return false }
            throw error
        }
        if let mtu = reply.dropFirst().first?.integer { acquiredMTU = mtu }
        guard end == nil, let descriptor = reply.first?.descriptor else { return false }
        let socket = NotificationSocket(descriptor, on: service.executor) { [weak self] value in
            self?.assumeIsolated { $0.deliver(characteristic, value) }
        } closed: { [weak self] in
            self?.assumeIsolated { $0.socketClosed(characteristic, path) }
        }
        guard let socket else { return false }
        subscriptions[characteristic] = Subscription(path: path, socket: socket)
        return true
    }

    private static func meansNoSocket(_ error: DBusError) -> Bool {
        let names = ["NotSupported", "NotPermitted", "InProgress", "AlreadyExists", "NotAvailable"]
        // "Not paired" is the peer's answer, which another way of subscribing would not change.
        return error.message != "Not paired"
            && (names.contains { error.name == BlueZNames.error($0) }
                || error.name == "org.freedesktop.DBus.Error.UnknownMethod")
    }

    private func socketClosed(_ characteristic: CharacteristicID, _ path: String) {
        guard let subscription = subscriptions[characteristic], subscription.path == path else { return }
        subscription.socket?.close()
        subscriptions[characteristic] = nil
    }

    /// Ends a subscription.
    func unsubscribe(from characteristic: CharacteristicID) async throws(BluetoothError) {
        if let end { throw end }
        await endSubscription(characteristic)
    }

    private func endSubscription(_ characteristic: CharacteristicID) async {
        guard let subscription = subscriptions.removeValue(forKey: characteristic) else { return }
        if let socket = subscription.socket {
            socket.close()
        } else {
            _ = await service.callAnyway(subscription.path, BlueZNames.characteristic, "StopNotify", limit: 5000)
        }
    }

    /// The `Value` of a characteristic changed: a notification, where it is subscribed to that way.
    func valueChanged(_ path: String, _ tree: ObjectTree) {
        guard let (characteristic, subscription) = subscriptions.first(where: { $0.value.path == path }),
            subscription.socket == nil,
            let value = tree.properties(path, BlueZNames.characteristic)?["Value"]?.byteArray
        else { return }
        if heldBack[characteristic] != nil {
            heldBack[characteristic]?.append(value)
        } else {
            deliver(characteristic, value)
        }
    }

    /// Keeps values back while a read is on its way; `false` where another read does so already.
    func holdBack(_ characteristic: CharacteristicID) -> Bool {
        guard heldBack[characteristic] == nil else { return false }
        heldBack[characteristic] = []
        return true
    }

    /// Delivers what was kept back, but for the last value that equals the one that was read: that is the read's own.
    func release(_ characteristic: CharacteristicID, except read: [UInt8]?) {
        var values = heldBack.removeValue(forKey: characteristic) ?? []
        if let read, let own = values.lastIndex(of: read) { values.remove(at: own) }
        for value in values { deliver(characteristic, value) }
    }
}
