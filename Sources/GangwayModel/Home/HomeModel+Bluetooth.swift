import DeviceDirectory
public import Provisioning
public import ProvisioningProtocols

// Listed devices as the radio knows them.
extension HomeModel {
    /// The listed device that the radio calls so; `nil` for none.
    public func device(peripheral: String) -> DeviceModel? {
        access(keyPath: \.devices)
        return byPeripheral[peripheral].flatMap { byID[$0] }
    }

    /// Takes over what the radio calls a device, or that the device is gone.
    func index(_ device: DeviceModel, isListed: Bool = true) {
        guard let peripheral = device.facts.provisioning?.peripheral else { return }
        if isListed {
            byPeripheral[peripheral] = device.id
        } else if byPeripheral[peripheral] == device.id {
            byPeripheral[peripheral] = nil
        }
    }

    /// The device of this name for the radio has forgotten its network.
    func noteForgotten(_ peripheral: String) async {
        guard let facts = device(peripheral: peripheral)?.facts, var record = facts.provisioning else { return }
        note(Sentence("activity.forgot", facts.name), of: facts.id)
        guard record.network != nil else { return }
        record.network = nil
        _ = await enroll(
            Device(id: facts.id, name: facts.name, kind: facts.kind, topic: facts.topic, provisioning: record))
    }
}

extension DeviceModel {
    /// Whether it is steered: it has a topic. One that is not is reached over Bluetooth alone.
    public var isSteered: Bool { !facts.topic.isEmpty }

    /// The protocol that it was set up with; `nil` for one that was added by hand.
    public var protocolID: ProtocolID? { facts.provisioning.map { ProtocolID(rawValue: $0.method) } }

    /// What can be done with it over Bluetooth; `nil` where it is not known how to find it.
    public var capabilities: ProvisioningCapabilities? {
        facts.provisioning?.peripheral == nil ? nil : protocolID?.capabilities
    }

    /// What to say of the network that it was set up for.
    public var networkSentence: Sentence {
        facts.provisioning?.network.map { Sentence("device.onNetwork", $0) } ?? "device.noNetwork"
    }
}
