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
        let made = try LibraryClient(settings)
        library = made
        publishing.abandoned = []
        sendAgain()
        return made
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
