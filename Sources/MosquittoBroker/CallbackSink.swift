import CMosquitto
import MessageBroker

/// What the library tells, messages apart.
enum LibraryEvent {
    /// The broker's answer to the request to connect.
    case answered(Answer)
    /// A message was written (QoS 0) or taken by the broker; 0x80 and above is a refusal (MQTT 5 §2.4).
    case published(identifier: Int32, reason: Int32)
    /// The answer to a subscription, one number a filter; 0x80 and above is a refusal.
    case subscribed(identifier: Int32, granted: [Int32])
    /// The answer to the end of a subscription.
    case unsubscribed(identifier: Int32)

    /// The broker's answer to the request to connect.
    struct Answer {
        /// 0 for consent.
        var reason: Int32
        /// Whether the session was there.
        var isSessionPresent: Bool
        /// How many messages the broker takes without having answered; `nil` where it does not say.
        var receiveMaximum: UInt16?
    }
}

/// Where the library's callbacks put what they are told, until the engine takes it. Only the engine's thread touches it:
/// the library calls back during calls to it, and from no thread of its own, since it is given none.
final class CallbackSink {
    /// What arrived.
    var messages: [Message] = []
    /// What else happened, in its order.
    var events: [LibraryEvent] = []
    /// With which number the broker said good-bye, where it did (MQTT 5 §3.14).
    var goodbye: Int32?
    /// What the library noted of TLS errors.
    var tlsNotes: [String] = []

    private static func of(_ context: UnsafeMutableRawPointer?) -> CallbackSink? {
        context.map { Unmanaged<CallbackSink>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Has `client` call back here. The sink has to outlive the client.
    func attach(to client: OpaquePointer) {
        mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
        mosquitto_connect_v5_callback_set(client) { _, context, reason, flags, properties in
            CallbackSink.of(context)?.answered(reason, flags, properties)
        }
        mosquitto_disconnect_v5_callback_set(client) { _, context, reason, _ in
            // Below 0x80 are the library's own numbers, which its calls return as well.
            if reason >= 0x80 { CallbackSink.of(context)?.goodbye = reason }
        }
        mosquitto_publish_v5_callback_set(client) { _, context, identifier, reason, _ in
            CallbackSink.of(context)?.events.append(.published(identifier: identifier, reason: reason))
        }
        mosquitto_subscribe_v5_callback_set(client) { _, context, identifier, count, granted, _ in
            let granted = Array(UnsafeBufferPointer(start: granted, count: Int(max(0, count))))
            CallbackSink.of(context)?.events.append(.subscribed(identifier: identifier, granted: granted))
        }
        mosquitto_unsubscribe_v5_callback_set(client) { _, context, identifier, _ in
            CallbackSink.of(context)?.events.append(.unsubscribed(identifier: identifier))
        }
        mosquitto_message_callback_set(client) { _, context, message in
            if let message { CallbackSink.of(context)?.arrived(message.pointee) }
        }
        listenToLog(of: client, true)
    }

    /// Takes notes of TLS errors, or no more: while it does, the library writes a line for every packet.
    func listenToLog(of client: OpaquePointer, _ isListening: Bool) {
        guard isListening else { return mosquitto_log_callback_set(client, nil) }
        mosquitto_log_callback_set(client) { _, context, _, text in
            guard let text, let sink = CallbackSink.of(context) else { return }
            let line = String(cString: text)
            if line.hasPrefix("OpenSSL Error"), sink.tlsNotes.count < 8 { sink.tlsNotes.append(line) }
        }
    }

    private func answered(_ reason: Int32, _ flags: Int32, _ properties: OpaquePointer?) {
        var maximum: UInt16 = 0
        let found = mosquitto_property_read_int16(
            properties, Int32(MQTT_PROP_RECEIVE_MAXIMUM.rawValue), &maximum, false)
        events.append(
            .answered(
                LibraryEvent.Answer(
                    reason: reason, isSessionPresent: flags & 1 != 0, receiveMaximum: found == nil ? nil : maximum)))
    }

    private func arrived(_ message: mosquitto_message) {
        guard let start = message.topic, let topic = String(validatingCString: start),
            let quality = QualityOfService(rawValue: UInt8(truncatingIfNeeded: message.qos))
        else { return }  // the library lets neither through
        let body = [UInt8](UnsafeRawBufferPointer(start: message.payload, count: Int(max(0, message.payloadlen))))
        messages.append(
            Message(topic: topic, body: body, qualityOfService: quality, isRetained: message.retain))
    }
}
