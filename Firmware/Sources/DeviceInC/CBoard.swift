internal import CGangwayDevice
internal import DeviceFirmware
internal import ProvisioningProtocols

/// A board and its callbacks that firmware in C has filled in.
struct CBoard: ~Copyable {
    /// What the chip does. `nil` before the start: everything fails then.
    let functions: UnsafePointer<gangway_board>?
    /// What the firmware wants to hear.
    let callbacks: UnsafePointer<gangway_callbacks>?
    private var board: gangway_board { functions?.pointee ?? gangway_board() }
    private var heard: gangway_callbacks { callbacks?.pointee ?? gangway_callbacks() }
}

extension CBoard: BluetoothPeripheral {
    var canNotify: Bool { board.can_notify?(board.context) ?? false }

    mutating func startAdvertising() { board.start_advertising?(board.context) }

    mutating func stopAdvertising() { board.stop_advertising?(board.context) }

    mutating func advertise(_ data: borrowing Span<UInt8>, for service: Int) {
        let board = self.board
        data.withUnsafeBufferPointer {
            board.advertise?(board.context, UInt8(truncatingIfNeeded: service), $0.baseAddress, $0.count)
        }
    }

    mutating func notify(_ value: borrowing Span<UInt8>, on characteristic: UInt8, of service: Int) {
        let board = self.board
        value.withUnsafeBufferPointer {
            board.notify?(
                board.context, UInt8(truncatingIfNeeded: service), characteristic, $0.baseAddress, $0.count)
        }
    }
}

extension CBoard: WiFiDriver {
    mutating func startScan(_ options: ScanOptions) -> Bool {
        var plain = gangway_scan_options(options)
        return board.start_scan?(board.context, &plain) ?? false
    }

    mutating func stopScan() { board.stop_scan?(board.context) }

    var accessPointCount: Int { Int(board.access_point_count?(board.context) ?? 0) }

    mutating func accessPoint(at index: Int) -> AccessPoint {
        var point = gangway_access_point()
        board.access_point?(board.context, UInt16(truncatingIfNeeded: index), &point)
        return AccessPoint(point)
    }

    mutating func join(_ credentials: borrowing Credentials) -> Bool {
        var plain = gangway_credentials(credentials)
        defer { wipe(&plain) }
        return board.join?(board.context, &plain) ?? false
    }

    mutating func leave() { board.leave?(board.context) }
}

extension CBoard: CredentialStore {
    mutating func open() -> Bool { board.open_store?(board.context) ?? false }

    mutating func load(_ slot: CredentialSlot) -> Credentials? {
        var plain = gangway_credentials()
        defer { wipe(&plain) }
        let place = slot == .committed ? GANGWAY_COMMITTED : GANGWAY_STAGED
        guard board.load?(board.context, place, &plain) ?? false else { return nil }
        return Credentials(plain)
    }

    mutating func stage(_ credentials: borrowing Credentials, steeredAt address: ControlAddress?) -> Bool {
        var plain = gangway_credentials(credentials)
        defer { wipe(&plain) }
        guard let address else { return board.stage?(board.context, &plain, nil) ?? false }
        var place = gangway_control_address(address)
        return board.stage?(board.context, &plain, &place) ?? false
    }

    mutating func commit() -> Bool { board.commit?(board.context) ?? false }

    mutating func rollBack() -> Bool { board.roll_back?(board.context) ?? false }

    mutating func forget() -> Bool { board.forget?(board.context) ?? false }

    mutating func controlAddress() -> ControlAddress? {
        var place = gangway_control_address()
        guard board.control_address?(board.context, &place) ?? false else { return nil }
        return ControlAddress(place)
    }
}

extension CBoard: DeviceCallbacks {
    mutating func clientConnected(_ client: UInt32) { heard.client_connected?(heard.context, client) }

    mutating func clientLeft(_ client: UInt32) { heard.client_left?(heard.context, client) }

    mutating func credentialsReceived(for ssid: SSID) {
        var name = gangway_ssid(ssid)
        heard.credentials_received?(heard.context, &name)
    }

    mutating func credentialsStored(for ssid: SSID) {
        var name = gangway_ssid(ssid)
        heard.credentials_stored?(heard.context, &name)
    }

    mutating func storingFailed(for ssid: SSID) {
        var name = gangway_ssid(ssid)
        heard.storing_failed?(heard.context, &name)
    }

    mutating func stateChanged(to status: JoinStatus) {
        var plain = gangway_status(status)
        heard.state_changed?(heard.context, &plain)
    }

    mutating func wifiConnected(to ssid: SSID, address: IPv4Address) {
        var name = gangway_ssid(ssid)
        var octets = address.octets
        withUnsafeBytes(of: &octets) { raw in
            heard.wifi_connected?(heard.context, &name, raw.bindMemory(to: UInt8.self).baseAddress)
        }
    }

    mutating func connectionFailed(to ssid: SSID, because reason: JoinFailure) {
        var name = gangway_ssid(ssid)
        heard.connection_failed?(heard.context, &name, gangway_reason(reason))
    }

    mutating func credentialsCleared() { heard.credentials_cleared?(heard.context) }

    mutating func steered(at address: ControlAddress) {
        var place = gangway_control_address(address)
        heard.steered?(heard.context, &place)
    }
}

/// Overwrites credentials that were lent to C; never optimised away.
@inline(never) @_optimize(none)
private func wipe(_ credentials: inout gangway_credentials) {
    withUnsafeMutableBytes(of: &credentials) { raw in
        for index in 0..<raw.count { raw[index] = 0 }
    }
}
