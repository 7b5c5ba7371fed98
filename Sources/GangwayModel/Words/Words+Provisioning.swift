// Why a device could not be reached or told, and behind each what to do next: by the codes of the parts below.

extension Words {
    static let provisioning: [Entry] = [
        Entry("provisioning.noAdapter", "This machine has no Bluetooth adapter.", "Dieser Rechner hat kein Bluetooth."),
        Entry("provisioning.noAdapter.next", "Plug one in.", "Einen Adapter anstecken."),
        Entry("provisioning.poweredOff", "Bluetooth is switched off or blocked.", "Bluetooth ist aus oder gesperrt."),
        Entry(
            "provisioning.poweredOff.next", "Switch it on; this goes on by itself then.",
            "Es einschalten; dann geht es von selbst weiter."),
        Entry(
            "provisioning.notPermitted", "This program may not use Bluetooth.",
            "Dieses Programm darf Bluetooth nicht benutzen."),
        Entry("provisioning.notPermitted.next", "Grant it the permission.", "Ihm die Erlaubnis geben."),
        Entry(
            "provisioning.serviceUnavailable", "The Bluetooth service does not run.",
            "Der Bluetooth-Dienst läuft nicht."),
        Entry(
            "provisioning.serviceUnavailable.next", "Start it; this goes on by itself then.",
            "Ihn starten; dann geht es von selbst weiter."),
        Entry("provisioning.notFound", "The device is not in range.", "Das Gerät ist nicht in Reichweite."),
        Entry(
            "provisioning.notFound.next", "Bring it nearer, switch it on, and look again.",
            "Es näher bringen, einschalten und noch einmal suchen."),
        Entry(
            "provisioning.connectionFailed", "No connection to the device came about.",
            "Zum Gerät kam keine Verbindung zustande."),
        Entry(
            "provisioning.connectionFailed.next", "Bring it nearer and try again.",
            "Es näher bringen und noch einmal versuchen."),
        Entry(
            "provisioning.disconnected", "The connection to the device was lost.",
            "Die Verbindung zum Gerät ging verloren."),
        Entry(
            "provisioning.disconnected.next", "Bring it nearer and try again.",
            "Es näher bringen und noch einmal versuchen."),
        Entry("provisioning.timedOut", "The device took too long.", "Das Gerät brauchte zu lange."),
        Entry(
            "provisioning.timedOut.next", "Try again; switch the device off and on if it stays silent.",
            "Noch einmal versuchen; bleibt es stumm, es aus- und einschalten."),
        Entry("provisioning.cancelled", "It was stopped.", "Es wurde abgebrochen."),
        Entry("provisioning.cancelled.next", "Start again whenever you like.", "Jederzeit neu beginnen."),
        Entry(
            "provisioning.pairingFailed", "Pairing with the device failed.", "Die Kopplung mit dem Gerät schlug fehl."),
        Entry(
            "provisioning.pairingFailed.next", "Confirm it at the device too, and try again.",
            "Sie auch am Gerät bestätigen und noch einmal versuchen."),
        Entry(
            "provisioning.bondLost", "The device does not know this machine any more.",
            "Das Gerät kennt diesen Rechner nicht mehr."),
        Entry(
            "provisioning.bondLost.next", "Remove the pairing here, and try again.",
            "Die Kopplung hier entfernen und noch einmal versuchen."),
        Entry(
            "provisioning.notRecognized", "The device speaks none of the known protocols.",
            "Das Gerät spricht keines der bekannten Protokolle."),
        Entry("provisioning.notRecognized.next", "Choose another device.", "Ein anderes Gerät wählen."),
        Entry("provisioning.inUse", "Another program uses the device.", "Ein anderes Programm benutzt das Gerät."),
        Entry(
            "provisioning.inUse.next", "Close that program and try again.",
            "Dieses Programm schließen und noch einmal versuchen."),
        Entry(
            "provisioning.ambiguous", "The device could be written to in more than one place.",
            "Das Gerät ließe sich an mehreren Stellen beschreiben."),
        Entry(
            "provisioning.ambiguous.next", "Put it into the catalogue with its own UUIDs.",
            "Es mit seinen UUIDs in den Katalog aufnehmen."),
        Entry("provisioning.unsupported", "The device cannot do that.", "Das Gerät kann das nicht."),
        Entry("provisioning.unsupported.next", "Leave the special wish out.", "Den besonderen Wunsch weglassen."),
        Entry("provisioning.refused", "The device refused the message.", "Das Gerät lehnte die Nachricht ab."),
        Entry(
            "provisioning.refused.next", "Try again; switch the device off and on if it goes on.",
            "Noch einmal versuchen; hilft es nicht, das Gerät aus- und einschalten."),
        Entry(
            "provisioning.invalidSSID", "The network's name must be 1 to 32 bytes long.",
            "Der Name des Netzes muss 1 bis 32 Bytes lang sein."),
        Entry("provisioning.invalidSSID.next", "Look at its spelling.", "Die Schreibweise prüfen."),
        Entry(
            "provisioning.invalidPassphrase", "The passphrase cannot be right for this network.",
            "Das Passwort kann für dieses Netz nicht stimmen."),
        Entry(
            "provisioning.invalidPassphrase.next", "Most networks take 8 to 63 characters. Correct it.",
            "Die meisten Netze verlangen 8 bis 63 Zeichen. Es berichtigen."),
        Entry("provisioning.passphraseNeeded", "This network needs a passphrase.", "Dieses Netz braucht ein Passwort."),
        Entry("provisioning.passphraseNeeded.next", "Type it.", "Es eingeben."),
        Entry(
            "provisioning.passphraseNotTaken", "This network is open and takes no passphrase.",
            "Dieses Netz ist offen und nimmt kein Passwort."),
        Entry("provisioning.passphraseNotTaken.next", "Leave the passphrase empty.", "Das Passwort leer lassen."),
        Entry(
            "provisioning.unsupportedSecurity", "The device's protocol cannot carry what this network asks for.",
            "Das Protokoll des Geräts kann nicht übermitteln, was dieses Netz verlangt."),
        Entry("provisioning.unsupportedSecurity.next", "Choose another network.", "Ein anderes Netz wählen."),
        Entry(
            "provisioning.topicNeeded", "The device needs a topic under which it is steered.",
            "Das Gerät braucht ein Thema, unter dem es gesteuert wird."),
        Entry("provisioning.topicNeeded.next", "Type one, such as home/lamp.", "Eines eingeben, etwa home/lamp."),
        Entry(
            "provisioning.tooLong", "Name, passphrase and topic together are too long for the device.",
            "Name, Passwort und Thema zusammen sind zu lang für das Gerät."),
        Entry("provisioning.tooLong.next", "Choose a shorter topic.", "Ein kürzeres Thema wählen."),
        Entry(
            "provisioning.replaced", "Another set-up took the place of this one.",
            "Eine andere Einrichtung trat an diese Stelle."),
        Entry(
            "provisioning.replaced.next", "Wait for that one, or try again.", "Sie abwarten oder noch einmal versuchen."
        ),
        Entry("provisioning.failed", "The device or its link failed.", "Das Gerät oder die Verbindung versagte."),
        Entry("provisioning.failed.next", "Try again.", "Noch einmal versuchen."),
    ]
}
