"""The program under test: how the scenarios start it, and what they tidy up after it."""
import os

from harness import LAB, PROJECT, PYTHON, expect

GANGWAY = os.environ.get("GANGWAY") or PROJECT / ".build/release/gangway"
NAME = "Barn-Lamp"
ADDRESS = "C4:C5:C6:C7:C8:02"
ASIDE = "hci2"  # the hand of those that run beside the others
NETWORK, PASSPHRASE, WRONG = "Lab Network", "correct horse battery", "wrong horse battery"
STRANGER = "PVF3F4F8"  # the device with Nordic's service that is not ours
PROFILES = "/etc/NetworkManager/system-connections"


def device(stage, adapter="hci1", station="networkmanager:wlan1", log="device", more=()):
    """`gangway device` on the air, with the station it sets up."""
    program = stage.program(
        log, GANGWAY, "--json", "--verbose", "device", "--radio", f"bluez:{adapter}", "--station", station,
        "--name", NAME, *more,
    )
    program.hear(60, event="advertising")
    stage.at_end(lambda: forget_networks(stage))
    return program


def hand(stage, *arguments, adapter="hci0", log=None):
    """A command of `gangway` as the one who sets up, with JSON lines."""
    return stage.program(log or arguments[0], GANGWAY, "--json", "--radio", f"bluez:{adapter}", *arguments)


def join(stage, *passphrases, more=("--ssid", NETWORK), name=NAME, adapter="hci0", log="join"):
    """`gangway join`, with the passphrases on its standard input, one for each try."""
    program = hand(stage, "join", name, *more, adapter=adapter, log=log)
    for passphrase in passphrases:
        program.say(passphrase)
    program.end_input()
    return program


def outcomes(program):
    return [event for event in program.events if event.get("event") == "outcome"]


def joined(program, seconds=120):
    """The join ends well: its outcome."""
    status = program.finish(seconds)
    heard = outcomes(program)
    expect(status == 0, f"join ended with {status}: {heard[-1:] or program.events[-2:]}")
    expect(heard and heard[-1]["outcome"] == "connected", f"the last outcome is {heard[-1:]}")
    return heard[-1]


def address_of_station(stage):
    """The address that the device's Wi-Fi interface has, as the kernel tells it."""
    words = stage.run("ip", "-4", "-o", "address", "show", "wlan1").split()
    return words[words.index("inet") + 1].split("/")[0] if "inet" in words else None


def expect_one_connection(served):
    """One central, and it came once: the device's own count."""
    arrivals = [event for event in served.events if event.get("event") == "connected"]
    expect(len(arrivals) == 1, f"one connection is enough: {arrivals}")


def expect_address(stage, outcome):
    address = address_of_station(stage)
    expect(outcome.get("address") == address, f"reported {outcome.get('address')}, the interface has {address}")


def profiles(stage):
    """NetworkManager's Wi-Fi profiles, as their UUIDs."""
    lines = stage.run("nmcli", "-t", "-f", "UUID,TYPE", "connection", "show").split()
    return [line.split(":")[0] for line in lines if line.endswith("wireless")]


def forget_networks(stage):
    """Has NetworkManager forget all that it has, in one call: each start of nmcli takes time here."""
    uuids = profiles(stage)
    if uuids:
        stage.run("nmcli", "connection", "delete", *uuids, check=False)


def access_point(stage, ssid, passphrase=PASSPHRASE, *options):
    """Another network for this scenario, instead of the lab's usual ones."""
    stage.at_end(lambda: stage.run(LAB / "access-point", "usual"))
    stage.run(LAB / "access-point", "start", ssid, passphrase, *options)


def reference_device(stage, *arguments):
    """The device with the reference firmware's habits, on the air."""
    program = stage.program("reference-device", LAB / "peer", "reference_device", *arguments)
    program.hear(60, event="advertising")
    return program


def bleak(stage, *passphrases, ssid=NETWORK.encode(), adapter="hci0", address=ADDRESS):
    """The central on bleak, given the passphrases."""
    central = stage.program(
        "bleak", PYTHON, LAB / "peers/central_bleak.py", "--ssid-hex", ssid.hex(), "--adapter", adapter,
        "--address", address,
    )
    for passphrase in passphrases:
        central.say(passphrase.encode().hex())
    central.end_input()
    return central


def nordic_device(stage, *arguments):
    """The device with Nordic's service and the field's habits, on the air."""
    program = stage.program("nordic-device", LAB / "peer", "nordic_device", *arguments)
    program.hear(60, event="advertising")
    return program


def nordic_central(stage, *passphrases, ssid=NETWORK, more=()):
    """The central on bumble for Nordic's service; with passphrases it joins the network."""
    tries = [word for passphrase in passphrases for word in ("--passphrase-hex", passphrase.encode().hex())]
    target = ("--ssid-hex", ssid.encode().hex()) if passphrases else ()
    return stage.program("nordic-central", LAB / "peer", "nordic_central", *more, *target, *tries)
