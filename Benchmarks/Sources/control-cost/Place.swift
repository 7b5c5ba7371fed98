import DeviceDirectory
import Glibc
import MessageBroker
import MosquittoBroker
import ProvisioningProtocols

/// Where the broker is, and who vouches for it.
struct Place {
    var port: UInt16
    var authority: String

    /// A connection that is not made yet; with the name of a session that lasts, to that one.
    func broker(_ session: String? = nil) throws(BrokerError) -> MosquittoBroker {
        var settings = BrokerSettings(
            addresses: [BrokerAddress(host: "localhost", port: port)], tls: TLSSettings(authorities: .file(authority)))
        if let session {
            settings.clientID = session
            settings.session = .kept(seconds: 3600)
        }
        return try MosquittoBroker(settings)
    }
}

/// What was not as it has to be for the numbers to mean anything.
struct Unfit: Error {
    let text: String
}

/// The identifier of device `number`, the same as in mosquitto-cost.
func id(_ number: Int) -> DeviceID { DeviceID(high: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, low: UInt64(number)) }

func seconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}
