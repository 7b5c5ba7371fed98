import Foundation
import ProtocolChecks
import ProvisioningProtocols
import Testing

/// The checks that also run as an embedded build, here as tests.
struct CheckTests {
    @Test(
        "Every claim about floor 1 holds", arguments: suites.flatMap { suite in suite.checks.map { Claim(suite, $0) } })
    func claim(_ claim: Claim) {
        #expect(claim.failure == nil, "\(claim)")
    }
}

/// A claim with its suite, as the test runner shows it.
struct Claim: CustomTestStringConvertible, CustomStringConvertible, Sendable {
    private let suite: StaticString
    private let check: Check

    init(_ suite: Suite, _ check: Check) {
        self.suite = suite.name
        self.check = check
    }

    /// What does not hold; `nil` where all does.
    var failure: String? { check.run().map(String.init(describing:)) }

    var description: String { "\(suite): \(check.name)" }
    var testDescription: String { description }
}
