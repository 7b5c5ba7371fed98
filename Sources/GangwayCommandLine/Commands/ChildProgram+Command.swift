import ChildPrograms
import Runtime

extension ChildProgram {
    /// Starts the program at `path`, in `folder` where one is named.
    /// - Throws: `machineCannot` where the system does not start one.
    static func start(
        _ path: String, _ arguments: [String], in folder: String = "."
    ) throws(CommandFailure) -> ChildProgram {
        do throws(ChildProgramError) {
            return try ChildProgram(path, arguments, in: folder)
        } catch {
            throw CommandFailure(.machineCannot, "cannotStart", fault: .system, safeText(error.description))
        }
    }

    /// Runs a program to its end. What it wrote, and its exit status.
    static func run(_ path: String, _ arguments: [String]) async throws(CommandFailure) -> (text: String, status: Int32)
    {
        let child = try start(path, arguments)
        var text = ""
        while let line = await child.lines.next() { text += line + "\n" }
        guard let status = child.status else { throw .interrupted }
        return (text, status)
    }
}
