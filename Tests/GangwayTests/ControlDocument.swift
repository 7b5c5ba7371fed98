import DefaultControl
import DeviceCatalogue
import DeviceControl
import DeviceDirectory
import ProvisioningProtocols
import MessageBroker

@testable import GangwayCommandLine

/// One of each object that the commands print that list and steer devices.
enum ControlDocument {
    static let objects: [(String, JSONObject)] = {
        let device = Device(id: .random(), name: "Lamp", topic: "home/lamp")
        let (state, fault) = (DeviceState(isOn: true), DirectoryError.notFound(device.id))
        let change = DeviceChange(
            id: device.id, topic: "home/lamp", subject: .state, status: DeviceStatus(state: state), isLive: true)
        let inAnothersName = MisunderstoodMessage(topic: "home/lamp", length: 1, otherDevice: device.id)
        let address = BrokerAddress(host: "home.example", port: 8883)
        let serving = BrokerRunCommand.Serving(
            folder: BrokerFolder(path: "/", port: 1, account: nil), own: [address], others: [], isUsed: false)
        return ["listed", "added", "changed", "removed"].map { ("devices", device.json($0, nil)) } + [
            ("devices", DevicesCommand.json(categories: [])), ("devices", DevicesCommand.json(exported: 1, to: "")),
            ("devices", ControlContext.json(namesake: "", of: device)), ("devices", MergeSummary().json),
            ("devices", DevicesCommand.json(shown: device, nil, [])),
            ("set", SetCommand.json(device, state, DeviceModes(device, DeviceCatalogue()), isKept: true)),
            ("set", SetCommand.json(notKept: fault, device)), ("set", device.json("listed", nil)),
            ("watch", BrokerState.idle.json), ("watch", change.json(device, nil)),
            ("watch", WatchDisplay.json(inAnothersName, of: device.id)),
            ("join", PassphraseMemory.json(SSID())),
            ("broker", BrokerUseCommand.json(BrokerFile(addresses: [address]), ControlHome(path: "/"))),
            ("broker", BrokerStep(address: address, kind: .name, text: "").json),
            ("broker", serving.json), ("broker", BrokerRunCommand.json((code: "rulesRenewed", text: ""))),
            ("broker", BrokerRefusals.Refusal(client: "a", topic: "b").json), ("broker", BrokerIntruders.json("a")),
        ]
    }()
}
