/// The texts that only the page has: logging in, keys of programs, what connects it. Name, English, German.
enum HubWords {
    static let all: [(String, String, String)] = [
        ("hub.login", "Log in", "Anmelden"),
        ("hub.logout", "Log out", "Abmelden"),
        ("hub.password", "Password", "Passwort"),
        ("hub.setup", "Welcome aboard", "Willkommen an Bord"),
        (
            "hub.setup.text", "Choose a password for this hub. Whoever knows it can steer your home.",
            "Ein Passwort für diesen Hub wählen. Wer es kennt, kann das Zuhause steuern."
        ),
        ("hub.setup.button", "Set the password", "Passwort festlegen"),
        (
            "hub.elsewhere",
            "This hub has no password yet. Open this page on the machine that it runs on, or run there: "
                + "gangway hub password",
            "Dieser Hub hat noch kein Passwort. Die Seite auf dem Rechner öffnen, auf dem er läuft, oder dort ausführen: "
                + "gangway hub password"
        ),
        ("hub.wrong", "That is not the password.", "Das ist nicht das Passwort."),
        ("hub.wait", "Too many attempts. Try again in {1} s.", "Zu viele Versuche. In {1} s noch einmal."),
        ("hub.unfit", "The password needs at least 8 characters.", "Das Passwort braucht mindestens 8 Zeichen."),
        ("hub.notNow", "The password was set meanwhile. Log in.", "Das Passwort wurde inzwischen gesetzt. Anmelden."),
        ("hub.failed", "It could not be kept.", "Es ließ sich nicht sichern."),
        ("hub.malformed", "That was not understood.", "Das wurde nicht verstanden."),
        ("hub.offline", "The hub cannot be reached. Trying again …", "Der Hub ist nicht erreichbar. Neuer Versuch …"),
        ("hub.leave", "Leave the set-up", "Einrichten verlassen"),
        ("hub.skip", "Skip to content", "Zum Inhalt springen"),
        ("hub.devices", "Devices", "Geräte"),
        ("hub.show", "Show", "Zeigen"),
        ("hub.hide", "Hide", "Verbergen"),
        ("hub.setUpOne", "Set up {1}", "{1} einrichten"),
        ("hub.count", "{1} devices", "{1} Geräte"),
        ("hub.oneDevice", "1 device", "1 Gerät"),
        ("hub.tokens", "Keys for programs", "Schlüssel für Programme"),
        (
            "hub.tokens.text", "A program with a key can see and steer the devices (HTTP API, /metrics).",
            "Ein Programm mit einem Schlüssel kann die Geräte sehen und steuern (HTTP-API, /metrics)."
        ),
        ("hub.token.name", "What the key is for", "Wofür der Schlüssel ist"),
        ("hub.token.make", "Make a key", "Schlüssel anlegen"),
        ("hub.token.revoke", "Revoke {1}", "{1} widerrufen"),
        ("hub.token.once", "Copy it now: it is shown only once.", "Jetzt kopieren: Er wird nur einmal gezeigt."),
        ("hub.token.none", "No keys.", "Keine Schlüssel."),
        (
            "hub.tokenName", "There is a key of that name already, or the name cannot be used.",
            "Es gibt schon einen Schlüssel dieses Namens, oder der Name geht nicht."
        ),
        ("hub.passwordChange", "Password of the hub", "Passwort des Hubs"),
        ("hub.password.length", "At least 8 characters.", "Mindestens 8 Zeichen."),
        ("hub.password.old", "Present password", "Bisheriges Passwort"),
        ("hub.password.new", "New password", "Neues Passwort"),
        ("hub.password.changed", "The password was changed.", "Das Passwort wurde geändert."),
    ]
}
