"""What a person does in the page, and what comes of it."""
from home import Fault

claims = []


def claim(sentence):
    def take(function):
        claims.append((sentence, function))
        return function
    return take


def expect(condition, what):
    if not condition:
        raise Fault(what)


def tile(browser, name, state):
    browser.sees(f'.tile .switch[aria-checked="{state}"]', name)


@claim("The first one to open the page sets the password, and only that one gets in later")
def first_password(visit):
    visit.serve(broker=False)
    from claims import PASSWORD
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
    visit.serve()
    visit.home.furnish("Lamp", "home/lamp")
    browser = visit.enter()
    tile(browser, "Lamp", "false")
    browser.press(".tile .switch", "Lamp")
    browser.sees(".tile.on .said", "On")
    expect("on" in visit.home.command("devices"), "the command line does not see it on")
    browser.press(".tile .switch", "Lamp")
    browser.no_longer_sees(".tile.on")
    browser.no_longer_sees(".tile.busy")
    tile(browser, "Lamp", "false")
