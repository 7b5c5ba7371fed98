public import ProvisioningProtocols

/// Through which part of a network a device is to join it, where its protocol carries that.
public enum Particular: Hashable, Sendable {
    /// The device's choice.
    case any
    /// This access point, on its channel.
    case accessPoint(AccessPointEntry)
    /// Any in this band.
    case band(Band)
    /// Any on this channel.
    case channel(Channel)
}

extension Particular {
    /// What to call it in `language`.
    public func title(in language: Language) -> String {
        switch self {
        case .any: return Sentence("credentials.particular.any").text(language)
        case .band(let band):
            let name = band == .twoPointFourGHz ? "2.4" : band == .fiveGHz ? "5" : "6"
            return Sentence("credentials.band", name).text(language)
        case .channel(let channel): return Self.title(channel, language)
        case .accessPoint(let entry):
            let parts = [
                entry.point.bssid.map { "\($0)" }, Self.title(entry.point.channel, language), "\(entry.point.signal)",
            ]
            return parts.compactMap { $0 }.joined(separator: ", ")
        }
    }

    private static func title(_ channel: Channel, _ language: Language) -> String {
        Sentence("credentials.channel", "\(channel.rawValue)").text(language)
    }
}

extension NetworkChoice {
    /// What there is to choose of the network: any of it, a band, an access point.
    public var particulars: [Particular] {
        var all: [Particular] = [.any]
        for entry in accessPoints where entry.point.band != .any && !all.contains(.band(entry.point.band)) {
            all.append(.band(entry.point.band))
        }
        return all + accessPoints.map { .accessPoint($0) }
    }
}
