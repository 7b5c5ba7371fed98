// Why a device did not join, or nobody knows, and behind each what to do next: by the codes of the parts below.

extension Words {
    static let joining: [Entry] = [
        Entry(
            "join.notListed", "The device is on its network, but the list could not take it: {1}",
            "Das Gerät ist im Netz, aber die Liste konnte es nicht aufnehmen: {1}"),
        Entry(
            "join.notListed.next", "Put that right and try again: nothing is sent a second time.",
            "Das beheben und noch einmal versuchen: Gesendet wird nichts mehr."),
        Entry(
            "join.unspecified", "The device did not join and does not say why.",
            "Das Gerät kam nicht ins Netz und sagt nicht, warum."),
        Entry(
            "join.unspecified.next", "Check the passphrase, and try again.",
            "Das Passwort prüfen und noch einmal versuchen."),
        Entry("join.wrongPassphrase", "The passphrase is probably wrong.", "Das Passwort ist wahrscheinlich falsch."),
        Entry(
            "join.wrongPassphrase.next", "Correct it; everything else is kept.", "Es berichtigen; alles andere bleibt."),
        Entry("join.networkNotFound", "The device does not find the network.", "Das Gerät findet das Netz nicht."),
        Entry(
            "join.networkNotFound.next", "Bring it nearer to the router, or choose another network.",
            "Es näher an den Router bringen oder ein anderes Netz wählen."),
        Entry("join.timeOut", "Joining took too long.", "Der Beitritt dauerte zu lange."),
        Entry("join.timeOut.next", "Try again nearer to the router.", "Näher am Router noch einmal versuchen."),
        Entry("join.noAddress", "The network gave the device no address.", "Das Netz gab dem Gerät keine Adresse."),
        Entry(
            "join.noAddress.next", "Look at the router, or choose another network.",
            "Den Router prüfen oder ein anderes Netz wählen."),
        Entry(
            "join.unsupportedSecurity", "The device cannot do this network's kind of security.",
            "Das Gerät beherrscht die Sicherung dieses Netzes nicht."),
        Entry("join.unsupportedSecurity.next", "Choose another network.", "Ein anderes Netz wählen."),
        Entry("join.deviceFault", "The device failed in itself.", "Das Gerät selbst versagte."),
        Entry(
            "join.deviceFault.next", "Switch it off and on, and try again.",
            "Es aus- und einschalten und noch einmal versuchen."),
        Entry(
            "join.storageFailed", "The device could not store the credentials; what it had before is intact.",
            "Das Gerät konnte die Zugangsdaten nicht speichern; was es hatte, ist unversehrt."),
        Entry(
            "join.storageFailed.next", "Switch it off and on, and try again.",
            "Es aus- und einschalten und noch einmal versuchen."),
        Entry(
            "join.credentialsRefused", "The device refused the credentials without a try.",
            "Das Gerät lehnte die Zugangsdaten ohne Versuch ab."),
        Entry("join.credentialsRefused.next", "Check the passphrase.", "Das Passwort prüfen."),
        Entry(
            "join.connectionFailed", "The device could not connect to the network.",
            "Das Gerät konnte sich nicht mit dem Netz verbinden."),
        Entry(
            "join.connectionFailed.next", "Check the passphrase and the distance to the router.",
            "Passwort und Abstand zum Router prüfen."),
        Entry(
            "join.unknown", "The device did not join, for its reason {1}.", "Das Gerät kam nicht ins Netz, Grund {1}."),
        Entry(
            "join.unknown.next", "See the device's documentation, or try again.",
            "In den Unterlagen des Geräts nachsehen oder noch einmal versuchen."),
        Entry(
            "outcome.linkLostBeforeAnswer",
            "The connection was lost after the credentials were sent. Nobody knows yet whether the device joined.",
            "Die Verbindung ging nach dem Senden der Zugangsdaten verloren. Ob das Gerät im Netz ist, weiß noch niemand."
        ),
        Entry(
            "outcome.linkLostBeforeAnswer.next", "See whether the device shows that it is connected, or try again.",
            "Nachsehen, ob das Gerät verbunden ist, oder noch einmal versuchen."),
        Entry(
            "outcome.linkLostAfterAcceptance",
            "The device took the credentials, then the connection was lost. Nobody knows yet whether it joined.",
            "Das Gerät nahm die Zugangsdaten, dann ging die Verbindung verloren. Ob es im Netz ist, weiß noch niemand."),
        Entry(
            "outcome.linkLostAfterAcceptance.next", "See whether the device shows that it is connected, or try again.",
            "Nachsehen, ob das Gerät verbunden ist, oder noch einmal versuchen."),
        Entry(
            "outcome.noAnswer", "The credentials were sent, and the device did not answer.",
            "Die Zugangsdaten wurden gesendet, und das Gerät antwortete nicht."),
        Entry(
            "outcome.noAnswer.next", "See whether the device shows that it is connected, or try again.",
            "Nachsehen, ob das Gerät verbunden ist, oder noch einmal versuchen."),
        Entry(
            "outcome.noResult", "The device took the credentials, and did not say whether it joined.",
            "Das Gerät nahm die Zugangsdaten und sagte nicht, ob es im Netz ist."),
        Entry(
            "outcome.noResult.next", "See whether the device shows that it is connected, or try again.",
            "Nachsehen, ob das Gerät verbunden ist, oder noch einmal versuchen."),
        Entry("outcome.other", "Nobody knows whether the device joined.", "Ob das Gerät im Netz ist, weiß niemand."),
        Entry(
            "outcome.other.next", "See whether the device shows that it is connected, or try again.",
            "Nachsehen, ob das Gerät verbunden ist, oder noch einmal versuchen."),
        Entry(
            "notHeard.silent", "The device took the credentials and was not heard from.",
            "Das Gerät nahm die Zugangsdaten und meldete sich nicht."),
        Entry(
            "notHeard.silent.next",
            "The passphrase may be wrong, or the device does not reach the broker. Check the passphrase and try again.",
            "Vielleicht ist das Passwort falsch, oder das Gerät erreicht den Broker nicht. Das Passwort prüfen und noch einmal versuchen."
        ),
        Entry(
            "notHeard.onlyKept", "The device was not heard from; the broker only has what it kept from before.",
            "Das Gerät meldete sich nicht; der Broker hat nur Altes von ihm."),
        Entry(
            "notHeard.onlyKept.next", "Check the passphrase and try again.",
            "Das Passwort prüfen und noch einmal versuchen."),
        Entry(
            "notHeard.onlyAsBefore", "The device reports as it did before: it may still be on its old network.",
            "Das Gerät meldet sich wie zuvor: Es kann noch im alten Netz sein."),
        Entry(
            "notHeard.onlyAsBefore.next", "Wait for it to change its network, or try again.",
            "Abwarten, bis es wechselt, oder noch einmal versuchen."),
        Entry(
            "notHeard.onlyBack",
            "The device was gone and is there again, on the new network or on the old one: it does not say which.",
            "Das Gerät war weg und ist wieder da, im neuen Netz oder im alten: Es sagt nicht, in welchem."),
        Entry(
            "notHeard.onlyBack.next", "See at the router which network it is on.",
            "Am Router nachsehen, in welchem Netz es ist."),
        Entry(
            "notHeard.noBroker", "The device could not be heard: there is no connection to the broker.",
            "Das Gerät war nicht zu hören: Es gibt keine Verbindung zum Broker."),
        Entry(
            "notHeard.noBroker.next", "See to the broker, then look whether the device is there.",
            "Nach dem Broker sehen, dann nachsehen, ob das Gerät da ist."),
    ]
}
