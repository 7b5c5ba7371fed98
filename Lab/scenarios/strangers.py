"""Ours against programs that are not ours, one on each side."""
import frames
from bonds import HAND, no_bonds
from harness import expect, scenario
from ours import (
    ASIDE, NETWORK, PASSPHRASE, WRONG, address_of_station, bleak, device, hand, join, joined, outcomes, reference_device,
)

REFERENCE = "ESP32-WiFiSet"


@scenario("A central on bleak provisions our device: wrong passphrase, then the right one, each acknowledged")
def bleak_provisions_our_device(stage):
    # bleak takes what BlueZ remembers of a device's attributes for what it has: it is to meet this one for the first time.
    no_bonds(stage, HAND)
    device(stage)
    central = bleak(stage, WRONG, PASSPHRASE)
    central.hear(90, event="network", ssidHex=NETWORK.encode().hex())
    central.hear(60, event="ack", code=0)
    failure = central.hear(90, event="error")
    expect(failure["code"] == 5, f"the failure is {failure}")
    central.hear(30, event="status", state=4)
    central.hear(60, event="ack", code=0)
    connected = central.hear(90, event="status", state=3)
    expect(connected["address"] == address_of_station(stage), f"the status is {connected}")
    expect(central.finish() == 0, "the central ends with status 0")


@scenario("Our client provisions a device with the reference firmware's habits: wrong passphrase, then the right one", beside=True)
def reference_join(stage):
    reference_device(stage, "--networks", 8)
    program = join(stage, WRONG, PASSPHRASE, name=REFERENCE, adapter=ASIDE)
    outcome = joined(program)
    expect(outcome["address"] == "192.168.77.20", f"the address is the device's: {outcome}")
    first = outcomes(program)[0]
    expect(first["reason"] == "wrongPassphrase", f"the first try: {first}")


@scenario("Our client lists the networks of a device with the reference firmware's habits, which scans when connected", beside=True)
def reference_list(stage):
    reference_device(stage, "--networks", 8)
    listing = hand(stage, "networks", REFERENCE, adapter=ASIDE)
    listing.hear(120, event="network", ssid=NETWORK)
    end = listing.hear(30, event="listEnd")
    expect(end["complete"] and end["received"] == 8, f"the list ends with {end}")


@scenario("Our client reads to their ends the entries that the reference firmware cut at the least MTU", beside=True)
def reference_list_cut(stage):
    # A read is to be answered before the next entry takes its place: in an emulated machine that takes more than 0.1 s.
    reference_device(stage, "--networks", 20, "--mtu", 23, "--pause", 1)
    listing = hand(stage, "networks", REFERENCE, adapter=ASIDE)
    end = listing.hear(150, event="listEnd")
    listed = {event["ssidHex"] for event in listing.events if event.get("event") == "network"}
    # A message of 20 bytes has room for a name of 12.
    names = {frames.ssid_of_entry(entry) for entry in frames.entries(NETWORK.encode(), 20)}
    expect(any(len(name) > 12 for name in names), "one of them is cut")
    expect({name.lower() for name in listed} == {name.hex() for name in names}, f"listed {listed}, there are {names}")
    expect(end["complete"] and end["received"] == 20, f"the list ends with {end}")
    expect(listing.finish() == 0, "the command ends by itself")
    joined(join(stage, PASSPHRASE, name=REFERENCE, adapter=ASIDE))
