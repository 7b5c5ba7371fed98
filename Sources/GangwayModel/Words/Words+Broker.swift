// Why the broker cannot be reached, and behind each what to do next: by the codes of the parts below.

extension Words {
    static let broker: [Entry] = [
        Entry("broker.notSetUp", "No broker is set up.", "Es ist kein Broker eingerichtet."),
        Entry("broker.notSetUp.next", "Name one in the settings.", "Ihn in den Einstellungen nennen."),
        Entry(
            "broker.invalidSettings", "The broker's settings cannot be used.",
            "Die Einstellungen des Brokers sind unbrauchbar."),
        Entry("broker.invalidSettings.next", "Correct them.", "Sie berichtigen."),
        Entry("broker.hostNotFound", "The broker's host is not known.", "Den Host des Brokers kennt niemand."),
        Entry(
            "broker.hostNotFound.next", "Look at its spelling, and whether this machine is on its network.",
            "Die Schreibweise prüfen und ob dieser Rechner im Netz ist."),
        Entry(
            "broker.connectionRefused", "The host is there, but no broker listens.",
            "Der Host ist da, aber kein Broker hört zu."),
        Entry(
            "broker.connectionRefused.next", "Start the broker, or correct the port.",
            "Den Broker starten oder den Port berichtigen."),
        Entry(
            "broker.unreachable", "The broker cannot be reached from here.", "Der Broker ist von hier nicht erreichbar."
        ),
        Entry(
            "broker.unreachable.next", "See whether this machine is on its network.",
            "Nachsehen, ob dieser Rechner im Netz ist."),
        Entry("broker.timedOut", "The broker did not answer in time.", "Der Broker antwortete nicht rechtzeitig."),
        Entry(
            "broker.timedOut.next", "See whether it runs, and try again.",
            "Nachsehen, ob er läuft, und noch einmal versuchen."),
        Entry(
            "broker.connectionLost", "The connection to the broker was lost.",
            "Die Verbindung zum Broker ging verloren."),
        Entry("broker.connectionLost.next", "It is made again by itself.", "Sie kommt von selbst wieder."),
        Entry("broker.unanswered", "The broker does not answer any more.", "Der Broker antwortet nicht mehr."),
        Entry("broker.unanswered.next", "It is tried again by itself.", "Es wird von selbst neu versucht."),
        Entry(
            "broker.takenOver", "Another program took over this connection's name.",
            "Ein anderes Programm übernahm den Namen dieser Verbindung."),
        Entry(
            "broker.takenOver.next", "Let no two programs use one client id.",
            "Nicht zwei Programme mit einer Client-Id betreiben."),
        Entry(
            "broker.authoritiesUnreadable", "The file of authorities cannot be read.",
            "Die Datei der Zertifizierungsstellen ist nicht lesbar."),
        Entry(
            "broker.authoritiesUnreadable.next", "Correct its path in the settings.",
            "Den Pfad in den Einstellungen berichtigen."),
        Entry(
            "broker.clientCertificateUnreadable", "The client's certificate or key cannot be read.",
            "Zertifikat oder Schlüssel dieses Programms sind nicht lesbar."),
        Entry("broker.clientCertificateUnreadable.next", "Correct their paths.", "Die Pfade berichtigen."),
        Entry(
            "broker.certificateExpired", "The broker's certificate has expired, or this machine's clock is wrong.",
            "Das Zertifikat des Brokers ist abgelaufen, oder die Uhr dieses Rechners geht falsch."),
        Entry(
            "broker.certificateExpired.next", "Look at the clock; then have the certificate renewed.",
            "Die Uhr prüfen; dann das Zertifikat erneuern lassen."),
        Entry(
            "broker.certificateNotYetValid",
            "The broker's certificate does not hold yet, or this machine's clock is wrong.",
            "Das Zertifikat des Brokers gilt noch nicht, oder die Uhr dieses Rechners geht falsch."),
        Entry("broker.certificateNotYetValid.next", "Look at the clock.", "Die Uhr prüfen."),
        Entry(
            "broker.wrongHost", "The broker's certificate is for another host.",
            "Das Zertifikat des Brokers gehört zu einem anderen Host."),
        Entry(
            "broker.wrongHost.next", "Type the name that the certificate has.",
            "Den Namen eingeben, der im Zertifikat steht."),
        Entry(
            "broker.unknownAuthority", "No trusted authority vouches for the broker's certificate.",
            "Für das Zertifikat des Brokers bürgt keine bekannte Stelle."),
        Entry(
            "broker.unknownAuthority.next", "Name the file of its authority in the settings.",
            "In den Einstellungen die Datei seiner Stelle nennen."),
        Entry(
            "broker.clientCertificateRefused", "The broker did not accept this program's certificate.",
            "Der Broker nahm das Zertifikat dieses Programms nicht an."),
        Entry(
            "broker.clientCertificateRefused.next", "Have it look at the certificate.", "Das Zertifikat prüfen lassen."),
        Entry(
            "broker.tlsFailed", "The connection could not be protected by TLS.",
            "Die Verbindung ließ sich nicht mit TLS schützen."),
        Entry("broker.tlsFailed.next", "See whether the port speaks TLS.", "Prüfen, ob der Port TLS spricht."),
        Entry(
            "broker.loginRefused", "The broker does not let this user in.",
            "Der Broker lässt diesen Benutzer nicht herein."),
        Entry("broker.loginRefused.next", "Correct user and password.", "Benutzer und Passwort berichtigen."),
        Entry(
            "broker.clientIDRefused", "The broker does not take the client id.",
            "Der Broker nimmt die Client-Id nicht an."),
        Entry("broker.clientIDRefused.next", "Leave it out.", "Sie weglassen."),
        Entry(
            "broker.versionRefused", "The broker does not speak this edition of MQTT.",
            "Der Broker spricht diese Ausgabe von MQTT nicht."),
        Entry("broker.versionRefused.next", "Choose the other one.", "Die andere wählen."),
        Entry(
            "broker.brokerUnavailable", "The broker is there and cannot serve now.",
            "Der Broker ist da und kann gerade nicht."),
        Entry("broker.brokerUnavailable.next", "It is tried again by itself.", "Es wird von selbst neu versucht."),
        Entry(
            "broker.protocolViolation", "What answers there is no broker, or a faulty one.",
            "Was dort antwortet, ist kein Broker oder ein fehlerhafter."),
        Entry("broker.protocolViolation.next", "Check address and port.", "Adresse und Port prüfen."),
        Entry(
            "broker.subscriptionRefused", "The broker does not let this user hear {1}.",
            "Der Broker lässt diesen Benutzer {1} nicht hören."),
        Entry(
            "broker.subscriptionRefused.next", "Ask for less in the settings, or have its access rules changed.",
            "In den Einstellungen weniger verlangen oder seine Zugriffsregeln ändern lassen."),
        Entry("broker.publishRefused", "The broker refused the message.", "Der Broker lehnte die Nachricht ab."),
        Entry("broker.publishRefused.next", "Have its access rules changed.", "Seine Zugriffsregeln ändern lassen."),
        Entry(
            "broker.tooLarge", "The message is larger than the broker takes.",
            "Die Nachricht ist größer, als der Broker annimmt."),
        Entry("broker.tooLarge.next", "Send less at once.", "Weniger auf einmal senden."),
        Entry("broker.invalidTopic", "That is no topic.", "Das ist kein Thema."),
        Entry("broker.invalidTopic.next", "Use another one.", "Ein anderes verwenden."),
        Entry("broker.notConnected", "There is no connection to the broker.", "Es gibt keine Verbindung zum Broker."),
        Entry("broker.notConnected.next", "See to the settings.", "Die Einstellungen prüfen."),
        Entry("broker.interrupted", "The connection was lost under way.", "Die Verbindung ging unterwegs verloren."),
        Entry(
            "broker.interrupted.next", "See whether it has happened, and try again.",
            "Nachsehen, ob es geschehen ist, und noch einmal versuchen."),
        Entry("broker.cancelled", "It was stopped.", "Es wurde abgebrochen."),
        Entry("broker.cancelled.next", "Start again whenever you like.", "Jederzeit neu beginnen."),
        Entry("broker.closed", "The connection was closed.", "Die Verbindung wurde geschlossen."),
        Entry("broker.closed.next", "Try again in a moment.", "Gleich noch einmal versuchen."),
        Entry(
            "broker.libraryMissing", "The library for brokers is not on this machine.",
            "Die Bibliothek für Broker fehlt auf diesem Rechner."),
        Entry("broker.libraryMissing.next", "Install libmosquitto1.", "libmosquitto1 installieren."),
        Entry("broker.failed", "The broker's connection failed.", "Die Verbindung zum Broker versagte."),
        Entry("broker.failed.next", "Look at the details.", "Die Einzelheiten ansehen."),
    ]
}
