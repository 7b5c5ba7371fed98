import DefaultControl
import MessageBroker
import ProvisioningProtocols
import Runtime

/// Clients of the devices' account whose client id no device can have, by what mosquitto logs of connections.
///
/// The rules let a client write where its id stands in the topic. mosquitto fits an id of several levels there, and one that is a
/// word of the protocol, so that such a client could write in a device's place without taking that device's connection over. No
/// rule of mosquitto's can keep it out: so it is told, and put out by a connection of its name, as often as it comes.
struct BrokerIntruders {
    /// The account that devices share.
    let account: String

    /// Of how many it is told.
    private static let limit = 64
    private var told: Set<String> = []

    init(account: String) { self.account = account }

    /// What a topic has in the place of an id, or behind it.
    private static let words: Set<String> = ["state", "availability", "signal", "join", "status", "config"]

    /// The client that `line` tells of, which is to be put out, and whether it is news.
    mutating func take(_ line: String) -> (client: String, isNews: Bool)? {
        guard let client = client(line), client.contains("/") || Self.words.contains(client) else { return nil }
        return (client, told.count < Self.limit && told.insert(client).inserted)
    }

    /// `1796052788: New client connected from ::1:52744 as CLIENT (p2, c1, k60, u'ACCOUNT').`
    private func client(_ line: String) -> String? {
        let rest = line.drop { $0.isASCII && $0.isNumber }
        guard rest.hasPrefix(": New client connected from "), line.hasSuffix(", u'\(account)').") else { return nil }
        // An address holds no blank; a client id may hold all that stands around it.
        let words = rest.dropFirst(": New client connected from ".count)
        guard let place = words.firstIndex(of: " ") else { return nil }
        let named = words[place...]
        guard named.hasPrefix(" as "), let end = named.lastIndex(of: "(") else { return nil }
        return String(named[..<end].dropFirst(4).dropLast())
    }

    /// The object that `broker run --json` prints of one.
    static func json(_ client: String) -> JSONObject { ["event": .string("putOut"), "client": .string(client)] }

    /// The same for a person.
    static func sentence(_ client: String) -> String {
        "The client \(safeText(client)) was put out, and is whenever it comes: its client id is no device's, and would let it write "
            + "in another's place."
    }

    /// Takes the connection of `client` over by the file of those who steer, and ends it.
    static func putOut(_ client: String, _ path: String, on time: any TimeSource) async {
        guard let file = try? BrokerFile(path: path),
            var settings = try? await DefaultControl.settings(file, vault: nil)
        else { return }
        settings.clientID = client
        guard let broker = try? DefaultControl.broker(settings) else { return }
        let (events, limit) = (broker.events(), time.now + 5_000)
        broker.connect()
        loop: while case .event(let event) = await events.next(until: limit, on: time) {
            switch event {
            case .state(.connected), .state(.waiting), .state(.closed): break loop
            default: continue
            }
        }
        await broker.close()
    }
}
