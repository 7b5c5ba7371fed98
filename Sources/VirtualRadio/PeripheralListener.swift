import BluetoothLE
import CEventPoll
import Glibc
import ProvisioningProtocols
import Runtime

/// The socket at which one peripheral of a directory takes its links.
final class PeripheralListener: PollHandler {
    /// How long a link may wait before its central introduces itself, in milliseconds.
    private static let greetingLimit: UInt32 = 30_000

    private struct State {
        /// -1 once stopped.
        var descriptor: Int32
        var number: UInt64 = 0
    }

    private let state: Lock<State>
    private weak let peripheral: VirtualPeripheral?
    private let poll: EventPoll
    private let time: any TimeSource

    init(_ descriptor: Int32, peripheral: VirtualPeripheral, poll: EventPoll, time: any TimeSource) {
        state = Lock(State(descriptor: descriptor))
        self.peripheral = peripheral
        self.poll = poll
        self.time = time
    }

    func start() throws(BluetoothError) {
        let descriptor = state.withLock { $0.descriptor }
        do {
            let number = try poll.add(descriptor, self)
            state.withLock { $0.number = number }
        } catch {
            close(descriptor)
            throw error
        }
    }

    func stop() {
        state.withLock { state in
            guard state.descriptor >= 0 else { return }
            poll.remove(state.descriptor, number: state.number)
            close(state.descriptor)
            state.descriptor = -1
        }
    }

    func ready(isReadable: Bool, isWritable: Bool, scratch: UnsafeMutableRawBufferPointer) {
        while let descriptor = take() { begin(descriptor) }
    }

    private func take() -> Int32? {
        state.withLock { state -> Int32? in
            guard state.descriptor >= 0 else { return nil }
            while true {
                let descriptor = event_poll_accept(state.descriptor)
                if descriptor >= 0 { return descriptor }
                switch errno {
                case EINTR, ECONNABORTED: continue
                case EAGAIN: return nil
                default:
                    // No descriptor is free: look again in a moment, instead of being told at once and again.
                    poll.change(state.descriptor, number: state.number, reading: false, writing: false)
                    _ = time.schedule(at: time.now + 100) { [weak self] in self?.lookAgain() }
                    return nil
                }
            }
        }
    }

    private func lookAgain() {
        state.withLock { state in
            guard state.descriptor >= 0 else { return }
            poll.change(state.descriptor, number: state.number, reading: true, writing: false)
        }
    }

    private func begin(_ descriptor: Int32) {
        guard let peripheral, let link = peripheral.accept() else {
            close(descriptor)
            return
        }
        let socket = PacketSocket(descriptor, channel: link.channel, poll: poll, time: time)
        link.channel.attach(socket, to: link)
        let reason = BluetoothError(.timedOut, "the central did not introduce itself")
        link.limit(time.schedule(at: time.now + Self.greetingLimit) { [weak link] in link?.linkEnded(reason) })
        do { try socket.start() } catch { link.linkEnded(error) }
    }
}
