// gangway-bridge PORT [RADIO]: makes a device on a serial port a Bluetooth peripheral of this machine's radio.
import BluetoothLE
import DefaultPlatform
import Glibc
import Runtime
import VirtualRadio

private func say(_ text: String, to descriptor: Int32 = 1) {
    let line = Array((text + "\n").utf8)
    _ = write(descriptor, line, line.count)
}

let arguments = CommandLine.arguments.dropFirst()
guard (1...2).contains(arguments.count), let port = arguments.first, !port.hasPrefix("-"),
    let choice = RadioChoice(arguments.count == 2 ? arguments.last ?? "" : "bluez")
else {
    say(
        """
        usage: gangway-bridge PORT [RADIO]
        Makes the device on the serial port PORT, a terminal or a socket, a Bluetooth peripheral of RADIO: bluez[:hci0], which is
        the default, or virtual[:DIRECTORY]. Docs/Firmware.md tells more.
        """, to: 2)
    exit(2)
}

do throws(BluetoothError) {
    let bridge = SerialBridge(path: port, host: try DefaultPlatform.peripheralHost(choice))
    let telling = Task {
        await bridge.events.forEach { event in
            switch event {
            case .onAir(let name): say("On the air as \(name).")
            case .offAir: say("Off the air.")
            case .connected(let central): say("\(central) has connected.")
            case .left(let central): say("\(central) has left.")
            case .happened(let text): say("The device: \(text).")
            case .radioFailed(let error): say("The radio failed: \(error.code.rawValue) \(error.detail)", to: 2)
            }
        }
    }
    do throws(BluetoothError) { try await bridge.run() } catch {
        await telling.value
        throw error
    }
} catch {
    say("gangway-bridge: \(error.code.rawValue): \(error.detail)", to: 2)
    exit(1)
}
