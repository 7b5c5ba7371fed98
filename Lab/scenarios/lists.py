"""Long lists over real Bluetooth, at the greatest MTU and at the least, with a station that is simulated."""
import json

from harness import LAB, PYTHON, expect, scenario
from ours import ADDRESS, ASIDE, NAME, PASSPHRASE, device, hand, reference_device

COUNT = 40


def station_of_40(stage):
    """A simulated station with forty networks, their names 1 to 32 bytes long."""
    names = [f"{index:02} {'network name of some length':.{index % 30}}" for index in range(COUNT)]
    networks = [
        {"ssid": name, "signal": -40 - index, "security": "wpa-personal", "channel": 1 + index % 13, "passphrase": PASSPHRASE}
        for index, name in enumerate(names)
    ]
    path = stage.folder / "station.json"
    path.write_text(json.dumps({"networks": networks}))
    return f"simulated:{path}", {name.encode().hex() for name in names}


@scenario("A list of 40 networks arrives whole at the greatest MTU")
def greatest_mtu(stage):
    station, names = station_of_40(stage)
    device(stage, station=station)
    listing = hand(stage, "networks", NAME)
    end = listing.hear(120, event="listEnd")
    expect(end["complete"] and end["count"] == COUNT, f"the list ends with {end}")
    listed = {event["ssidHex"].lower() for event in listing.events if event.get("event") == "network"}
    expect(listed == names, f"missing: {names - listed}, too many: {listed - names}")


@scenario("B5/42: A central that stays at the least MTU is given a list of 40 networks, in pieces of 20 bytes")
def least_mtu_at_the_central(stage):
    station, names = station_of_40(stage)
    device(stage, station=station)
    central = stage.program("small-central", LAB / "peer", "small_central", "--address", ADDRESS)
    link = central.hear(180, event="link")
    expect(link["mtu"] == 23 and link["longest"] == 20, f"the link is {link}")
    listed = {event["ssidHex"] for event in central.events if event.get("event") == "network"}
    expect(listed == names, f"missing: {names - listed}, too many: {listed - names}")


@scenario("B3/36: A device that stays at the least MTU and sends in pieces has its list of 40 networks read whole", beside=True)
def least_mtu_at_the_device(stage):
    reference_device(stage, "--mtu", 23, "--networks", COUNT, "--split")
    listing = hand(stage, "networks", "ESP32-WiFiSet", adapter=ASIDE)
    end = listing.hear(120, event="listEnd")
    expect(end["complete"] and end["received"] == end["count"], f"the list ends with {end}")
