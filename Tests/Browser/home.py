"""A home of its own for each claim: a folder, a broker, a hub and simulated devices, all private to it and gone after it."""
import json
import os
import pathlib
import random
import select
import socket
import sqlite3
import subprocess
import time

LIMIT = 30
STATION = {
    "networks": [
        {"ssid": "Barn", "security": "wpa-personal", "passphrase": "hay and horses", "channel": 6, "signal": -52},
        {"ssid": "Farmhouse", "security": "wpa3-personal", "passphrase": "kitchen stove", "channel": 11, "signal": -71},
        {"ssid": "Guests", "security": "open", "channel": 1, "signal": -60},
    ],
    "delays": {"scan": 20, "association": 20, "authentication": 20, "address": 20},
}


class Fault(Exception):
    """What a claim says does not hold."""


def free_port():
    """A port that is free, and none of those that the system gives to connections that go out: one of these could take it before a
    server does."""
    first_outgoing = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    for port in random.sample(range(10_000, first_outgoing), 100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise Fault(f"no port below {first_outgoing} is free")


class Home:
    """Programs that share a folder and the air of a virtual radio."""

    def __init__(self, programs, folder):
        self.programs, self.folder = pathlib.Path(programs), pathlib.Path(folder)
        self.data = self.folder / "home"
        self.station = self.folder / "station.json"
        self.station.write_text(json.dumps(STATION))
        self.environment = {
            **os.environ, "GANGWAY_RADIO": f"virtual:{self.folder}/air", "GANGWAY_HOME": str(self.data), "HOME": str(self.folder),
        }
        # The folder of the broker's own things.
        self.brokers = self.data
        self.processes, self.scheme = {}, "http"
        self.certificate, self.key = str(self.folder / "hub.pem"), str(self.folder / "hub.key")
        self.hub_port, self.broker_port = free_port(), free_port()

    @property
    def address(self):
        return f"{self.scheme}://127.0.0.1:{self.hub_port}"

    def begin(self, name, expected, program, *words, before=None):
        """Starts a program and returns when it has said `expected`; `before` is called in its process first."""
        process = subprocess.Popen(
            [self.programs / program, *words], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, preexec_fn=before)
        self.processes[name] = process
        said, end = b"", time.monotonic() + LIMIT
        while expected.encode() not in said:
            ready, _, _ = select.select([process.stdout], [], [], max(0, end - time.monotonic()))
            read = os.read(process.stdout.fileno(), 4096) if ready else b""
            if not read:
                raise Fault(f"{program} did not say {expected!r} but {said.decode(errors='replace')!r}")
            said += read

    def end(self, name, signal=15):
        process = self.processes.pop(name)
        process.send_signal(signal)
        # Its pipe is read to the end, so that it never waits for a reader.
        process.communicate(timeout=LIMIT)
        return process.returncode

    def close(self):
        # The broker ends in order: killed, it would leave its server behind for a moment, which still writes into the folder.
        for name in list(self.processes):
            self.end(name, 15 if name == "broker" else 9)

    def broker(self):
        self.begin("broker", "gangway device", "gangway", "broker", "run", "--directory", str(self.data), "--name", "localhost",
                   "--port", str(self.broker_port))

    def hub(self, *words):
        self.begin("hub", "The hub is at", "gangway-hub", "run", "--data", str(self.data), "--listen",
                   f"127.0.0.1:{self.hub_port}", *words)

    def knows(self, kinds):
        """Puts a catalogue into the home."""
        self.data.mkdir(mode=0o700)
        (self.data / "devices.json").write_text(kinds)

    def radio(self, state=None):
        """Switches the radio of all who look for devices `off`, or has it `missing`; without a word it is back."""
        faults = self.folder / "air/faults"
        if state is None:
            return faults.unlink()
        fresh = self.folder / "faults"
        fresh.write_text(f"radio={state}\n")
        fresh.rename(faults)

    def certify(self):
        """Makes a certificate for the hub, which is served over TLS from then on."""
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-keyout", self.key, "-out", self.certificate], check=True, capture_output=True)
        os.chmod(self.key, 0o600)
        self.scheme = "https"

    def device(self, name, protocol="json", *words):
        steered = ["--broker", str(self.brokers / "device-broker.json")] if protocol == "json" else []
        self.begin(name, "On the air", "gangway", "device", "--protocol", protocol, "--station", f"simulated:{self.station}",
                   "--name", name, *steered, *words)

    def command(self, *words, typed=""):
        """Runs a command of the command line as another person at the same home would."""
        ended = subprocess.run([self.programs / "gangway", *words], env=self.environment, input=typed, text=True,
                               capture_output=True, timeout=LIMIT)
        if ended.returncode:
            raise Fault(f"gangway {words} ended with {ended.returncode}: {ended.stderr}")
        return ended.stdout

    def signals(self, name, strengths):
        """What a device told of its signal before, five minutes apart."""
        with sqlite3.connect(self.data / "devices.sqlite", timeout=LIMIT) as list_:
            (number,) = list_.execute("SELECT number FROM device WHERE name = ?", (name,)).fetchone()
            began = int(time.time() * 1000) - len(strengths) * 300_000
            list_.execute("DELETE FROM signal WHERE device = ?", (number,))
            list_.executemany("INSERT INTO signal (device, sequence, time, strength) VALUES (?, ?, ?, ?)",
                              [(number, at, began + at * 300_000, strength) for at, strength in enumerate(strengths)])
        list_.close()

    def furnish(self, name, topic, category=None, *words):
        """A device that was set up before."""
        self.device(name, "json", *words)
        self.command("join", name, "--ssid", "Barn", "--topic", topic, typed="hay and horses\n")
        if category:
            self.command("devices", "move", name, "--category", category)
