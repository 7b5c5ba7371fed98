import BluetoothLE
import CSystemd
@testable import DBus
import Glibc
@testable import NetworkManagerStation
import ProvisioningProtocols

/// Whatever types and values a service puts in the place of its own: they are read as they were written, and what BlueZ's and
/// NetworkManager's properties say is taken or left, never trapped on.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    switch input.choice(4) {
    case 0: exchange(input.values(depth: 0))
    case 1: followBlueZ(&input)
    case 2: readAccessPoint(input.properties())
    default: readProfile(&input)
    }
    return 0
}

// MARK: Messages

/// A connection that goes nowhere: messages need one to belong to.
// Unsafe: the fuzzer runs one input after the other, on one thread.
private nonisolated(unsafe) let bus: OpaquePointer? = {
    var ends: (Int32, Int32) = (-1, -1)
    let isPaired = withUnsafeMutablePointer(to: &ends) {
        $0.withMemoryRebound(to: Int32.self, capacity: 2) { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, $0) }
    }
    var bus: OpaquePointer?
    guard isPaired == 0, sd_bus_new(&bus) >= 0, sd_bus_set_fd(bus, ends.0, ends.0) >= 0, sd_bus_start(bus) >= 0 else {
        return nil
    }
    return bus
}()

/// Values that can be written are read back as they were.
private func exchange(_ values: [DBusValue]) {
    var made: OpaquePointer?
    guard sd_bus_message_new_signal(bus, &made, "/a", "a.b", "C") >= 0, let message = made else {
        preconditionFailure("no message")
    }
    defer { sd_bus_message_unref(message) }
    // What is no path, no signature or too deep is refused by the writer.
    guard (try? MessageWriter(message).append(arguments: values)) != nil else { return }
    precondition(sd_bus_message_seal(message, 1, 0) >= 0 && sd_bus_message_rewind(message, 1) >= 0)
    guard let read = try? MessageReader(message).values() else { preconditionFailure("not read again") }
    precondition(read == values, "other values")
}

// MARK: BlueZ

private func followBlueZ(_ input: inout Input) {
    var tree = ObjectTree()
    while !input.isEmpty {
        let path = input.flag() ? "/org/bluez/hci0" : "/org/bluez/hci0/dev_C4_C5_C6_C7_C8_01"
        let members = ["InterfacesAdded", "InterfacesRemoved", "PropertiesChanged"]
        let member = members[input.choice(3)]
        let isFree = input.flag()
        let arguments: [DBusValue]
        if isFree {
            arguments = input.values(depth: 0)
        } else {
            let interface = [BlueZNames.adapter, BlueZNames.device][input.choice(2)]
            let changed = DBusValue.properties(input.properties())
            switch member {
            case "InterfacesAdded":
                arguments = [.objectPath(path), .dictionary([.string(interface): changed], key: "s", value: "a{sv}")]
            case "InterfacesRemoved": arguments = [.objectPath(path), .strings([interface])]
            default: arguments = [.string(interface), changed, .strings([input.name()])]
            }
        }
        let source = member == "PropertiesChanged" ? "Properties" : "ObjectManager"
        _ = tree.apply(
            DBusSignal(
                sender: ":1.1", path: path, interface: "org.freedesktop.DBus." + source, member: member,
                arguments: arguments))
        check(tree)
        if input.choice(4) == 0 { _ = tree.merge(input.properties(), into: BlueZNames.device, of: path) }
    }
}

private func check(_ tree: ObjectTree) {
    guard let adapter = tree.adapter(nil) else { return }
    precondition(tree.adapter("hci0") == adapter || adapter != "/org/bluez/hci0")
    _ = tree.isPowered(adapter)
    for path in tree.devices(of: adapter) {
        _ = tree.flag("Connected", of: path)
        guard let properties = tree.properties(path, BlueZNames.device), let discovery = Discovery(properties) else {
            continue
        }
        precondition(tree.device(discovery.peripheral.rawValue, of: adapter) != nil, "a device that is not found")
        precondition(discovery.offers([]) && (discovery.services.isEmpty || discovery.offers(discovery.services)))
        for data in discovery.serviceData.values {
            guard let state = NordicWiFi.advertised(data.span) else { continue }
            var written = [UInt8](repeating: 0, count: 4)
            var target = written.mutableSpan
            precondition(NordicWiFi.encode(state, into: &target) == 4)
            precondition(NordicWiFi.advertised(written.span) == state, "another state")
        }
    }
}

// MARK: NetworkManager

private func readAccessPoint(_ properties: [String: DBusValue]) {
    guard let facts = AccessPointFacts(properties) else { return }
    let point = facts.accessPoint
    precondition((-100...(-40)).contains(point.signal.rawValue), "a strength that is none")
    precondition(point.channel == .unknown || point.band != .any, "a channel of no band")
    precondition(facts.kind != .open || (properties["Flags"]?.integer ?? 0) & 1 == 0, "open and private")
    var other = facts
    other.bssid = HardwareAddress(1)
    let current = AccessPointFacts.current([facts, facts, other])
    precondition(current.count == (facts == other ? 1 : 2), "listed twice")
    for management in [KeyManagement.open, .owe, .wep, .psk, .sae] {
        guard let adapted = management.adapted(to: facts.kind) else { continue }
        precondition(adapted.fits(facts.kind), "adapted to something else")
    }
}

