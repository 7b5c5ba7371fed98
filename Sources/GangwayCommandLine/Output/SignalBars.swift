import ProvisioningProtocols

extension SignalStrength {
    /// Four cells that show how strong it is.
    var barText: String {
        let isUnicode = Terminal.showsUnicode
        let steps = isUnicode ? ["▂", "▄", "▆", "█"] : ["#", "#", "#", "#"]
        return steps.enumerated().map { $0.offset < bars ? $0.element : isUnicode ? "·" : "." }.joined()
    }

    /// `▂▄▆·  -58 dBm`, or `###.  -58 dBm` on a terminal that shows ASCII only.
    var text: String { barText + "  " + String(rawValue) + " dBm" }
}

/// Text of a device or an access point as a terminal can show it: nothing in it may steer the terminal.
func safeText(_ text: String) -> String {
    if text.isPrintableASCII { return text }
    return text.unicodeScalars.map { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
            "\\u{" + String(scalar.value, radix: 16) + "}"
        default: String(scalar)
        }
    }.joined()
}
