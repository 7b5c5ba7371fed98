import ProvisioningProtocols

/// Scheduled actions in the order of their deadlines; equal ones in the order they were made.
struct TimerHeap {
    private struct Entry {
        let timer: Timer
        let action: @Sendable () -> Void
    }

    private var heap: [Entry] = []
    /// Those that are wanted; the others in the heap were cancelled, and are dropped when they come first or are too many.
    private var live: Set<UInt64> = []
    private var lastNumber: UInt64 = 0

    mutating func insert(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> Timer {
        lastNumber += 1
        let timer = Timer(number: lastNumber, deadline: deadline)
        live.insert(timer.number)
        heap.append(Entry(timer: timer, action: action))
        rise(from: heap.count - 1)
        return timer
    }

    mutating func cancel(_ timer: Timer) {
        guard live.remove(timer.number) != nil else { return }
        let cancelled = heap.count - live.count
        if cancelled > 64, cancelled * 2 > heap.count { purge() }
    }

    /// The earliest deadline that is still wanted.
    mutating func nextDeadline() -> Instant? {
        dropCancelled()
        return heap.first?.timer.deadline
    }

    /// How many timers are still wanted.
    var count: Int { live.count }

    /// Takes the first action that is due at `now`.
    mutating func takeDue(at now: Instant) -> (@Sendable () -> Void)? {
        dropCancelled()
        guard let first = heap.first, first.timer.deadline <= now else { return nil }
        live.remove(first.timer.number)
        removeFirst()
        return first.action
    }

    private mutating func dropCancelled() {
        while let first = heap.first, !live.contains(first.timer.number) { removeFirst() }
    }

    private mutating func purge() {
        heap.removeAll { !live.contains($0.timer.number) }
        heap.sort { Self.precedes($0, $1) }  // a sorted array is a heap
    }

    private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
        (left.timer.deadline, left.timer.number) < (right.timer.deadline, right.timer.number)
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink(from: 0)
    }

    private mutating func rise(from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard Self.precedes(heap[child], heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func sink(from start: Int) {
        var parent = start
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if Self.precedes(heap[child], heap[least]) { least = child }
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
