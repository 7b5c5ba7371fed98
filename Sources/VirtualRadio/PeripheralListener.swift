import BluetoothLE
import CEventPoll
import Glibc
import ProvisioningProtocols
import Runtime

/// The socket at which one peripheral of a directory takes its links.
final class PeripheralListener: PollHandler {
    /// How long a link may wait before its central introduces itself, in milliseconds.
    private static let greetingLimit: UInt32 = 30_000

    private let socket: Lock<PolledSocket>
    private weak let peripheral: VirtualPeripheral?
    private let poll: EventPoll
    private let time: any TimeSource

    init(_ descriptor: Int32, peripheral: VirtualPeripheral, poll: EventPoll, time: any TimeSource) {
        socket = Lock(PolledSocket(descriptor, poll: poll))
        self.peripheral = peripheral
        self.poll = poll
        self.time = time
    }

    func start() throws(BluetoothError) {
        do throws(BluetoothError) {
            try socket.withLock { socket throws(BluetoothError) in try socket.register(self) }
        } catch {
            stop()
            throw error
        }
    }

    func stop() { socket.withLock { _ = $0.close() } }

    func ready(isReadable: Bool, isWritable: Bool, scratch: UnsafeMutableRawBufferPointer) {
        while let descriptor = take() { begin(descriptor) }
    }

    private func take() -> Int32? {
        socket.withLock { socket -> Int32? in
            switch socket.perform(passingOver: ECONNABORTED, { event_poll_accept($0) }) {
            case .done(let descriptor): return descriptor
            case .notNow: return nil
            case .failed:
                // No descriptor is free: look again in a moment, instead of being told at once and again.
                socket.watch(reading: false, writing: false)
                _ = time.schedule(at: time.now + 100) { [weak self] in self?.lookAgain() }
                return nil
            }
        }
    }

    private func lookAgain() { socket.withLock { $0.watch(reading: true, writing: false) } }

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
