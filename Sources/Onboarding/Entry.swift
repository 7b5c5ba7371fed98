import BluetoothLE
import DeviceCatalogue
import DeviceDirectory
import Provisioning
import ProvisioningProtocols

/// What the list is to say of a device that was just set up.
struct Entry {
    let device: FoundDevice
    let protocolID: ProtocolID
    let id: DeviceID
    /// Empty for one that is not steered.
    let topic: String
    let ssid: SSID

    /// The entry, for a device that was heard at `time` with `state`.
    func listed(_ state: DeviceState?, at time: WallTime) -> Device {
        let kind = device.kind
        let network = ssid.description
        return Device(
            id: id, name: name, kind: usable(kind?.id), category: usable(kind?.category), topic: topic,
            picture: usable(kind?.picture),
            provisioning: ProvisioningRecord(
                method: protocolID.rawValue, time: time, network: usable(network),
                peripheral: usable(device.id.rawValue)),
            lastSeen: time, state: state)
    }

    /// What the device calls itself, or its kind is called: a name that can be listed.
    private var name: String {
        [device.name, device.kind?.name].compactMap { usable($0) }.first ?? "Device \(id.description.prefix(8))"
    }

    /// `text`, where a directory takes it.
    private func usable(_ text: String?) -> String? {
        guard let text, DeviceRules.fault(inName: text) == nil else { return nil }
        return text
    }
}
