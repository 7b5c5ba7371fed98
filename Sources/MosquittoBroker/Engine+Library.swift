import CMosquitto
import Glibc
import MessageBroker
import Runtime

extension Engine {
    /// The library's client for the next attempt.
    ///
    /// It is kept over connections only where the session is, for then messages under way go on where they stood. One that
    /// holds a message whose time is up is never used again: it would send it.
    func libraryForAttempt() throws(BrokerError) -> LibraryClient {
        if let library, settings.session != .clean, publishing.abandoned.isEmpty { return library }
        let made = try LibraryClient(settings, clientID: clientID)
        library = made
        publishing.abandoned = []
        sendAgain()
        return made
    }

    /// Takes another client id, where it is free to and the connection that is lost had asked for messages in vain.
    ///
    /// A broker that ends the connection over that does so each time. RabbitMQ before 3.12 is one: the queue for a clean session
    /// belongs to the node that the client was connected to, and to nobody after a crash of that node. Until it is back a
    /// subscription of that client id ends the connection, at every other node.
    func renewClientID() {
        guard settings.clientID == nil, settings.session == .clean else { return }
        if subscribing.requests.values.contains(where: \.isForMore) { clientID = BrokerSettings.uniqueClientID() }
    }

    /// Lets go of the socket and of all that was bound to the connection.
    func leaveConnection() {
        if let library {
            // The library closes its socket only by itself, with its client, or for the next one.
            if library.descriptor >= 0 { shutdown(library.descriptor, Int32(SHUT_RDWR)) }
            listeners.deliver(library.sink.messages)
            library.sink.messages = []
            library.sink.events = []
            if settings.session == .clean { self.library = nil }
        }
        connectionEndedForPublishing()
        subscribing.requests = [:]
    }
}
