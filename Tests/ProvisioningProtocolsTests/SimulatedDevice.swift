import ProvisioningProtocols

/// A WiFiSet device as a test imagines it: the reference firmware with its habits, or one that keeps to the rules.
struct SimulatedDevice {
    enum Habits {
        /// The ACK goes on Status, a failure is an Error and state 0x04, a new subscription brings a new scan.
        case ours
        /// The ACK is heard by nobody, the scan comes with the connection, a failure is state 0x01 and an Error.
        case reference
    }

    var habits = Habits.ours
    /// The networks in range and their passphrases; the one at hand is joined with the right one.
    var networks: [(ssid: String, passphrase: String)] = [("Barn", "longenough"), ("Annex", "different1")]
    /// A network it is on before anybody comes.
    var current: String?
    /// Whether the link cuts what does not fit instead of the device sending it in pieces.
    var cutsNotifications = false
    /// How long a join takes.
    var joinTime: UInt32 = 3_000
    /// Sends no list by itself.
    var isListMute = false
    /// Never says where it stands.
    var isStatusMute = false
    /// Answers nothing at all to a write.
    var isMute = false

    /// What reading a characteristic gives: the last message sent on it.
    var lastSent: [UInt8: [UInt8]] = [:]
    private(set) var writes: [[UInt8]] = []
    private(set) var stored: String?
    private var wanted: (ssid: String, passphrase: String)?
    private var state = WiFiSet.ConnectionState.notConfigured
    private var sequence: UInt8 = 0
    private var subscribed: Set<UInt8> = []
    private var output: [Output] = []
    private var alarms: [(number: Int, delay: UInt32)] = []
    private var attempt = 100

    init(_ habits: Habits = .ours, on current: String? = nil) {
        self.habits = habits
        self.current = current
        stored = current
        state = current == nil ? .notConfigured : .connected
    }

    /// A message to be sent, and notified where somebody has subscribed.
    struct Output {
        var bytes: [UInt8]
        var characteristic: WiFiSet.Characteristic
        var delay: UInt32
        var isNotified: Bool
    }

    mutating func takeOutput() -> [Output] {
        defer { output = [] }
        return output
    }

    mutating func takeAlarms() -> [(Int, UInt32)] {
        defer { alarms = [] }
        return alarms
    }

    mutating func connected() {
        sequence = 0
        subscribed = []
        alarms.append((1, 10_000))
        if habits == .reference { alarms.append((2, 1_100)) }
        if wanted != nil { alarms.append((attempt, joinTime)) }
    }

    mutating func disconnected() {
        subscribed = []
        output = []
    }

    mutating func subscribed(_ characteristic: UInt8) {
        subscribed.insert(characteristic)
        if habits == .ours, characteristic == WiFiSet.Characteristic.list.rawValue { sendList() }
    }

    mutating func written(_ bytes: [UInt8]) {
        writes.append(bytes)
        guard !isMute else { return }
        guard let frame = try? WiFiSet.Frame(decoding: bytes.span), case .credentialWrite(let write) = frame.message
        else { return answerOther(bytes) }
        wanted = (
            write.ssid.description, String(decoding: bytes[write.passphrase.range], as: UTF8.self)
        )
        if habits == .ours { send(.credentialAck(.stored), on: .status, after: 5) }
        current = habits == .reference ? nil : current
        stored = wanted?.ssid
        state = .connecting
        sendStatus(after: 10)
        attempt += 1
        alarms.append((attempt, joinTime))
    }

    private mutating func answerOther(_ bytes: [UInt8]) {
        if habits == .ours { return sendStatus(after: 5) }
        send(error: .credentialWriteFailed, "Not a Credential Write message", after: 5)
    }

    mutating func wake(_ number: Int) {
        switch number {
        case 1:
            sendStatus()
            alarms.append((1, 10_000))
        case 2:
            sendList()
            sendStatus(after: 400)
        case attempt: finishJoin()
        default: break
        }
    }

    private mutating func finishJoin() {
        guard let wanted else { return }
        self.wanted = nil
        if networks.contains(where: { $0 == wanted }) {
            current = wanted.ssid
            state = .connected
            return sendStatus()
        }
        let isKnown = networks.contains { $0.ssid == wanted.ssid }
        let text = isKnown ? "Connection failed - wrong password or network issue" : "Network not found"
        if habits == .ours {
            send(error: .connectionTimeout, text)
            state = .connectionFailed
            sendStatus(after: 5)
        } else {
            state = .configuredNotConnected
            sendStatus()
            send(error: .connectionTimeout, "Connection failed: " + text, after: 5)
        }
    }

    // MARK: Messages

    mutating func answerReads(with bytes: [UInt8]) { lastSent[WiFiSet.Characteristic.status.rawValue] = bytes }

    mutating func sendList() {
        guard !isListMute else { return }
        send(.listStart, on: .list, after: 20)
        for (index, network) in networks.enumerated() {
            guard let ssid = SSID(network.ssid) else { continue }
            let point = AccessPoint(
                ssid: ssid, security: .wpaPersonal, signal: SignalStrength(rawValue: -40),
                channel: Channel(rawValue: 6))
            send(.networkEntry(point), on: .list, after: 100 + 100 * UInt32(index))
        }
        send(.listEnd(count: UInt8(networks.count)), on: .list, after: 100 + 100 * UInt32(networks.count))
    }

    mutating func sendStatus(after delay: UInt32 = 0) {
        guard !isStatusMute else { return }
        let isConnected = state == .connected
        let report = WiFiSet.StatusReport(
            state: state, signal: SignalStrength(rawValue: isConnected ? -56 : 0),
            address: isConnected ? IPv4Address(192, 168, 1, 100) : .unspecified,
            ssid: stored.flatMap { SSID($0) } ?? SSID())
        send(.statusResponse(report), on: .status, after: delay)
    }

    mutating func send(_ message: WiFiSet.Message, on characteristic: WiFiSet.Characteristic, after delay: UInt32) {
        var buffer = [UInt8](repeating: 0, count: 300)
        var span = buffer.mutableSpan
        guard let count = message.encode(sequence: sequence, into: &span) else { return }
        put(Array(buffer.prefix(count)), characteristic, delay)
    }

    mutating func send(error code: WiFiSet.ErrorCode, _ text: String, after delay: UInt32 = 0) {
        var buffer = [UInt8](repeating: 0, count: 300)
        var span = buffer.mutableSpan
        let text = Array(text.utf8)
        guard let count = WiFiSet.encodeError(code, text: text.span, sequence: sequence, into: &span) else { return }
        put(Array(buffer.prefix(count)), .status, delay)
    }

    private mutating func put(_ bytes: [UInt8], _ characteristic: WiFiSet.Characteristic, _ delay: UInt32) {
        sequence &+= 1
        output.append(
            Output(
                bytes: bytes, characteristic: characteristic, delay: delay,
                isNotified: subscribed.contains(characteristic.rawValue)))
    }
}
