"""How every screen looks and reads: in both colour schemes, on a phone and at a desk, and to whom cannot see it."""
import importlib.util
import pathlib

from home import Fault
from steps import tile

claims = []


def claim(sentence):
    def take(function):
        claims.append((sentence, function))
        return function
    return take


def axe_script():
    place = importlib.util.find_spec("axe_core_python").submodule_search_locations[0]
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
            browser.looks(width, 780, dark)
            scheme = "dark" if dark else "light"
            beyond = browser.run("return document.documentElement.scrollWidth - innerWidth")
            if beyond > 0:
                faults.append(f"{name} at {width} pixels goes {beyond} pixels beyond the edge")
            browser.keep(visit.out / f"{name}-{width}-{scheme}.png")
        browser.run("if (!window.axe) { " + axe_script() + " ; window.axe = axe; }")
        faults += [f"{name}, {scheme}: {finding}" for finding in browser.driver.execute_async_script(AXE)]
    browser.looks(1280, 900, False)
    return faults


@claim("The log-in and the home have no finding of axe-core, and no part of them is beyond the edge of a phone")
def first_screens(visit):
    visit.serve()
    visit.home.furnish("Lamp", "home/lamp", "Light")
    visit.home.furnish("Fan with a name so long that it does not fit", "home/fan", "Climate")
    browser = visit.browser()
    browser.sees("#gate-button")
    faults = inspect(visit, browser, "setup")
    browser = visit.enter()
    browser.press(".tile .switch", "Lamp")
    tile(browser, "Lamp", "true")
    browser.sees(".tile.on .said", "On")
    faults += inspect(visit, browser, "home")
    if faults:
        raise Fault("\n    ".join(faults))
