"""What the claims share: how they are written down, and what a person does again and again."""
import json

from home import Fault

PASSWORD = "correct horse battery"
# What a catalogue of one kind says.
KINDS = json.dumps({"kinds": [{
    "id": "lamp", "name": "Table lamp", "category": "Light", "topic": "home/lamps", "advertisedPrefix": "Table",
    "modes": [{"number": 0, "name": "warm"}, {"number": 1, "name": "cold"}]}]})
claims = []


def claim(sentence):
    """Takes a function as what holds of the page, in the order in which they are written."""
    def take(function):
        claims.append((sentence, function))
        return function
    return take


def expect(condition, what):
    if not condition:
        raise Fault(what)


def tile(browser, name, state):
    browser.sees(f'.tile .switch[aria-checked="{state}"]', name)


def switch_on(browser, name):
    """Switches a device on at its tile, and sees that it is."""
    browser.press(".tile .switch", name)
    browser.sees(".tile.on .said", "On")


def find_device(browser, name):
    browser.press("#add")
    browser.press("#candidates .pick", name)


def join(browser, passphrase):
    browser.type("passphrase", passphrase)
    browser.press("#join")


def name_network(browser, name, topic):
    """Names the network and the topic of a device that lists no networks."""
    browser.type("network-name", name)
    browser.press("#type-network")
    browser.type("topic", topic)


def furnished(visit, name="Lamp", topic="home/lamp"):
    """A home with one device that is off, and a browser that sees it so."""
    visit.serve()
    visit.home.furnish(name, topic)
    browser = visit.enter()
    tile(browser, name, "false")
    return browser
