"""Both ends ours, everything between them real: BlueZ on two adapters, NetworkManager, hostapd, DHCP."""
from harness import expect, scenario
from ours import (
    NAME, NETWORK, PASSPHRASE, WRONG, access_point, device, expect_address, expect_one_connection, hand, join, joined,
    outcomes, profiles,
)

AURORA = "Aurora Guest House Wi-Fi 2.4 GHz"
NOT_TEXT = b"caf\xe9 \xff\xfe"


def is_our_device(event):
    return event.get("event") == "device" and event.get("name") == NAME


@scenario("A scan finds the device by its service, with its name and its signal")
def scan(stage):
    device(stage)
    scan = hand(stage, "scan", "--timeout", "8")
    found = scan.hear(30, wanted=is_our_device)
    expect(found["protocol"] == "wifiset" and isinstance(found["rssi"], int), f"the device is shown as {found}")
    expect(scan.finish() == 0, "the scan ends with status 0")


@scenario("A1/1, A2/5: The list has the access points with security and channel, and names of 32 bytes and not of text whole")
def networks(stage):
    device(stage)
    listing = hand(stage, "networks", NAME)
    entry = listing.hear(90, event="network", ssid=NETWORK)
    end = listing.hear(30, event="listEnd")
    expect("wpa" in entry["security"] and entry["channels"] == [6], f"the entry is {entry}")
    expect(end["complete"] and end["count"] == end["received"], f"the list ends with {end}")
    names = {event["ssidHex"].lower() for event in listing.events if event.get("event") == "network"}
    for name in (AURORA.encode(), NOT_TEXT):
        expect(name.hex() in names, f"the list has {name}: {names}")
    expect(listing.finish() == 0, "the command ends with status 0")


@scenario("E1/104, F3/123: A wrong passphrase and then the right one, on one connection, leave one profile and an address, which the status tells")
def wrong_then_right(stage):
    served = device(stage)
    program = join(stage, WRONG, PASSPHRASE)
    outcome = joined(program)
    expect(outcomes(program)[0]["reason"] == "wrongPassphrase", f"the first try failed: {outcomes(program)}")
    expect_address(stage, outcome)
    expect_one_connection(served)
    expect(len(profiles(stage)) == 1, "one profile is left")
    stage.run("ping", "-c", "1", "-W", "5", "192.168.77.1")
    report = hand(stage, "status", NAME)
    state = report.hear(90, event="status")
    expect(state["state"] == "connected" and state["ssid"] == NETWORK, f"the status is {state}")
    expect_address(stage, state)
    expect(report.finish() == 0, "the command ends with status 0")


@scenario("A wrong passphrase alone ends with status 1 and a reason, and leaves nothing connected")
def wrong_alone(stage):
    device(stage)
    program = join(stage, WRONG)
    expect(program.finish(120) == 1, f"join ends with status 1: {outcomes(program)}")
    last = outcomes(program)[-1]
    expect(last["outcome"] == "failed" and last["reason"] == "wrongPassphrase", f"the reason is {last}")


@scenario("A network that is not there is reported as not found")
def absent_network(stage):
    # Before any hidden network was on the air: with one in range it could be that one, and is tried as such.
    device(stage)
    program = join(stage, PASSPHRASE, more=("--ssid", "Nowhere"))
    status = program.finish(120)
    expect(status in (1, 3), f"join ended with {status}: {outcomes(program)}")
    expect(outcomes(program)[-1]["reason"] == "networkNotFound", f"the reason is {outcomes(program)}")


@scenario("A2/5: A network name of 32 bytes is joined")
def name_of_32_bytes(stage):
    device(stage)
    expect_address(stage, joined(join(stage, PASSPHRASE, more=("--ssid", AURORA))))


@scenario("A1/1: A network name that is not UTF-8 is joined by the bytes it came with")
def name_that_is_not_text(stage):
    device(stage)
    expect_address(stage, joined(join(stage, PASSPHRASE, more=("--ssid-hex", NOT_TEXT.hex()))))


@scenario("F5/129: On a network with WPA3 only, a wrong passphrase is told as one, and the right one then joins")
def wpa3_wrong_then_right(stage):
    device(stage)
    program = join(stage, WRONG, PASSPHRASE, more=("--ssid", "Attic"))
    outcome = joined(program)
    expect(outcomes(program)[0]["reason"] == "wrongPassphrase", f"the first try failed: {outcomes(program)}")
    expect_address(stage, outcome)


@scenario("An open network is joined without a passphrase")
def open_network(stage):
    device(stage)
    expect_address(stage, joined(join(stage, more=("--ssid", "Square", "--open"))))


@scenario("F4/127: A hidden network is joined by its name")
def hidden_network(stage):
    access_point(stage, "Cellar", PASSPHRASE, "hidden")
    device(stage)
    expect_address(stage, joined(join(stage, PASSPHRASE, more=("--ssid", "Cellar", "--hidden"))))
