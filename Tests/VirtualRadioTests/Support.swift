import Glibc
import ProvisioningProtocols
import Runtime

/// A directory of its own for one test, removed with it.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/gangway-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(number: errno) }
        path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        if let stream = opendir(path) {
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                unlink(path + "/" + name)
            }
            closedir(stream)
        }
        rmdir(path)
    }

    struct Failure: Error { let number: Int32 }
}

/// A clock whose short timers fire at once, in order, and whose long ones never do: latency without waiting.
final class HastyTime: TimeSource {
    private let clock = SystemTime()

    var now: Instant { clock.now }

    func schedule(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> Timer {
        clock.schedule(at: deadline < now + 1_000 ? now : deadline, action)
    }

    func cancel(_ timer: Timer) { clock.cancel(timer) }
}
