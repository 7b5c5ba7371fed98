"""The hub is killed while devices are added, renamed and switched; started again, it shows what it had confirmed."""
import http.client
import random
import tempfile
import threading
import time

from client import Client
from home import LIMIT, Fault, Home

# How long a round may go on before the hub is killed, in seconds: in turn long enough to add a device, and too short for that.
LONGEST, SHORTEST = 2.0, 0.2
GONE = (OSError, http.client.HTTPException, ConnectionError)


class Steering(threading.Thread):
    """Renames a device and switches it, again and again, until the hub is gone."""

    def __init__(self, client, device, name, is_on):
        super().__init__()
        self.client, self.device = client, device
        # What was confirmed last, and what may have happened beside it.
        self.name, self.is_on, self.names, self.states = name, is_on, {name}, {is_on}
        self.renamed = self.switched = 0
        self.fault = None

    def run(self):
        try:
            while True:
                self.rename()
                self.switch()
        except GONE:
            pass
        except Exception as fault:  # is told by the thread that waits for this one
            self.fault = fault

    def rename(self):
        wanted = f"Lamp {random.randrange(1 << 30)}"
        self.names = {self.name, wanted}
        answer = self.client.api("PATCH", self.client.path(self.device), {"name": wanted})
        if answer.status != 200:
            raise Fault(f"a rename was answered with {answer.status} {answer.text}")
        self.name, self.names = wanted, {wanted}
        self.renamed += 1

    def switch(self):
        wanted = not self.is_on
        self.states = {self.is_on, wanted}
        answer = self.client.api("PUT", self.client.path(self.device) + "/state", {"on": wanted})
        if answer.status != 200:
            # Shortly after a start the connection to the broker may not stand yet.
            if answer.object["error"] == "control.noBroker":
                return
            raise Fault(f"a command was answered with {answer.status} {answer.text}")
        self.is_on, self.states = wanted, {wanted}
        self.switched += 1


class Adding(threading.Thread):
    """Sets a device up as a page does, until it is done or the hub is gone."""

    def __init__(self, client, name):
        super().__init__()
        self.client, self.name, self.is_confirmed, self.fault = client, name, False, None

    def run(self):
        try:
            self.add()
        except GONE:
            pass
        except Exception as fault:
            self.fault = fault

    def add(self):
        client = self.client
        client.do("home")
        client.do("open/connect")
        found = client.view("connect", lambda shown: self.candidate(shown) is not None)
        client.do("connect/choose", id=self.candidate(found))
        client.view("connect", lambda shown: shown["stage"] == "networks")
        client.do("connect/type", name="Barn")
        client.view("connect", lambda shown: shown["stage"] == "credentials")
        client.do("connect/join", topic="barn/" + self.name.lower(), passphrase="hay and horses")
        ended = client.view("connect", lambda shown: "result" in shown)
        if not ended["result"].get("success"):
            raise Fault(f"the set-up failed: {ended['result']}")
        self.is_confirmed = True

    def candidate(self, shown):
        return next((one["id"] for one in shown.get("candidates", []) if one["name"] == self.name), None)


class Rounds:
    """Kills, one after the other, in one home."""

    def __init__(self, programs, folder):
        self.home = Home(programs, folder)
        self.added = set()
        self.renamed = self.switched = self.cut = 0

    def run(self, count):
        home = self.home
        home.broker()
        home.furnish("Lamp", "home/lamp", "Light")
        home.hub()
        self.client = Client(home.hub_port)
        self.lamp = next(one["id"] for one in self.client.devices() if one["name"] == "Lamp")
        name, is_on = "Lamp", False
        for number in range(1, count + 1):
            home.device(f"Fan-{number}")
            steering = Steering(self.client, self.lamp, name, is_on)
            adding = Adding(self.client, f"Fan-{number}")
            self.kill_amid(LONGEST if number % 2 else SHORTEST, steering, adding)
            home.hub()
            name, is_on = self.look(steering, adding)
            home.end(f"Fan-{number}", 9)
        if not self.added or not self.cut or not self.renamed or not self.switched:
            raise Fault(f"the kills came too early or too late: {self.summary}")

    def kill_amid(self, limit, *threads):
        for thread in threads:
            thread.start()
        time.sleep(random.uniform(0, limit))
        self.home.end("hub", 9)
        for thread in threads:
            thread.join(LIMIT)
            if thread.is_alive():
                raise Fault("a request to a hub that is gone did not end")
            if thread.fault:
                raise thread.fault

    def look(self, steering, adding):
        """Compares what the hub shows with what it confirmed before; the device's name and state as they are."""
        self.renamed += steering.renamed
        self.switched += steering.switched
        if adding.is_confirmed:
            self.added.add(adding.name)
        else:
            self.cut += 1
        listed = self.client.devices()
        names = [one["name"] for one in listed]
        lamp = next((one for one in listed if one["id"] == self.lamp), None)
        if lamp is None or lamp["category"] != "Light" or lamp["name"] not in steering.names:
            raise Fault(f"of the device that was renamed to {steering.names} it shows {lamp}")
        missing = [name for name in self.added if names.count(name) != 1]
        if missing:
            raise Fault(f"devices that it said were added are not listed once: {missing}")
        topics = {one["name"]: one["topic"] for one in listed}
        wrong = [name for name in self.added if topics[name] != "barn/" + name.lower()]
        if wrong:
            raise Fault(f"devices that it said were added have other topics: {wrong}")
        return lamp["name"], self.state(steering)

    def state(self, steering):
        """The state of the device, once it is one of those that it can be in."""
        known = {}
        for _, content in self.client.events():
            for one in content.get("devices", []) + content.get("states", []):
                known[one["id"]] = one.get("on")
            if known.get(self.lamp) in steering.states and self.is_connected(content):
                return known[self.lamp]

    def is_connected(self, content):
        self.broker = content.get("broker", self.broker)
        return self.broker["state"] == "connected"

    broker = {"state": "closed"}

    @property
    def summary(self):
        return (f"{self.renamed} renames and {self.switched} commands confirmed, {len(self.added)} devices added, "
                f"{self.cut} cut while they were added")


def kills(programs, count):
    with tempfile.TemporaryDirectory(prefix="gangway-kills-") as folder:
        rounds = Rounds(programs, folder)
        try:
            rounds.run(count)
        finally:
            rounds.home.close()
        return rounds.summary
