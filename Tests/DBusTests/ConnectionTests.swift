import DBus
import PrivateBus
import Runtime
import Testing

@Suite struct ConnectionTests {
    @Test("A connection that gets the descriptor of one that was just closed hears its replies")
    func reusedDescriptor() async throws {
        let daemon = try PrivateBus()
        let names = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var names: Set<String> = []
                    for _ in 0..<500 {
                        let bus = try daemon.connect()
                        names.insert(try await bus.uniqueName())
                        await bus.close()
                    }
                    return names.count
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(names == 4000)
    }
}
