import CGangwayDevice
import ProvisioningProtocols

// The same facts in the types of both.

extension gangway_ssid {
    init(_ name: SSID) {
        self.init()
        let bytes = name.bytes
        _ = gangway_ssid_set(&self, bytes, bytes.count)
    }

    var name: [UInt8] { withUnsafeBytes(of: bytes) { Array($0.prefix(Int(length))) } }
}

extension gangway_status {
    init(_ status: JoinStatus) {
        self.init()
        ssid = gangway_ssid(status.ssid)
        has_signal = status.signal != nil
        signal = status.signal?.rawValue ?? 0
        is_provisioned = status.isProvisioned
        switch status.state {
        case .notConfigured: state = GANGWAY_NOT_CONFIGURED
        case .disconnected: state = GANGWAY_DISCONNECTED
        case .associating: state = GANGWAY_ASSOCIATING
        case .authenticating: state = GANGWAY_AUTHENTICATING
        case .obtainingAddress: state = GANGWAY_OBTAINING_ADDRESS
        case .connected(let octets):
            state = GANGWAY_CONNECTED
            address = octets.octets
        case .failed(let failure):
            state = GANGWAY_FAILED
            reason = gangway_reason(UInt32(failure.rawValue))
        }
    }
}

extension gangway_access_point {
    init(_ point: AccessPoint) {
        self.init()
        ssid = gangway_ssid(point.ssid)
        security = point.security.rawValue
        signal = point.signal.rawValue
        channel = point.channel.rawValue
    }
}

extension gangway_credentials {
    init(_ credentials: borrowing Credentials) {
        self.init()
        ssid = gangway_ssid(credentials.ssid)
        security = credentials.security.rawValue
        is_hidden = credentials.isHidden
        is_volatile = credentials.isVolatile
        passphrase_length = UInt8(credentials.passphrase.count)
        credentials.passphrase.withBytes { bytes in
            withUnsafeMutableBytes(of: &passphrase) { target in
                for index in bytes.indices { target[index] = bytes[index] }
            }
        }
    }

    var phrase: [UInt8] { withUnsafeBytes(of: passphrase) { Array($0.prefix(Int(passphrase_length))) } }
}

/// What a step comes to, in numbers that both can be compared by.
struct PlainStep: Equatable {
    var action: UInt32
    var report: UInt32
    var reason: UInt32 = 0
    var name: [UInt8] = []

    init(_ step: gangway_step) {
        (action, report, reason) = (step.action.rawValue, step.report.rawValue, step.reason.rawValue)
        name = step.ssid.name
    }

    init(_ step: JoinCoordinator.Step) {
        action = UInt32(step.action.rawValue)
        switch step.report {
        case .nothing: report = 0
        case .status: report = 1
        case .stored(let ssid): (report, name) = (2, ssid.bytes)
        case .notStored(let ssid): (report, name) = (3, ssid.bytes)
        case .failed(let failure): (report, reason) = (4, UInt32(failure.rawValue))
        case .cleared: report = 5
        case .notCleared: report = 6
        }
    }

    /// The same for C.
    var step: gangway_step {
        var step = gangway_step()
        step.action = gangway_join_action(action)
        step.report = gangway_report(report)
        step.reason = gangway_reason(reason)
        _ = gangway_ssid_set(&step.ssid, name, name.count)
        return step
    }
}

extension DeviceAction {
    /// The number that the C header has for it.
    var number: UInt32 {
        switch self {
        case .none: 0
        case .scan: 1
        case .join: 2
        case .refuse(let code): 0x100 | UInt32(code)
        case .stopScan, .forget: 0xFFFF  // WiFiSet never says so
        }
    }
}

extension gangway_outbox {
    var messages: [[UInt8]] {
        var copy = self
        return (0..<copy.count).map { index in
            var (count, characteristic) = (0, UInt8(0))
            let bytes = gangway_outbox_message(&copy, index, &count, &characteristic)
            return [characteristic] + Array(UnsafeBufferPointer(start: bytes, count: count))
        }
    }
}

extension Outbox {
    var messages: [[UInt8]] {
        mutating get {
            (0..<count).map {
                withMessage($0) { characteristic, bytes in [characteristic] + bytes.indices.map { bytes[$0] } }
            }
        }
    }
}
