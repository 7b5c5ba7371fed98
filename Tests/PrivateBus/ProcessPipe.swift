public import Foundation
import Glibc

/// A pipe to or from a process of a test.
///
/// Foundation's `Pipe` can be inherited by another process that is started at the same moment. That one then keeps it
/// open, and who waits for the pipe's end waits for that other process: tests that wait for each other never end.
public struct ProcessPipe: Sendable {
    /// Where it is read.
    public let reading: FileHandle
    /// Where it is written.
    public let writing: FileHandle

    /// A pipe that only the process it is given to inherits.
    public init() throws {
        var numbers: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &numbers) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE)
        }
        reading = FileHandle(fileDescriptor: numbers[0], closeOnDealloc: true)
        writing = FileHandle(fileDescriptor: numbers[1], closeOnDealloc: true)
    }
}
