import Provisioning
import ProvisioningProtocols
import Testing

@testable import GangwayCommandLine

@Suite("Why a join failed, in JSON")
struct JoinFailureTests {
    /// The reasons that the library declares, with their names: all there are, also those added later.
    private static func declared() throws -> [(name: String, reason: JoinFailure)] {
        let source = try ProjectPages.text("Sources/ProvisioningProtocols/WiFi/StationState.swift")
        return source.matches(of: /static var (\w+): JoinFailure \{ JoinFailure\(rawValue: (\d+)\) \}/).compactMap {
            guard let number = UInt16($0.2) else { return nil }
            return (String($0.1), JoinFailure(rawValue: number))
        }
    }

    @Test("Every reason that is declared has its name in a join's outcome and in the document")
    func names() throws {
        let document = try ProjectPages.commandLine()
        let declared = try Self.declared()
        #expect(declared.count >= 9)
        for (name, reason) in declared {
            let outcome = JoinDisplay.json(.failed(reason, message: ""), SSID())
            #expect(outcome["reason"] == .string(name))
            #expect(outcome["text"] != .string(""))
            #expect(document.contains("`\(name)`"), "\(name)")
        }
        #expect(JoinDisplay.json(.failed(.unknown(9), message: ""), SSID())["reason"] == .string("unknown(9)"))
    }
}
