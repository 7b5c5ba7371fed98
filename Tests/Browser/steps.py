"""What a person does in the page, and what comes of it."""
import json

from flows import PASSWORD, claim, expect, find_device, furnished, join, name_network, switch_on, tile


@claim("The first one to open the page sets the password, and only that one gets in later")
def first_password(visit):
    visit.serve(broker=False)
    browser = visit.enter()
    browser.press("#settings")
    browser.press("#logout")
    browser.sees("#gate-button", "Log in")
    browser.type("password", "another one, quite wrong")
    browser.press("#gate-button")
    browser.sees("#gate-error", "That is not the password.")
    browser.type("password", PASSWORD)
    browser.press("#gate-button")
    browser.sees("#add")
    stranger = visit.browser()
    stranger.sees("#gate-button", "Log in")


@claim("A device is switched on and off at a tap, and its tile says so when the device does")
def switch(visit):
    browser = furnished(visit)
    switch_on(browser, "Lamp")
    expect("on" in visit.home.command("devices"), "the command line does not see it on")
    browser.press(".tile .switch", "Lamp")
    browser.no_longer_sees(".tile.on")
    browser.no_longer_sees(".tile.busy")
    tile(browser, "Lamp", "false")


@claim("A wrong passphrase is corrected in place, over the same link, and the device joins")
def wrong_passphrase(visit):
    visit.serve()
    visit.home.device("Barn-Lamp", "wifiset")
    browser = visit.enter()
    find_device(browser, "Barn-Lamp")
    browser.press("#networks .pick", "Barn")
    join(browser, "horses and hay")
    browser.sees(".problem", "The passphrase is probably wrong.")
    expect(browser.run("return document.getElementById('passphrase').value") == "", "what was typed stays in the page")
    join(browser, "hay and horses")
    browser.sees("#result", "The device is on Barn")
    browser.press("#done")
    browser.sees("#add")


@claim("A device that is steered is added with its topic, listed, and switched, and a passphrase is not in what the hub sends")
def add_device(visit):
    visit.serve()
    visit.home.device("Barn-Fan")
    browser = visit.enter()
    find_device(browser, "Barn-Fan")
    name_network(browser, "Barn", "barn/fan")
    join(browser, "hay and horses")
    browser.sees("#result")
    expect("hay and horses" not in browser.run("return document.documentElement.outerHTML"), "the page holds the passphrase")
    browser.press("#done")
    switch_on(browser, "Barn-Fan")
    expect("Barn-Fan" in visit.home.command("devices"), "the command line does not list it")


@claim("A device that nobody steers is at home with its protocol and network, is known again in range, tells how it stands and forgets")
def bluetooth_device(visit):
    visit.serve()
    visit.home.device("Barn-Nordic", "nordic")
    browser = visit.enter()
    find_device(browser, "Barn-Nordic")
    browser.press("#networks .pick", "Barn")
    join(browser, "hay and horses")
    browser.sees("#result", "The device is on Barn")
    browser.press("#done")
    browser.sees(".tile.still .said", "On Barn")
    browser.sees(".tile.still .seen", "Nordic")
    expect("Barn-Nordic" in visit.home.command("devices"), "the command line does not list it")
    browser.press("#add")
    browser.sees("#candidates .pick", "At home as Barn-Nordic")
    browser.press("#back")
    browser.press(".tile.still .switch", "Barn-Nordic")
    browser.press("#ask")
    browser.sees("#standing", "Connected to Barn")
    browser.press("#forget")
    browser.press("#forget-yes")
    browser.sees("#link-state", "The device has forgotten its network.")
    browser.press("#back")
    browser.sees(".tile.still .said", "No Wi-Fi")
    browser.press("#activity")
    browser.sees(".log", "Barn-Nordic has forgotten its Wi-Fi.")


@claim("A page that is left in the middle of adding a device can be closed, and the person can leave it from every step")
def leave(visit):
    visit.serve()
    visit.home.device("Barn-Lamp", "wifiset")
    browser = visit.enter()
    find_device(browser, "Barn-Lamp")
    browser.sees("#networks .pick", "Barn")
    browser.press("#leave")
    browser.sees("#add")
    # It serves one at a time, and is free again.
    expect("Barn" in visit.home.command("networks", "Barn-Lamp"), "the device is not free")
    find_device(browser, "Barn-Lamp")
    browser.press("#networks .pick", "Barn")
    browser.sees("#passphrase")
    browser.driver.back()
    browser.sees("#add")
    expect("Barn" in visit.home.command("networks", "Barn-Lamp"), "the device is not free")


@claim("What the command line switches is seen in two browsers at once, without a reload, and what one of them does in the other")
def two_browsers(visit):
    visit.serve()
    visit.home.furnish("Lamp", "home/lamp")
    here, there = visit.enter(), visit.enter(language="de")
    tile(here, "Lamp", "false")
    tile(there, "Lamp", "false")
    visit.home.command("set", "Lamp", "on")
    here.sees(".tile.on .said", "On")
    there.sees(".tile.on .said", "Ein")
    there.press(".tile .switch", "Lamp")
    here.no_longer_sees(".tile.on")
    here.press("#settings")
    here.sees("#language-en")
    there.sees(".tile .switch", "Lamp")


