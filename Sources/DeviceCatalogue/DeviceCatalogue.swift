/// The kinds of devices that a person may have: what `devices.json` says.
public struct DeviceCatalogue: Hashable, Sendable {
    /// The kinds, in the catalogue's order.
    public let kinds: [DeviceKind]

    /// A catalogue of `kinds`. Where two have one id, or recognise a device equally well, the first counts.
    public init(_ kinds: [DeviceKind] = []) { self.kinds = kinds }

    /// The kind that calls itself `id`; `nil` where there is none.
    public func kind(_ id: String) -> DeviceKind? { kinds.first { $0.id == id } }

    /// The kind of a device that advertises `name`: the one that says exactly this name, otherwise the one with the longest
    /// beginning of it; `nil` where there is none. Letter case counts.
    public func kind(advertising name: String) -> DeviceKind? {
        var best: (kind: DeviceKind, length: Int)?
        for kind in kinds {
            switch kind.advertised {
            case .exactly(name): return kind
            case .exactly: continue
            case .beginning(let beginning):
                let length = beginning.utf8.count
                if name.utf8.starts(with: beginning.utf8), length > best?.length ?? -1 { best = (kind, length) }
            }
        }
        return best?.kind
    }
}
