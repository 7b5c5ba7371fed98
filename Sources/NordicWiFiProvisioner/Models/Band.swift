import ProvisioningProtocols

/// A band of radio frequencies.
public enum Band: Hashable, Sendable {
    /// Any, or one that is neither of the others.
    case any
    /// 2.4 GHz.
    case band24Gh
    /// 5 GHz.
    case band5Gh

    init(_ band: ProvisioningProtocols.Band) {
        switch band {
        case .twoPointFourGHz: self = .band24Gh
        case .fiveGHz: self = .band5Gh
        default: self = .any
        }
    }

    var band: ProvisioningProtocols.Band {
        switch self {
        case .any: .any
        case .band24Gh: .twoPointFourGHz
        case .band5Gh: .fiveGHz
        }
    }
}