private func readProfile(_ input: inout Input) {
    let sections = ["connection", "802-11-wireless", "802-11-wireless-security", "user"]
    var entries: [DBusValue: DBusValue] = [:]
    for _ in 0..<input.choice(5) {
        entries[.string(sections[input.choice(4)])] = .properties(input.properties())
    }
    var profile = ProfileSettings(.dictionary(entries, key: "s", value: "a{sv}"))
    _ = (profile.ssid, profile.interface, profile.keyManagement)
    if let mark = profile.mark {
        precondition(ProfileMark(mark.value) == mark, "another mark")
        profile.mark = mark
        precondition(ProfileSettings(profile.value).mark == mark, "another profile")
    }
    profile.connectsByItself.toggle()
    profile.isHidden.toggle()
    let again = ProfileSettings(profile.value)
    precondition(again.connectsByItself == profile.connectsByItself && again.isHidden == profile.isHidden)
    precondition(again.ssid == profile.ssid && again.keyManagement == profile.keyManagement)

    var facts = DeviceFacts()
    facts.hasService = true
    facts.mergeManager(input.properties())
    facts.replaceDevice(input.flag() ? "/a" : nil, input.properties())
    facts.mergeDevice(input.properties())
    _ = (facts.trouble, facts.hasCarrier, facts.activeAccessPoint, facts.interface)
    var link = LinkState(state: facts.state, hasCarrier: facts.hasCarrier)
    while !input.isEmpty {
        if input.flag() { link.changed(carrier: input.flag()) }
        link.changed(
            to: DeviceState(rawValue: Int(input.byte())), because: DeviceStateReason(rawValue: Int(input.byte())))
        if input.choice(8) == 0 { link.refuse() }
        if input.choice(8) == 0 { link.forgetFailure() }
        precondition(link.isUp || link.phase == .down || input.isFailure(link.phase))
    }
}

extension Input {
    fileprivate func isFailure(_ phase: LinkState.Phase) -> Bool { if case .failed = phase { true } else { false } }

    /// A property that one of the services has.
    fileprivate mutating func name() -> String {
        let names = [
            "Address", "Name", "RSSI", "UUIDs", "ServiceData", "Powered", "Connected", "Ssid", "Mode", "LastSeen",
            "HwAddress", "Flags", "WpaFlags", "RsnFlags", "Strength", "Frequency", "ssid", "hidden", "autoconnect",
            "interface-name", "key-mgmt", "data", "State", "Interface", "InterfaceFlags", "WirelessEnabled",
            "ActiveAccessPoint",
        ]
        return names[choice(names.count)]
    }

    fileprivate mutating func properties() -> [String: DBusValue] {
        var values: [String: DBusValue] = [:]
        for _ in 0..<choice(12) {
            let name = name()
            values[name] = flag() ? usual(name) : value(depth: 1)
        }
        return values
    }

    /// A value of the property's own type.
    private mutating func usual(_ name: String) -> DBusValue {
        switch name {
        case "UUIDs": return .strings((0..<choice(3)).map { _ in text() })
        case "ServiceData": return .properties([text(): .bytes(bytes(flag() ? 4 : 27))])
        case "RSSI": return .int16(Int16(Int8(bitPattern: byte())))
        case "Ssid", "ssid": return .bytes(bytes(33))
        case "Flags", "WpaFlags", "RsnFlags", "InterfaceFlags": return .uint32(1 << UInt32(choice(18)))
        case "Frequency":
            return .uint32([0, 2412, 2472, 2484, 5180, 5885, 5935, 5955, 7115][choice(9)] + UInt32(choice(6)))
        case "Mode", "State": return .uint32(UInt32(byte()))
        case "Strength": return .byte(byte())
        case "LastSeen": return .int32(Int32(number()) - 1)
        case "data":
            var entries: [DBusValue: DBusValue] = [:]
            for _ in 0..<choice(5) { entries[.string(text())] = .string(text()) }
            return .dictionary(entries, key: "s", value: "s")
        case "hidden", "autoconnect", "Powered", "Connected", "WirelessEnabled": return .boolean(flag())
        default: return .string(text())
        }
    }

    fileprivate mutating func values(depth: Int) -> [DBusValue] { (0..<choice(5)).map { _ in value(depth: depth) } }

    private mutating func long() -> UInt64 { (0..<4).reduce(0) { number, _ in number << 16 | UInt64(self.number()) } }

    private mutating func text() -> String {
        switch choice(6) {
        case 0: "4fafc201-1fb5-459e-8fcc-c5c9c331914b"
        case 1: "C4:C5:C6:C7:C8:01"
        case 2: ["wpa-psk", "sae", "committed", "candidate", "yes", "18446744073709551615"][choice(6)]
        case 3: ["org.gangway.role", "org.gangway.generation", "org.gangway.volatile"][choice(3)]
        default: String(decoding: bytes(64), as: UTF8.self)
        }
    }

    fileprivate mutating func value(depth: Int) -> DBusValue {
        switch choice(depth < 4 ? 18 : 13) {
        case 0: .byte(byte())
        case 1: .boolean(flag())
        case 2: .int16(Int16(bitPattern: number()))
        case 3: .uint16(number())
        case 4: .int32(Int32(truncatingIfNeeded: long()))
        case 5: .uint32(UInt32(truncatingIfNeeded: long()))
        case 6: .int64(Int64(bitPattern: long()))
        case 7: .uint64(long())
        case 8: .bytes(bytes(64))
        case 9: .string(text())
        case 10: .objectPath("/" + text())
        case 11: .signature(["a{sv}", "ay", "", "x"][choice(4)])
        case 12: .double(Double(long()))
        case 13: .variant(value(depth: depth + 1))
        case 14: .structure([value(depth: depth + 1), value(depth: depth + 1)])
        case 15: .properties([text(): value(depth: depth + 1)])
        case 16: dictionary(of: value(depth: depth + 1))
        default: .array([.string(text()), .string(text())], of: "s")
        }
    }

    private mutating func dictionary(of value: DBusValue) -> DBusValue {
        .dictionary([.string(text()): value], key: "s", value: value.signature)
    }
}
