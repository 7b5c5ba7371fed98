import BluetoothLE
import Runtime

/// What one end of a virtual link tells the other.
///
/// One flat shape for all kinds: a number of the request it belongs to, a characteristic by its place in the attribute
/// table, one more number, and bytes. In one process it is handed over as it is; between two it becomes a packet.
struct LinkMessage: Equatable, Sendable {
    /// The kinds, by their number in a packet.
    enum Kind: UInt8, Sendable {
        /// Central: begins the link. `number` is its MTU, `value` its address.
        case connect = 1
        /// Central: asks for the attribute table.
        case services
        /// Central: reads from offset `number` on.
        case read
        /// Central: writes, and waits for the answer.
        case write
        /// Central: writes without an answer.
        case command
        /// Central: subscribes.
        case subscribe
        /// Central: ends a subscription.
        case unsubscribe
        /// Central: pairs.
        case pair
        /// Central: has taken an indication.
        case confirmation
        /// Peripheral: a request is done. `value` is what it gave; after a `connect` `number` is the MTU agreed on.
        case answer
        /// Peripheral: a request failed; `number` is the ATT error.
        case error
        /// Peripheral: will not have the link, or will not pair.
        case refusal
        /// Peripheral: the attribute table, in `table`.
        case table
        /// Peripheral: a notification.
        case notification
        /// Peripheral: an indication, which waits for its confirmation.
        case indication
    }

    var kind: Kind
    /// Which request it is or answers; 0 where none.
    var token: UInt16 = 0
    /// Which characteristic: its place in the table.
    var handle: UInt16 = 0
    /// MTU, offset or error code, by kind.
    var number: UInt16 = 0
    var value: [UInt8] = []
    /// What is written, by `write` and `command`: it may hold a passphrase.
    var written: SecretBytes = []
    var table: [Service] = []

    /// Whether its bytes are ``written``.
    var carriesWritten: Bool { kind == .write || kind == .command }

    /// Whether it may be lost by chance on a bad link: nobody waits for an answer to it.
    var isUnacknowledged: Bool { kind == .notification || kind == .command }

    /// Whether it may come twice or be overtaken on a bad link: it is no question and no answer. An indication is one of these
    /// too, as some stacks send one again that they believe was not confirmed.
    var mayRepeat: Bool { isUnacknowledged || kind == .indication }
}

/// One end's way to the other: memory or a socket.
protocol LinkPath: AnyObject, Sendable {
    /// Sends to the other end. `false` when messages have piled up: wait for ``drained()`` before the next notification.
    func send(_ message: LinkMessage) -> Bool
    /// Sends several, in their order.
    func send(_ messages: [LinkMessage]) -> Bool
    /// Waits until what piled up has gone, the way has ended or the task is cancelled. A way that moves nothing for 30 s
    /// while messages have piled up ends itself.
    func drained() async
    /// Ends the way; the other end still takes what was sent before.
    func close()
}

/// An end of a link, as its way sees it.
protocol LinkReceiver: AnyObject, Sendable {
    func received(_ message: LinkMessage)
    /// The link ended, and not by this end's wish.
    func linkEnded(_ reason: BluetoothError)
}
