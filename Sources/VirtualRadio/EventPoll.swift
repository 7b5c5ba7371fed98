import BluetoothLE
import CEventPoll
import Glibc
import Runtime

/// What a descriptor's owner does when it is ready; called on the poll's thread, which it must not block.
protocol PollHandler: AnyObject, Sendable {
    /// `scratch` is the thread's own memory for what is read, valid during the call.
    func ready(isReadable: Bool, isWritable: Bool, scratch: UnsafeMutableRawBufferPointer)
}

/// The process's one thread that waits for descriptors, by epoll.
final class EventPoll: Sendable {
    /// The one of this process; `nil` where the system gave no descriptor or no thread.
    private static let one = EventPoll()

    /// The one of this process.
    static func shared() throws(BluetoothError) -> EventPoll {
        guard let one else { throw BluetoothError(.failed, "no epoll descriptor or thread could be had") }
        return one
    }

    private struct State {
        var handlers: [UInt64: any PollHandler] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Lock(State())
    private let descriptor: Int32

    private init?() {
        descriptor = event_poll_create()
        guard descriptor >= 0 else { return nil }
        // A thread that lives as long as the process: detached, never joined.
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let status = pthread_create(&thread, nil, runPoll, context.toOpaque())
        guard status == 0 else {
            context.release()
            close(descriptor)
            return nil
        }
        pthread_detach(thread)
    }

    /// Watches `descriptor` for reading. The handler is kept until ``remove(_:number:)``.
    func add(_ descriptor: Int32, _ handler: any PollHandler) throws(BluetoothError) -> UInt64 {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.handlers[state.lastNumber] = handler
            return state.lastNumber
        }
        guard event_poll_add(self.descriptor, descriptor, UInt32(EVENT_POLL_READABLE), number) == 0 else {
            let reason = errno
            state.withLock { _ = $0.handlers.removeValue(forKey: number) }
            throw BluetoothError(.failed, "epoll does not take a descriptor: \(systemText(reason))")
        }
        return number
    }

    /// Watches a descriptor for what is named from now on.
    func change(_ descriptor: Int32, number: UInt64, reading: Bool, writing: Bool) {
        let events = (reading ? UInt32(EVENT_POLL_READABLE) : 0) | (writing ? UInt32(EVENT_POLL_WRITABLE) : 0)
        _ = event_poll_change(self.descriptor, descriptor, events, number)
    }

    /// Watches a descriptor no more; call it before closing.
    func remove(_ descriptor: Int32, number: UInt64) {
        _ = event_poll_remove(self.descriptor, descriptor)
        state.withLock { _ = $0.handlers.removeValue(forKey: number) }
    }

    fileprivate func run() {
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        var numbers = [UInt64](repeating: 0, count: 64)
        var events = [UInt32](repeating: 0, count: 64)
        while true {
            let count = event_poll_wait(descriptor, &numbers, &events, 64)
            if count < 0, errno != EINTR { return }
            for index in 0..<max(0, Int(count)) {
                let number = numbers[index]
                let isWritable = events[index] & UInt32(EVENT_POLL_WRITABLE) != 0
                // Everything but writability is seen by reading: data, the end, an error.
                let isReadable = events[index] & ~UInt32(EVENT_POLL_WRITABLE) != 0
                state.withLock { $0.handlers[number] }?
                    .ready(isReadable: isReadable, isWritable: isWritable, scratch: scratch)
            }
        }
    }
}

private func runPoll(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<EventPoll>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