@claim("A reload at any step of adding a device goes on at that step, and so does the next log-in's page")
def reload_everywhere(visit):
    visit.serve()
    visit.home.device("Barn-Lamp", "wifiset")
    browser = visit.enter()
    browser.press("#add")
    for step, shown, go in [
        ("scan", "#candidates .pick", lambda: browser.press("#candidates .pick", "Barn-Lamp")),
        ("networks", "#networks .pick", lambda: browser.press("#networks .pick", "Barn")),
        ("credentials", "#passphrase", lambda: join(browser, "horses and hay")),
        ("correction", ".problem", lambda: join(browser, "hay and horses")),
        ("result", "#result", lambda: browser.press("#done")),
    ]:
        browser.sees(shown)
        browser.reload()
        browser.sees(shown)
        go()
    browser.sees("#add")
    browser.press("#settings")
    browser.sees("#tokens")
    browser.reload()
    browser.sees("#tokens")
    browser.driver.back()
    browser.sees("#add")


@claim("A broker that is lost is told, and when it is back so is what devices do, all by itself")
def broker_lost(visit):
    browser = furnished(visit)
    visit.home.end("broker", 9)
    browser.sees(".problem")
    visit.home.broker()
    browser.no_longer_sees(".problem")
    browser.press(".tile.online .switch", "Lamp")
    browser.sees(".tile.on .said", "On")


@claim("A hub that is killed and started again is found again by its page, which is still logged in")
def hub_lost(visit):
    browser = furnished(visit)
    visit.home.end("hub", 9)
    browser.sees("#notice", "The hub cannot be reached.")
    visit.home.command("set", "Lamp", "on")
    visit.home.hub()
    browser.no_longer_sees("#notice", "The hub cannot be reached.")
    browser.sees(".tile.on .said", "On")


@claim("Everything is done by keyboard alone: logging in, adding a device, switching it, and back")
def keyboard(visit):
    visit.serve()
    visit.home.device("Barn-Lamp", "wifiset")
    visit.home.furnish("Lamp", "home/lamp")
    browser = visit.browser()
    browser.sees("#password")
    browser.tab_to("#password")
    browser.keys(PASSWORD, "Enter")
    browser.sees("#add")
    browser.tab_to(".tile .switch")
    browser.keys("Space")
    browser.sees(".tile.on .said", "On")
    expect(browser.run("return document.activeElement.matches('.tile .switch')"), "the focus was lost by switching")
    browser.tab_to("#add", backwards=True)
    browser.keys("Enter")
    browser.sees("#candidates .pick", "Barn-Lamp")
    browser.tab_to("#candidates .pick", "Barn-Lamp")
    browser.keys("Enter")
    browser.sees("#networks .pick", "Barn")
    browser.tab_to("#networks .pick", "Barn")
    browser.keys("Enter")
    browser.sees("#passphrase")
    browser.tab_to("#passphrase")
    browser.keys("hay and horses", "Enter")
    browser.sees("#result")
    browser.tab_to("#done")
    browser.keys("Enter")
    browser.sees("#add")


@claim("A browser that prefers German is answered in German, and the settings change that at once")
def german(visit):
    visit.serve(broker=False)
    browser = visit.enter(language="de")
    browser.sees("#add", "Gerät")
    browser.press("#settings")
    browser.sees("h1", "Einstellungen")
    browser.press("#language-en")
    browser.sees("h1", "Settings")
    expect(browser.run("return document.documentElement.lang") == "en", "the page says that it is German")
    browser.reload()
    browser.sees("h1", "Settings")


@claim("A home of 1,000 devices can be used within two seconds, and shows what one of them does")
def large_home(visit):
    visit.serve()
    visit.home.furnish("Lamp", "home/lamp")
    path = visit.home.folder / "more.json"
    path.write_text(json.dumps([
        {"id": f"00000000-0000-4000-8000-{number:012x}", "name": f"Fan {number}", "topic": f"home/fan-{number}",
         "category": f"Floor {number % 20}"} for number in range(999)]))
    visit.home.command("devices", "import", str(path))
    browser = visit.enter()
    browser.until("document.querySelectorAll('.tile').length === 1000")
    times = []
    for _ in range(3):
        browser.reload()
        browser.until("document.querySelectorAll('.tile').length === 1000")
        # Drawn, and ready for what a person does: since the page was asked for, in milliseconds.
        times.append(browser.run_async("requestAnimationFrame(() => setTimeout(() => done(performance.now())))"))
    # Other work on the machine only ever adds to it.
    expect(min(times) <= 2_000, f"it took {times} ms")
    switch_on(browser, "Lamp")
