import Glibc
import ProvisioningProtocols

/// Whatever a device says and whenever it says it: the provisioner's end of each protocol never traps, has one operation under
/// way at most, writes messages that can be read, and comes to an end with all that was asked of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    switch input.choice(3) {
    case 0:
        var rig = Rig<WiFiSet.ProvisionerMachine> { bytes in
            (try? WiFiSet.Frame(decoding: bytes.span)).map { Int($0.length) } == bytes.count
        }
        rig.run(&input)
    case 1:
        var rig = Rig<NordicWiFi.ProvisionerMachine> { bytes in
            (try? NordicWiFi.Request(decoding: bytes.span))?.isInitialized == true
        }
        rig.run(&input)
    default:
        var rig = Rig<TopicJSON.ProvisionerMachine> { bytes in
            (try? TopicJSON.CredentialsObject(decoding: bytes.span)) != nil
        }
        rig.run(&input)
    }
    return 0
}

/// A driver without a radio: the fuzzer is the device, the link and the time.
private struct Rig<Machine: ProvisioningMachine & ~Copyable>: ~Copyable {
    private var machine = Machine(timing: ProvisionerTiming())
    private var outbox = Outbox()
    private var now = Instant(milliseconds: 1_000)
    private var operation: ProvisionerAction?
    private var isLinked = false
    /// What was asked for and has not ended.
    private var open: Set<Wish> = []
    private let isMessage: ([UInt8]) -> Bool

    private enum Wish { case list, status, version, forget, join }

    init(_ isMessage: @escaping ([UInt8]) -> Bool) { self.isMessage = isMessage }

    mutating func run(_ input: inout Input) {
        isLinked = true
        perform(machine.opened(maximumLength: input.flag() ? Int(input.number()) : nil, at: now, &outbox))
        while !input.isEmpty { step(&input) }
        // The device has nothing more to say, and no operation succeeds.
        for _ in 0..<1_000 {
            if operation != nil {
                complete(.failed, [])
            } else if let deadline = machine.deadline {
                now = max(now, deadline)
                tick()
            } else {
                guard !open.isEmpty else { return }
                print("never told how that ended: \(open)")
                fflush(nil)
                preconditionFailure()
            }
        }
        preconditionFailure("it never comes to rest")
    }

    private mutating func step(_ input: inout Input) {
        let can = Machine.capabilities
        switch input.choice(12) {
        case 0, 1: complete(.done, input.bytes())
        case 2: complete(input.flag() ? .failed : .refused(input.byte()), [])
        case 3, 4, 5:
            guard isLinked else { return }
            let number = UInt8(input.choice(5))
            let value = input.bytes()
            let secret = Machine.secret(in: value.span, of: number)
            precondition(secret.lowerBound >= 0 && secret.upperBound <= value.count, "a secret beyond the bytes")
            perform(machine.received(value.span, from: number, at: now, &outbox))
        case 6: lose()
        case 7:
            now = now + UInt32(input.byte()) * 128
            if let deadline = machine.deadline, deadline <= now { tick() }
        case 8:
            guard can.listsNetworks else { return }
            open.insert(.list)
            perform(machine.networksRequested(input.scanOptions(can.takesScanOptions), at: now, &outbox))
        case 9: ask(input.choice(4), can)
        default: join(&input)
        }
    }

    private mutating func ask(_ wish: Int, _ can: ProvisioningCapabilities) {
        switch wish {
        case 0 where can.reportsStatus:
            open.insert(.status)
            perform(machine.statusRequested(at: now, &outbox))
        case 1 where can.stopsScan: perform(machine.stopRequested(at: now, &outbox))
        case 2 where can.tellsVersion:
            open.insert(.version)
            perform(machine.versionRequested(at: now, &outbox))
        case 3 where can.forgets:
            open.insert(.forget)
            perform(machine.forgetRequested(at: now, &outbox))
        default: return
        }
    }

