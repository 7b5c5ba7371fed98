import Glibc

/// Why `scripts/sanitize` has a suppression: a correct program, with nothing of the project in it, that the thread sanitizer
/// reports where a continuation is resumed before its task waits (`early`), and does not report otherwise (`late`).
///
/// The runtime tells the sanitizer that a resume is before what follows it only by way of the executor. A task that finds
/// its continuation resumed already goes on without one; the runtime's own atomics order the two, but in a library that the
/// sanitizer does not see into.
@main struct EarlyResume {
    private final class Waiting: Sendable {
        let continuation: UnsafeContinuation<Int, Never>
        let isEarly: Bool

        init(_ continuation: UnsafeContinuation<Int, Never>, _ isEarly: Bool) {
            self.continuation = continuation
            self.isEarly = isEarly
        }
    }

    /// Waits once, for a thread that resumes it. Only pauses order the two: anything else would be seen by the sanitizer.
    @inline(never) private static func wait(_ isEarly: Bool) async -> Int {
        await withUnsafeContinuation { continuation in
            var thread = pthread_t()
            let waiting = Unmanaged.passRetained(Waiting(continuation, isEarly))
            pthread_create(
                &thread, nil,
                { argument in
                    guard let argument else { return nil }
                    let waiting = Unmanaged<Waiting>.fromOpaque(argument).takeRetainedValue()
                    if !waiting.isEarly { usleep(20_000) }
                    waiting.continuation.resume(returning: 1)
                    return nil
                }, waiting.toOpaque())
            pthread_detach(thread)
            if isEarly { usleep(20_000) }
        }
    }

    static func main() async {
        let isEarly = CommandLine.arguments.last == "early"
        let count = await Task.detached {
            var count = 0
            for _ in 0..<20 { count += await wait(isEarly) }
            return count
        }.value
        exit(count == 20 ? 0 : 1)
    }
}
