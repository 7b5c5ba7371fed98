// Why the list or the vault failed, and behind each what to do next: by the codes of the parts below.

extension Words {
    static let storing: [Entry] = [
        Entry("directory.notFound", "That is not in the list any more.", "Das ist nicht mehr in der Liste."),
        Entry("directory.notFound.next", "Look at the list.", "Die Liste ansehen."),
        Entry("directory.alreadyListed", "That is in the list already.", "Das ist schon in der Liste."),
        Entry(
            "directory.alreadyListed.next", "Take another name, or change the present entry.",
            "Einen anderen Namen nehmen oder den vorhandenen Eintrag ändern."),
        Entry("directory.invalidValue", "That name cannot be used.", "Dieser Name geht nicht."),
        Entry("directory.invalidValue.next", "Take 1 to 200 bytes of text.", "1 bis 200 Bytes Text nehmen."),
        Entry(
            "directory.unreadableImport", "What was to be imported cannot be read.",
            "Was übernommen werden sollte, ist nicht lesbar."),
        Entry("directory.unreadableImport.next", "Look at the details.", "Die Einzelheiten ansehen."),
        Entry(
            "directory.damaged", "The list of devices is damaged. It was left as it is.",
            "Die Geräteliste ist beschädigt. Sie blieb, wie sie ist."),
        Entry(
            "directory.damaged.next", "Bring back a copy, or move the file away to begin anew.",
            "Eine Sicherung einspielen oder die Datei weglegen und neu beginnen."),
        Entry(
            "directory.newerVersion", "A newer version of this program made the list. It was left as it is.",
            "Eine neuere Version dieses Programms schrieb die Liste. Sie blieb, wie sie ist."),
        Entry("directory.newerVersion.next", "Update this program.", "Dieses Programm aktualisieren."),
        Entry(
            "directory.diskFull", "There is no room on the disk. Nothing was changed.",
            "Auf der Platte ist kein Platz. Nichts wurde geändert."),
        Entry("directory.diskFull.next", "Make room, and try again.", "Platz schaffen und noch einmal versuchen."),
        Entry(
            "directory.notPermitted", "This program may not read or write the list.",
            "Dieses Programm darf die Liste nicht lesen oder schreiben."),
        Entry(
            "directory.notPermitted.next", "Mend the permissions of its folder.", "Die Rechte ihres Ordners richten."),
        Entry("directory.busy", "Another program holds the list.", "Ein anderes Programm hält die Liste fest."),
        Entry("directory.busy.next", "Try again in a moment.", "Gleich noch einmal versuchen."),
        Entry(
            "directory.libraryMissing", "The library for the list is not on this machine.",
            "Die Bibliothek für die Liste fehlt auf diesem Rechner."),
        Entry("directory.libraryMissing.next", "Install libsqlite3-0.", "libsqlite3-0 installieren."),
        Entry("directory.storageFailed", "The disk reported a fault.", "Die Platte meldete einen Fehler."),
        Entry(
            "directory.storageFailed.next", "Look at the details, and at the disk.",
            "Die Einzelheiten und die Platte ansehen."),
        Entry("directory.closed", "The list is not open.", "Die Liste ist nicht offen."),
        Entry("directory.closed.next", "Try again.", "Noch einmal versuchen."),
        Entry(
            "vault.exposed", "Others could read the kept passwords.", "Andere könnten die gemerkten Passwörter lesen."),
        Entry(
            "vault.exposed.next", "Mend the permissions as the details say.",
            "Die Rechte richten wie in den Einzelheiten."),
        Entry(
            "vault.keyMissing", "The key of the kept passwords is missing.",
            "Der Schlüssel der gemerkten Passwörter fehlt."),
        Entry(
            "vault.keyMissing.next", "Bring it back, or move the vault away to begin anew.",
            "Ihn zurückholen oder den Tresor weglegen und neu beginnen."),
        Entry(
            "vault.wrongKey", "The kept passwords were sealed with another key.",
            "Die gemerkten Passwörter sind mit einem anderen Schlüssel versiegelt."),
        Entry("vault.wrongKey.next", "Bring that key back.", "Diesen Schlüssel zurückholen."),
        Entry(
            "vault.damaged", "The kept passwords are damaged. They were left as they are.",
            "Die gemerkten Passwörter sind beschädigt. Sie blieben, wie sie sind."),
        Entry(
            "vault.damaged.next", "Bring back a copy, or move the vault away to begin anew.",
            "Eine Sicherung einspielen oder den Tresor weglegen und neu beginnen."),
        Entry(
            "vault.newerVersion", "A newer version of this program keeps the passwords.",
            "Eine neuere Version dieses Programms verwahrt die Passwörter."),
        Entry("vault.newerVersion.next", "Update this program.", "Dieses Programm aktualisieren."),
        Entry("vault.locked", "The vault is locked.", "Der Tresor ist verschlossen."),
        Entry(
            "vault.locked.next", "Unlock it, and try again; or type the passphrase.",
            "Ihn öffnen und noch einmal versuchen; oder das Passwort eingeben."),
        Entry(
            "vault.serviceUnavailable", "The service that keeps the passwords does not run.",
            "Der Dienst für die Passwörter läuft nicht."),
        Entry(
            "vault.serviceUnavailable.next", "Start it, or type the passphrase.",
            "Ihn starten oder das Passwort eingeben."),
        Entry(
            "vault.libraryMissing", "The library for the kept passwords is not on this machine.",
            "Die Bibliothek für die Passwörter fehlt auf diesem Rechner."),
        Entry(
            "vault.libraryMissing.next", "Install it, or type the passphrase.",
            "Sie installieren oder das Passwort eingeben."),
        Entry("vault.tooLarge", "That is too long to be kept.", "Das ist zu lang zum Merken."),
        Entry("vault.tooLarge.next", "Take a shorter one.", "Ein kürzeres nehmen."),
        Entry(
            "vault.diskFull", "There is no room on the disk. Nothing was kept.",
            "Auf der Platte ist kein Platz. Nichts wurde gemerkt."),
        Entry("vault.diskFull.next", "Make room, and try again.", "Platz schaffen und noch einmal versuchen."),
        Entry(
            "vault.notPermitted", "This program may not read or write the kept passwords.",
            "Dieses Programm darf die gemerkten Passwörter nicht lesen oder schreiben."),
        Entry("vault.notPermitted.next", "Mend the permissions of their folder.", "Die Rechte ihres Ordners richten."),
        Entry(
            "vault.storageFailed", "The disk, or the service, reported a fault.",
            "Die Platte oder der Dienst meldete einen Fehler."),
        Entry("vault.storageFailed.next", "Look at the details.", "Die Einzelheiten ansehen."),
    ]
}
