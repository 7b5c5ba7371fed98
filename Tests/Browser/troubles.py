"""What goes wrong at home, and what several devices and a device's own page are like."""
from flows import KINDS, claim, expect, find_device, furnished, join, name_network, switch_on, tile


@claim("A JSON device with a wrong passphrase is not heard from, and the right one is given under the same identifier")
def not_heard(visit):
    visit.serve()
    visit.home.device("Barn-Fan")
    browser = visit.enter()
    find_device(browser, "Barn-Fan")
    name_network(browser, "Barn", "barn/fan")
    join(browser, "horses and hay")
    browser.sees("#steps .running", "Waiting to hear from the device")
    browser.until_within(75, "document.querySelector('.problem[data-code=\"notHeard.silent\"]') !== null")
    browser.sees(".problem", "not heard from")
    browser.press("#correct")
    join(browser, "hay and horses")
    browser.sees("#result", "Barn-Fan is set up.")
    browser.press("#done")
    browser.sees(".tile .switch", "Barn-Fan")


@claim("Several devices are set up together, each with its result, and a wrong passphrase is not tried on all of them")
def several(visit):
    visit.serve()
    for name in ("Lamp-1", "Lamp-2", "Lamp-3"):
        visit.home.device(name, "wifiset")
    browser = visit.enter()
    browser.press("#add")
    for name in ("Lamp-1", "Lamp-2", "Lamp-3"):
        browser.press(f"#candidates input[aria-label='Select {name}']")
    browser.sees("#several", "3")
    browser.press("#several")
    browser.press("#networks .pick", "Barn")
    join(browser, "horses and hay")
    browser.sees(".problem", "The passphrase is probably wrong.")
    browser.until("document.querySelectorAll('#results li').length === 3")
    browser.until("[...document.querySelectorAll('#results li')].filter((one) => one.textContent.includes('Left alone')).length === 2")
    join(browser, "hay and horses")
    browser.sees("#done")
    browser.until("[...document.querySelectorAll('#results li')].filter((one) => one.textContent.includes('is on Barn')).length === 3")
    browser.press("#done")
    browser.until("document.querySelectorAll('.tile.still').length === 3")


@claim("A device is renamed, moved to a new category, switched into a mode and removed, and another browser sees each at once")
def manage(visit):
    visit.serve()
    visit.home.furnish("Lamp", "home/lamp", None, "--modes", "warm,cold")
    here, there = visit.enter(), visit.enter()
    tile(there, "Lamp", "false")
    here.press(".tile .icon[aria-label='Open Lamp']")
    here.type("device-name", "Reading lamp")
    here.press("#rename")
    here.sees("h1", "Reading lamp")
    there.sees(".tile .name", "Reading lamp")
    here.type("device-category", "Light")
    here.press("#move")
    there.sees(".group h2", "Light")
    # What kind of device it is, and so what its modes are called, nobody has told.
    here.press(".unnamed summary")
    here.type("mode-number", "1")
    here.press("#set-mode")
    there.sees(".tile.on .said", "On · Mode 1")
    here.press("#remove")
    here.press("#remove-ask .button", "Cancel")
    here.no_longer_sees("#remove-ask")
    here.press("#remove")
    here.press("#remove-yes")
    here.sees("#add")
    there.no_longer_sees(".tile")
    there.press("#activity")
    there.sees(".log", "Reading lamp was removed.")


@claim("A device whose kind nobody told is said to be of one, and its modes have names from then on, here and on the command line")
def kind(visit):
    visit.home.knows(KINDS)
    visit.serve()
    visit.home.furnish("Lamp", "home/lamp", None, "--modes", "warm,cold")
    here, there = visit.enter(), visit.enter()
    here.press(".tile .icon[aria-label='Open Lamp']")
    here.sees(".unnamed")
    here.choose("device-kind", "Table lamp")
    here.press(".modes button", "warm")
    here.sees(".modes button[aria-pressed='true']", "warm")
    there.sees(".tile.on .said", "On · warm")
    there.sees(".group h2", "Light")
    expect("cold" in visit.home.command("devices", "list", "--modes"), "the command line does not know its modes")
    here.choose("device-kind", "Not known")
    here.sees(".unnamed")


@claim("What happens is in the activity log, the newest first, and what went wrong is marked")
def activity(visit):
    browser = furnished(visit)
    switch_on(browser, "Lamp")
    visit.home.end("broker", 9)
    browser.sees(".problem")
    browser.press("#activity")
    browser.sees(".log li.bad")
    browser.sees(".log li", "Lamp was switched on.")
    first = browser.run("return document.querySelector('.log li').classList.contains('bad')")
    expect(first, "the newest entry is not the first")
    visit.home.broker()
    browser.sees(".log li:first-child", "Connected to the broker")


@claim("One command is a whole home: a hub that runs its own broker, over which a device is added and switched")
def with_broker(visit):
    visit.home.brokers = visit.home.data / "broker"
    visit.home.hub("--with-broker", "--broker-port", str(visit.home.broker_port))
    browser = visit.enter()
    browser.no_longer_sees("#broker-state")
    visit.home.device("Barn-Fan")
    find_device(browser, "Barn-Fan")
    name_network(browser, "Barn", "barn/fan")
    join(browser, "hay and horses")
    browser.sees("#result", "Barn-Fan is set up.")
    browser.press("#done")
    switch_on(browser, "Barn-Fan")


@claim("With a certificate the page is served over TLS, its cookie is for TLS alone, and everything works as before")
def tls(visit):
    visit.serve()
    visit.home.end("hub")
    visit.home.certify()
    visit.home.hub("--certificate", visit.home.certificate, "--key", visit.home.key)
    visit.home.furnish("Lamp", "home/lamp")
    browser = visit.enter()
    switch_on(browser, "Lamp")
    cookies = browser.driver.execute_cdp_cmd("Network.getAllCookies", {})["cookies"]
    session = [one for one in cookies if one["httpOnly"]]
    expect(session and all(one["secure"] for one in session), f"the cookie is not for TLS alone: {session}")


@claim("A radio that goes away while a device is set up is told, with what to do, and the set-up goes on when it is back")
def radio_lost(visit):
    visit.serve()
    visit.home.device("Barn-Lamp", "wifiset")
    browser = visit.enter()
    browser.press("#add")
    browser.sees("#candidates .pick", "Barn-Lamp")
    visit.home.radio("off")
    browser.sees(".problem", "Bluetooth")
    browser.no_longer_sees(".spin")
    browser.reload()
    browser.sees(".problem", "Bluetooth")
    visit.home.radio()
    browser.no_longer_sees(".problem")
    # Once more in the middle of it, when the device is linked.
    browser.press("#candidates .pick", "Barn-Lamp")
    browser.press("#networks .pick", "Barn")
    browser.sees("#passphrase")
    visit.home.radio("missing")
    browser.sees(".problem", "Bluetooth")
    visit.home.radio()
    browser.no_longer_sees(".problem")
    # What was chosen is kept, and the device is linked anew.
    join(browser, "hay and horses")
    browser.sees("#result", "The device is on Barn")
    browser.press("#done")
    browser.press("#activity")
    browser.sees(".log", "Bluetooth is back.")