    private mutating func join(_ input: inout Input) {
        let security = Security(rawValue: UInt16(input.choice(6)))
        let can = Machine.capabilities
        guard let ssid = SSID(input.bytes(32)), let passphrase = Passphrase(input.bytes(64).span) else { return }
        var credentials = Credentials(ssid: ssid, passphrase: passphrase, security: security)
        let choices = input.byte()
        credentials.isVolatile = can.carriesVolatile && choices & 1 != 0
        if can.choosesAccessPoint, choices & 2 != 0 {
            credentials.bssid = HardwareAddress(UInt64(input.number()))
            credentials.channel = Channel(rawValue: input.byte())
            credentials.band = input.band()
            credentials.wireSecurity = input.flag() ? input.byte() : nil
        }
        var address: ControlAddress?
        if can.carriesControlAddress, let topic = try? TopicName(input.bytes().span) {
            address = ControlAddress(topic: topic, id: DeviceID(high: UInt64(input.byte()), low: UInt64(input.byte())))
        }
        do throws(CredentialFault) { try Machine.check(credentials, steeredAt: address) } catch { return }
        open.insert(.join)
        machine.steer(at: address)
        perform(machine.joinRequested(credentials, at: now, &outbox))
        if choices & 4 != 0 { machine.limitJoin(to: now + UInt32(input.byte()) * 256) }
    }

    private mutating func tick() {
        perform(machine.tick(at: now, &outbox))
        precondition(machine.deadline.map { $0 > now } ?? true, "it waits for what has passed")
    }

    private mutating func lose() {
        guard isLinked || operation == .reconnect else { return }
        isLinked = false
        operation = nil
        perform(machine.linkLost(at: now, &outbox))
        if !machine.isUsable { open = [] }
    }

    private mutating func complete(_ result: OperationResult, _ value: [UInt8]) {
        guard let ended = operation else { return }
        operation = nil
        switch ended {
        case .pair: perform(machine.paired(result, at: now, &outbox))
        case .subscribe(let number), .resubscribe(let number):
            perform(machine.subscribed(number, result, at: now, &outbox))
        case .read(let number) where result == .done:
            perform(machine.readCompleted(value.span, from: number, at: now, &outbox))
        case .read(let number): perform(machine.readFailed(number, at: now, &outbox))
        case .write: perform(machine.writeCompleted(result, at: now, &outbox))
        case .reconnect where result == .done:
            isLinked = true
            perform(machine.opened(maximumLength: value.first.map(Int.init), at: now, &outbox))
        default:
            operation = .reconnect
            lose()
        }
    }

    private mutating func perform(_ first: ProvisionerAction) {
        var action = first
        var count = 0
        while action != .wait {
            count += 1
            precondition(count < 10_000, "it never waits")
            take(action)
            action = machine.next(at: now, &outbox)
        }
        precondition(outbox.count == 0, "a message that nobody is to write")
    }

    private mutating func take(_ action: ProvisionerAction) {
        switch action {
        case .pair, .subscribe, .resubscribe, .read, .write:
            precondition(isLinked && operation == nil, "an operation too many")
            operation = action
        case .reconnect:
            precondition(operation == nil, "an operation too many")
            isLinked = false
            operation = action
        default: read(action)
        }
        guard action == .write else { return }
        precondition(outbox.count == 1, "not one message")
        let message = outbox.withMessage(0) { _, bytes in bytes.indices.map { bytes[$0] } }
        precondition(isMessage(message), "not a message")
        outbox.removeAll()
    }

    /// Reads what an action tells, as whoever waits for it does.
    private mutating func read(_ action: ProvisionerAction) {
        switch action {
        case .networkFound: precondition(machine.network.ssid.count <= SSID.maximumLength)
        case .listEnded:
            open.remove(.list)
            precondition(!machine.list.isComplete || machine.list.end == .ended, "whole without its end")
        case .statusReported, .statusFailed:
            open.remove(.status)
            precondition(action == .statusFailed || machine.status.ssid.count <= SSID.maximumLength)
        case .versionTold:
            open.remove(.version)
            precondition(machine.version != nil, "told and not known")
        case .versionFailed: open.remove(.version)
        case .forgetEnded:
            open.remove(.forget)
            precondition(machine.forgetResult != .forgotten || machine.refusal == nil, "forgotten and refused")
        case .joinProgressed: precondition(open.contains(.join) && machine.progress >= .writing, "of no join")
        case .joinEnded:
            precondition(open.remove(.join) != nil, "an end too many")
            let count = machine.withDeviceText { $0.count }
            precondition(count == 0 || machine.joinResult != .accepted, "a text for no failure")
        case .diagnosed: precondition(machine.diagnostic.characteristic < 8)
        default: break
        }
    }
}

extension Input {
    fileprivate mutating func scanOptions(_ isFree: Bool) -> ScanOptions {
        guard isFree, flag() else { return ScanOptions() }
        return ScanOptions(
            band: band(), isPassive: flag(), period: flag() ? UInt32(number()) : nil,
            groupChannels: flag() ? UInt32(byte()) : nil)
    }

    fileprivate mutating func band() -> Band { [.any, .twoPointFourGHz, .fiveGHz, .sixGHz][choice(4)] }
}
