/// What a provisioning machine has to tell its caller, in the order it is told.
struct ProvisionerNotices: Sendable {
    private var diagnostics = InlineArray<4, ProvisioningDiagnostic>(
        repeating: ProvisioningDiagnostic(.duplicate, characteristic: 0, value: 0))
    private var diagnosticCount = 0
    /// The oddity that was told last.
    private(set) var diagnostic = ProvisioningDiagnostic(.duplicate, characteristic: 0, value: 0)
    var versionTold = false
    var versionFailed = false
    var listRestarted = false
    var networkFound = false
    var listEnded = false
    var statusReported = false
    var statusFailed = false
    var joinProgressed = false
    var joinEnded = false
    var forgetEnded = false

    /// Keeps an oddity to be told; one too many within the same event is let go.
    mutating func diagnose(_ kind: ProvisioningDiagnostic.Kind, _ characteristic: UInt8, _ value: UInt16) {
        guard diagnosticCount < 4 else { return }
        diagnostics[diagnosticCount] = ProvisioningDiagnostic(kind, characteristic: characteristic, value: value)
        diagnosticCount += 1
    }

    /// The next thing to tell; `nil` where there is none.
    mutating func take() -> ProvisionerAction? {
        if diagnosticCount > 0 {
            diagnostic = diagnostics[0]
            diagnosticCount -= 1
            for index in 0..<diagnosticCount { diagnostics[index] = diagnostics[index + 1] }
            return .diagnosed
        }
        if Self.take(&versionTold) { return .versionTold }
        if Self.take(&versionFailed) { return .versionFailed }
        if Self.take(&listRestarted) { return .listRestarted }
        if Self.take(&networkFound) { return .networkFound }
        if Self.take(&listEnded) { return .listEnded }
        if Self.take(&statusReported) { return .statusReported }
        if Self.take(&statusFailed) { return .statusFailed }
        if Self.take(&joinProgressed) { return .joinProgressed }
        if Self.take(&joinEnded) { return .joinEnded }
        if Self.take(&forgetEnded) { return .forgetEnded }
        return nil
    }

    private static func take(_ flag: inout Bool) -> Bool {
        defer { flag = false }
        return flag
    }
}
