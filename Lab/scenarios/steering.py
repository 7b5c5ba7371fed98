"""A broker on the access point's side of the air, devices that are steered over it, and the hand that steers them there."""
import json
import pathlib
import shutil

from harness import expect, wait_until
from ours import GANGWAY

TOPIC = "home/lamp"
# The access point's network namespace: who is in it is on the other side of the air from wlan1.
BEYOND = ("ip", "netns", "exec", "ap")
GATEWAY = "192.168.77.1"
KEEP_ALIVE = 5  # the least that there is: the broker misses a device after one and a half times that


class Broker:
    """`gangway broker run`: a real mosquitto with TLS, on one side of the air, with the folder of those who steer over it."""

    def __init__(self, stage, folder, host, port, where=()):
        self.stage, self.where = stage, where
        self.home = pathlib.Path("/run/lab") / folder
        shutil.rmtree(self.home, ignore_errors=True)
        self.log = stage.folder / f"{folder}.log"
        arguments = ("--json", "--verbose", "broker", "run", "--name", host, "--port", port)
        program = stage.program(folder, *where, GANGWAY, *arguments, environment=self.environment)
        serving = program.hear(60, event="serving")
        expect(serving["used"], f"what is steered from this folder is steered over it: {serving}")
        self.device_file = pathlib.Path(serving["deviceFile"]).with_name("lab-device.json")
        settings = json.loads(pathlib.Path(serving["deviceFile"]).read_text())
        self.device_file.write_text(json.dumps({**settings, "keepAlive": KEEP_ALIVE}))

    @property
    def environment(self):
        return {"GANGWAY_HOME": str(self.home)}

    def hand(self, *arguments, log=None, radio="bluez:hci0"):
        """A command of `gangway` where the broker is, with its folder."""
        return self.stage.program(
            log or arguments[0], *self.where, GANGWAY, "--json", *arguments,
            environment={**self.environment, "GANGWAY_RADIO": radio},
        )

    def peers(self, account):
        """The addresses from which this account has connected, as the broker wrote them down."""
        lines = self.log.read_text(errors="replace").splitlines()
        return {
            line.split(" connected from ")[1].split()[0].rpartition(":")[0]
            for line in lines
            if " connected from " in line and f"u'{account}'" in line
        }

    def switch(self, name, *more, log=None):
        """`gangway set`, to its end: the exit status and the last event."""
        program = self.hand("set", name, *more, log=log or f"set-{name}")
        status = program.finish(60)
        return status, (program.events or [{}])[-1]


def listed(program, seconds=120):
    """The join ends with the device heard from and listed: its entry."""
    status = program.finish(seconds)
    steps = [event["step"] for event in program.events if event.get("event") == "progress"]
    expect(status == 0, f"join ended with {status}: {program.events[-2:]}")
    expect("heard" in steps, f"the device was heard from: {steps}")
    entries = [event for event in program.events if event.get("event") == "listed"]
    expect(len(entries) == 1, f"the device is listed once: {entries}")
    return entries[0]


def presence(watching, device):
    """What `watch` has last said of a device's presence."""
    reports = [event for event in watching.events if event.get("event") == "report" and event["id"] == device["id"]]
    return reports[-1]["presence"] if reports else None


def expect_presence(watching, seconds, *wanted):
    """`watch` comes to show this presence of each device: pairs of both."""
    for device, word in wanted:
        wait_until(
            lambda device=device, word=word: presence(watching, device) == word, seconds,
            f"watch does not show {device['name']} as {word}",
        )
    now = [(device["name"], presence(watching, device)) for device, _ in wanted]
    expect(now == [(device["name"], word) for device, word in wanted], f"watch shows {now}")
