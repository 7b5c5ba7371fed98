"""How every screen looks and reads: in both colour schemes, on a phone and at a desk, and to whom cannot see it."""
import importlib.util
import math
import pathlib

from flows import KINDS, claim, join, name_network, tile
from home import Fault


def axe_script():
    place = importlib.util.find_spec("axe_playwright_python").submodule_search_locations[0]
    return (pathlib.Path(place) / "axe.min.js").read_text()


AXE = """
const done = arguments[0];
axe.run(document, { resultTypes: ['violations'] }).then(
  (found) => done(found.violations.map((one) => one.id + ': ' + one.help + ': ' + one.nodes.map((node) => node.html.slice(0, 160) + ' ' + node.failureSummary).join(' | '))),
  (failure) => done(['axe failed: ' + failure]));
"""


def inspect(visit, browser, name):
    """A screen as it is now: without a finding, without a part beyond the edge, and kept as a picture, in each way it can look."""
    faults = []
    for dark in (False, True):
        for width in (360, 1280):
            # As high as the screen is, so that the picture has all of it.
            browser.looks(width, 780, dark)
            browser.looks(width, max(780, browser.run("scrollTo(0, 0); return document.documentElement.scrollHeight")))
            scheme = "dark" if dark else "light"
            beyond = browser.run("return document.documentElement.scrollWidth - innerWidth")
            if beyond > 0:
                faults.append(f"{name} at {width} pixels goes {beyond} pixels beyond the edge")
            browser.keep(visit.out / f"{name}-{width}-{scheme}.png")
        faults += findings(browser, f"{name}, {scheme}")
    faults += in_german(browser, name)
    browser.looks(1280, 900, False)
    return faults


def findings(browser, name):
    browser.run("if (!window.axe) { " + axe_script() + " ; window.axe = axe; }")
    return [f"{name}: {finding}" for finding in browser.driver.execute_async_script(AXE)]


def in_german(browser, name):
    """The same screen in German, where it has longer words; before the log-in a browser says which language it is."""
    if browser.run("return document.getElementById('gate-button') !== null"):
        return []
    faults = []
    for language in ("de", "en"):
        browser.run("fetch('/do/language', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ language: arguments[0] }) })", language)
        browser.until(f"document.documentElement.lang === '{language}'")
        if language == "de":
            browser.looks(360)
            beyond = browser.run("return document.documentElement.scrollWidth - innerWidth")
            if beyond > 0:
                faults.append(f"{name} in German goes {beyond} pixels beyond the edge of a phone")
            faults += findings(browser, f"{name}, German")
    return faults


def inspect_all(visit, screens):
    """Goes from screen to screen and tells all faults together."""
    faults = [fault for name, browser in screens for fault in inspect(visit, browser, name)]
    if faults:
        raise Fault("\n    ".join(faults))


@claim("Log-in, home, device, settings and log are without a finding of axe-core, light and dark, and fit a phone")
def steering_screens(visit):
    visit.home.knows(KINDS)
    visit.serve()
    for name, topic, category, *more in [
        ("Reading lamp", "home/reading", "Light", "--modes", "warm,cold"), ("Ceiling", "home/ceiling", "Light"),
        ("Fan with a name so long that it does not fit", "home/fan", "Climate"), ("Kettle", "home/kettle", None),
    ]:
        visit.home.furnish(name, topic, category, *more)
    visit.home.command("set", "Ceiling", "on")
    visit.home.end("Kettle")
    visit.home.signals("Reading lamp", [
        round(-56 + 3 * math.sin(at / 17) + math.sin(at * 1.7) - (18 if 60 < at < 74 else 0)) for at in range(144)])

    def screens():
        browser = visit.browser()
        browser.sees("#gate-button", "Set the password")
        yield "setup", browser
        abroad = visit.browser(language="de")
        abroad.sees("#gate-button", "Passwort festlegen")
        yield "setup-german", abroad
        browser = visit.enter()
        tile(browser, "Ceiling", "true")
        browser.sees(".tile.offline", "Kettle")
        yield "home", browser
        browser.press(".tile .icon[aria-label='Open Reading lamp']")
        browser.sees("#power")
        browser.sees(".unnamed")
        yield "device-unnamed", browser
        browser.choose("device-kind", "Table lamp")
        browser.press(".modes button", "warm")
        browser.sees(".modes button[aria-pressed='true']", "warm")
        browser.no_longer_sees(".busy")
        yield "device", browser
        browser.press("#remove")
        browser.sees("#remove-ask")
        yield "device-remove", browser
        browser.press("#back")
        browser.press("#activity")
        browser.sees(".log")
        yield "activity", browser
        browser.press("#back")
        browser.press("#settings")
        browser.type("token-name", "prometheus")
        browser.press("#make-token")
        browser.sees("#fresh-token")
        browser.press("#test")
        browser.sees("#test-result .good")
        yield "settings", browser
        browser.press("#logout")
        browser.sees("#gate-button", "Log in")
        yield "login", browser
    inspect_all(visit, screens())


@claim("Each step of adding a device is without a finding of axe-core, light and dark, and fits a phone")
def connect_screens(visit):
    visit.serve()
    visit.home.device("Barn-Lamp", "wifiset")
    visit.home.device("Barn-Nordic", "nordic")
    visit.home.device("Barn-Fan")

    def screens():
        browser = visit.enter()
        yield "empty", browser
        browser.press("#add")
        for name in ("Barn-Lamp", "Barn-Nordic", "Barn-Fan"):
            browser.sees("#candidates", name)
        yield "connect-devices", browser
        browser.press("#candidates .pick", "Barn-Nordic")
        browser.sees("#networks", "Farmhouse")
        yield "connect-networks", browser
        browser.press("#networks .pick", "Barn")
        browser.sees("#passphrase")
        yield "connect-credentials", browser
        join(browser, "horses and hay")
        browser.sees(".problem")
        yield "connect-wrong", browser
        join(browser, "hay and horses")
        browser.sees("#result")
        yield "connect-result", browser
        browser.press("#done")
        browser.press(".tile.still .switch", "Barn-Nordic")
        browser.press("#ask")
        browser.sees("#standing")
        yield "device-bluetooth", browser
        browser.press("#back")
        browser.press("#add")
        browser.press("#candidates .pick", "Barn-Fan")
        browser.sees("#network-name")
        name_network(browser, "Farmhouse", "barn/fan")
        browser.type("passphrase", "not the right one")
        yield "connect-topic", browser
        browser.press("#join")
        browser.sees("#steps .running")
        yield "connect-joining", browser
        browser.press("#cancel")
        browser.sees("#done")
        yield "connect-stopped", browser
    inspect_all(visit, screens())
