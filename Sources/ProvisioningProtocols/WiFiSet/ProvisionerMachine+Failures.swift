extension WiFiSet.ProvisionerMachine {
    /// An error message came by notification, or, while an outcome is looked for, because Status was read.
    /// Its text is in `errorText`.
    mutating func takeError(_ code: WiFiSet.ErrorCode, from characteristic: UInt8, at now: Instant) {
        // Before the link has answered the write under way, nothing can be its answer.
        let mayAnswer = join.writes > 0 && link.operation != .writeCredentials
        switch code {
        case .scanFailed:
            takeScanFailure(at: now)
            notices.diagnose(.deviceError, characteristic, UInt16(code.rawValue))
        case .connectionTimeout:
            let reason = Self.reason(errorText.bytes.span.extracting(first: errorText.count))
            learn(reason)
            // It names no network, and is of the other one where that took the place of this join's.
            guard join.isTaken, join.replacedDue == nil else {
                return notices.diagnose(.deviceError, characteristic, UInt16(code.rawValue))
            }
            keepText()
            join.hasFailureError = true
            fail(reason, at: now)
        case .storageError where mayAnswer:
            keepText()
            endJoin(.failed(.storageFailed))
        case .credentialWriteFailed, .invalidMessageFormat, .unknownMessageType:
            // Firmware in the field answers a Status Request so.
            if mayAnswer, !asking.isRequestOpen, code != .unknownMessageType, !join.isAccepted {
                keepText()
                endJoin(.failed(.credentialsRefused))
            } else {
                asking.isRequestOpen = false
                notices.diagnose(.deviceError, characteristic, UInt16(code.rawValue))
            }
        default: notices.diagnose(.deviceError, characteristic, UInt16(code.rawValue))
        }
    }

    private mutating func keepText() {
        join.text = errorText.bytes
        join.textCount = errorText.count
    }

    /// The reason that a text of the reference firmware stands for, or one of this package's own device, also behind other
    /// words; none for any other text.
    static func reason(_ text: borrowing Span<UInt8>) -> JoinFailure {
        if ends(text, with: "Connection failed - wrong password or network issue") { return .wrongPassphrase }
        if ends(text, with: "Network not found") { return .networkNotFound }
        if ends(text, with: "Connection timeout") { return .timeOut }
        if ends(text, with: "No address obtained") { return .noAddress }
        if ends(text, with: "Security not supported") { return .unsupportedSecurity }
        if ends(text, with: "Device fault") { return .deviceFault }
        return .unspecified
    }

    private static func ends(_ text: borrowing Span<UInt8>, with ending: StaticString) -> Bool {
        ending.withUTF8Buffer { ending in
            let start = text.count - ending.count
            guard start >= 0 else { return false }
            for index in 0..<ending.count where text[start + index] != ending[index] { return false }
            return true
        }
    }
}
