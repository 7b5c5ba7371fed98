public import CGangwayDevice
internal import DeviceFirmware
internal import ProvisioningProtocols

// The functions of gangway_device.h, which the compiler holds to their declarations there. What they mean is said in the header.

private typealias Served = AllProtocols
private typealias Device = DeviceFirmware<Served, CBoard>

// One task calls all of these functions, as the header asks.
nonisolated(unsafe) private var device = Device(CBoard(functions: nil, callbacks: nil))
nonisolated(unsafe) private var hasStarted = false

private func instant(_ milliseconds: gangway_instant) -> Instant { Instant(milliseconds: milliseconds) }

/// In a function of its own, since a new device lies on the stack before it is in its place.
@inline(never)
private func renew(_ board: UnsafePointer<gangway_board>?, _ callbacks: UnsafePointer<gangway_callbacks>?) {
    device = Device(CBoard(functions: board, callbacks: callbacks))
}

// MARK: - Services

/// How many services there are.
@c @implementation
public func gangway_service_count() -> UInt8 { UInt8(truncatingIfNeeded: Served.count) }

/// A service's UUID, the most significant byte first.
@c @implementation
public func gangway_service_uuid(_ service: UInt8, _ uuid: UnsafeMutablePointer<UInt8>?) {
    guard Int(service) < Served.count, let uuid else { return }
    write(Served.serviceUUID(at: Int(service))) { uuid[$0] = $1 }
}

/// How many characteristics a service has; 0 where there is no such service.
@c @implementation
public func gangway_characteristic_count(_ service: UInt8) -> UInt8 {
    guard Int(service) < Served.count else { return 0 }
    return UInt8(truncatingIfNeeded: Served.characteristicCount(at: Int(service)))
}

/// One of them; nothing is written where there is none.
@c @implementation
public func gangway_characteristic_at(
    _ service: UInt8, _ place: UInt8, _ characteristic: UnsafeMutablePointer<gangway_characteristic>?
) {
    guard place < gangway_characteristic_count(service), let characteristic else { return }
    let served = Served.characteristic(Int(place), at: Int(service))
    characteristic.pointee.number = served.number
    characteristic.pointee.properties = served.properties
    withUnsafeMutableBytes(of: &characteristic.pointee.uuid) { target in
        write(served.uuid) { target[$0] = $1 }
    }
}

/// The 16 bytes of a UUID, the most significant first.
private func write(_ uuid: (high: UInt64, low: UInt64), _ put: (Int, UInt8) -> Void) {
    withUnsafeBytes(of: uuid.high.bigEndian) { for index in 0..<8 { put(index, $0[index]) } }
    withUnsafeBytes(of: uuid.low.bigEndian) { for index in 0..<8 { put(8 + index, $0[index]) } }
}

// MARK: - Its course

/// Begins: goes on the air and joins what is stored. Called again it begins anew, as a restart would.
@c @implementation
public func gangway_start(
    _ board: UnsafePointer<gangway_board>?, _ callbacks: UnsafePointer<gangway_callbacks>?, _ now: gangway_instant
) {
    if hasStarted {
        renew(board, callbacks)
    } else {
        device.board = CBoard(functions: board, callbacks: callbacks)
    }
    hasStarted = true
    device.start(now: instant(now))
}

/// Does what is due.
@c @implementation
public func gangway_poll(_ now: gangway_instant) { device.poll(now: instant(now)) }

/// By when that is; the greatest number where nothing is waited for.
@c @implementation
public func gangway_deadline() -> gangway_instant { device.deadline?.milliseconds ?? .max }

/// Forgets all credentials and leaves the network.
@c @implementation
public func gangway_clear_credentials(_ now: gangway_instant) { device.forget(now: instant(now)) }

/// Where the device stands.
@c @implementation
public func gangway_status_now(_ status: UnsafeMutablePointer<gangway_status>?) {
    status?.pointee = gangway_status(device.status)
}

// MARK: - Bluetooth

/// Goes on the air.
@c @implementation
public func gangway_start_bluetooth() { device.startBluetooth() }

/// Goes off the air.
@c @implementation
public func gangway_stop_bluetooth() { device.stopBluetooth() }

/// A client has connected.
@c @implementation
public func gangway_client_connected(_ client: UInt32, _ now: gangway_instant) {
    device.clientConnected(client, now: instant(now))
}

/// A client's link has ended.
@c @implementation
public func gangway_client_left(_ client: UInt32, _ now: gangway_instant) {
    device.clientLeft(client, now: instant(now))
}

/// A client has subscribed.
@c @implementation
public func gangway_subscribed(
    _ service: UInt8, _ characteristic: UInt8, _ client: UInt32, _ now: gangway_instant
) {
    guard Int(service) < Served.count else { return }
    device.subscribed(to: characteristic, of: Int(service), by: client, now: instant(now))
}

/// A client has written; the ATT error to answer with, 0 for success.
@c @implementation
public func gangway_written(
    _ service: UInt8, _ characteristic: UInt8, _ client: UInt32, _ offset: UInt16, _ bytes: UnsafePointer<UInt8>?,
    _ count: Int, _ now: gangway_instant
) -> UInt8 {
    guard Int(service) < Served.count else { return 0x0A }  // no such attribute
    let value = UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
    let write = WrittenTo(characteristic: characteristic, offset: Int(offset), client: client)
    return device.written(value.span, write, to: Int(service), now: instant(now))
}

/// A characteristic's value, for which `target` has 512 bytes of room; -1 where it cannot be read.
@c @implementation
public func gangway_read(_ service: UInt8, _ characteristic: UInt8, _ target: UnsafeMutablePointer<UInt8>?) -> CInt {
    guard Int(service) < Served.count, let target else { return -1 }
    var room = UnsafeMutableBufferPointer(start: target, count: 512).mutableSpan
    guard let count = device.read(characteristic, of: Int(service), into: &room) else { return -1 }
    return CInt(truncatingIfNeeded: count)
}

// MARK: - Wi-Fi

/// The Wi-Fi's state has changed.
@c @implementation
public func gangway_wifi_changed(_ status: UnsafePointer<gangway_status>?, _ now: gangway_instant) {
    guard let status else { return }
    device.wifiChanged(to: JoinStatus(status.pointee), now: instant(now))
}

/// The scan has ended.
@c @implementation
public func gangway_scan_finished(_ is_complete: Bool, _ now: gangway_instant) {
    device.scanFinished(isComplete: is_complete, now: instant(now))
}

/// Wi-Fi and store cannot be used now.
@c @implementation
public func gangway_wifi_lost(_ now: gangway_instant) { device.wifiLost(now: instant(now)) }

/// Wi-Fi and store can be used again.
@c @implementation
public func gangway_wifi_available(_ now: gangway_instant) { device.wifiAvailable(now: instant(now)) }
