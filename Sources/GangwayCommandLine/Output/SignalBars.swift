import ProvisioningProtocols

extension SignalStrength {
    /// Four cells that show how strong it is.
    var barText: String {
        let steps = ["▂", "▄", "▆", "█"]
        return steps.enumerated().map { $0.offset < bars ? $0.element : "·" }.joined()
    }

    /// `▂▄▆·  -58 dBm`.
    var text: String { barText + "  " + String(rawValue) + " dBm" }
}

/// Text of a device or an access point as a terminal can show it: nothing in it may steer the terminal.
func safeText(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
            "\\u{" + String(scalar.value, radix: 16) + "}"
        default: String(scalar)
        }
    }.joined()
}
