// Listens to a broker as `gangway watch` does, and says on standard output what its heap holds after every state that a device
// reports: a process of its own, in which nothing else happens.
//
//     BrokerListener PORT AUTHORITY
//
// A line: the mode that was reported, how many bytes are in use, and how many messages were not understood.

import CHeap
import DeviceControl
import DeviceDirectory
import Glibc
import MessageBroker
import MosquittoBroker
import ProvisioningProtocols
import Runtime

func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(1, line, line.count)
}

guard CommandLine.arguments.count == 3, let port = UInt16(CommandLine.arguments[1]) else { exit(2) }
do {
    let broker = try MosquittoBroker(
        BrokerSettings(
            addresses: [BrokerAddress(host: "localhost", port: port)],
            tls: TLSSettings(authorities: .file(CommandLine.arguments[2]))))
    let control = DeviceControl(broker: broker, scope: .everything)
    await control.start()
    let changes = await control.changes()
    broker.connect()
    try await control.listen(to: ["home/lamp"], deadline: SystemTime.shared.now + 20_000)
    say("listening")
    while let batch = await changes.next() {
        for change in batch {
            guard let mode = change.status.state?.mode else { continue }
            let misunderstood = await control.misunderstood
            say("\(mode) \(heap_in_use()) \(misunderstood)")
        }
    }
} catch {
    say("failed \(error)")
    exit(1)
}
