/// Runs `body` in a task of its own and waits for it; cancelling the caller's task cancels that one.
///
/// What `body` needs of memory goes with its task. A task keeps what it once needed for as long as it lives, so that one
/// that lives for long, and there may be thousands, does well to have others do what takes many steps.
@inlinable public func inTaskOfItsOwn<Success: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () async throws(Failure) -> Success
) async throws(Failure) -> Success {
    let task = Task { () async -> TaskResult<Success, Failure> in
        do throws(Failure) {
            return TaskResult(.success(try await body()))
        } catch {
            return TaskResult(.failure(error))
        }
    }
    let made = await withTaskCancellationHandler {
        await task.value
    } onCancel: {
        task.cancel()
    }
    return try made.result.get()
}

/// A result by reference: the task that waits for it needs no room for it.
@usableFromInline final class TaskResult<Success: Sendable, Failure: Error>: Sendable {
    @usableFromInline let result: Result<Success, Failure>

    @inlinable init(_ result: Result<Success, Failure>) { self.result = result }
}
