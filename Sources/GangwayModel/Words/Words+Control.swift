// Why a device could not be steered, and behind each what to do next: by the codes of the parts below.

extension Words {
    static let control: [Entry] = [
        Entry("control.noBroker", "There is no connection to the broker.", "Es gibt keine Verbindung zum Broker."),
        Entry("control.noBroker.next", "See to the settings.", "Die Einstellungen prüfen."),
        Entry(
            "control.deviceOffline", "The device is offline. It was not told anything.",
            "Das Gerät ist nicht erreichbar. Ihm wurde nichts gesagt."),
        Entry(
            "control.deviceOffline.next", "See whether it has power and its network.",
            "Nachsehen, ob es Strom und Netz hat."),
        Entry(
            "control.replaced", "A later command took the place of this one.",
            "Ein späterer Befehl trat an diese Stelle."),
        Entry("control.replaced.next", "Nothing has to be done.", "Nichts ist zu tun."),
        Entry(
            "control.unconfirmed", "The device did not report that it has done it.",
            "Das Gerät meldete nicht, dass es getan ist."),
        Entry(
            "control.unconfirmed.next", "See whether it is there, and try again.",
            "Nachsehen, ob es da ist, und noch einmal versuchen."),
        Entry("control.notObeyed", "The device did something else.", "Das Gerät tat etwas anderes."),
        Entry(
            "control.notObeyed.next", "It may not have that mode, or could not switch.",
            "Vielleicht hat es diese Betriebsart nicht oder konnte nicht schalten."),
        Entry("control.notSent", "The broker did not take the command.", "Der Broker nahm den Befehl nicht an."),
        Entry("control.notSent.next", "Try again.", "Noch einmal versuchen."),
        Entry(
            "control.notHeard", "The broker does not let the device be heard.",
            "Der Broker lässt das Gerät nicht hören."),
        Entry("control.notHeard.next", "Have its access rules changed.", "Seine Zugriffsregeln ändern lassen."),
        Entry("control.invalidTopic", "The device's topic cannot be used.", "Das Thema des Geräts ist unbrauchbar."),
        Entry("control.invalidTopic.next", "Give it another topic.", "Ihm ein anderes Thema geben."),
        Entry(
            "control.notSteered", "The device is reached over Bluetooth alone: it has no switch.",
            "Das Gerät ist nur über Bluetooth zu erreichen: Es hat keinen Schalter."),
        Entry(
            "control.notSteered.next", "Its page tells how it stands.", "Seine Seite sagt, wie es um es steht."),
        Entry("control.cancelled", "The command was stopped.", "Der Befehl wurde abgebrochen."),
        Entry("control.cancelled.next", "Give it again whenever you like.", "Ihn jederzeit neu geben."),
        Entry("control.closed", "The connection is being changed.", "Die Verbindung wird gerade geändert."),
        Entry("control.closed.next", "Try again in a moment.", "Gleich noch einmal versuchen."),
    ]
}
