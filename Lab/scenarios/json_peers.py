"""Credentials as one JSON object, between ours and programs that are not ours, at either end."""
import json

from bonds import DEVICE, HAND, no_bonds
from harness import LAB, PYTHON, expect, scenario, wait_until
from ours import ADDRESS, ASIDE, GANGWAY, NETWORK, PASSPHRASE, address_of_station, device, join, outcomes
from steering import TOPIC, Broker, listed

ID = "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"
OBJECT = "the lab's network"  # how the vectors' names begin
NO_OBJECT, NO_TOPIC = "a comma too many", "G5/144: a topic with a plus"
MALFORMED, BAD_TOPIC = 0x80, 0x81
LAMP = "ESP32-Lamp"
ADDRESS_ASIDE = "C4:C5:C6:C7:C8:03"


def told(program, seconds=60, **fields):
    """The event with these fields, whenever it came."""
    return wait_until(
        lambda: next((one for one in program.events if all(one.get(key) == value for key, value in fields.items())), None),
        seconds, f"{program.name}: no event {fields}",
    )


def expect_taken(central, served):
    """What is no object and what has no usable topic is refused by its name, and then the credentials are taken: the join."""
    central.hear(60, event="refused", code=MALFORMED)
    central.hear(10, event="refused", code=BAD_TOPIC)
    central.hear(10, event="written")
    joined = told(served, event="joined", ssid=NETWORK)
    told(served, event="assigned", topic=TOPIC, id=ID)
    taken = [event for event in served.events if event.get("event") == "credentials"]
    expect(len(taken) == 1, f"nothing else was taken for credentials: {taken}")
    expect(central.finish() == 0, "the central ends with status 0")
    return joined


@scenario("A central on bleak gives our device network and topic in one JSON write; what is no such object is refused before")
def json_from_bleak(stage):
    # bleak takes what BlueZ remembers of a device's attributes for what it has: it is to meet this one for the first time, and
    # this one it, which would hold on to a bond that only it still has.
    no_bonds(stage, HAND, DEVICE)
    served = device(stage, more=("--protocol", "json"))
    central = stage.program(
        "bleak", PYTHON, LAB / "peers/json_central_bleak.py", "--address", ADDRESS, NO_OBJECT, NO_TOPIC, OBJECT
    )
    joined = expect_taken(central, served)
    expect(joined["address"] == address_of_station(stage), f"the device has joined with {joined}")


@scenario("A central that stays at the least MTU gives our device network and topic in one JSON write, in pieces of 18 bytes", beside=True)
def json_in_pieces(stage):
    station = stage.folder / "station.json"
    network = {"ssid": NETWORK, "security": "wpa-personal", "passphrase": PASSPHRASE, "signal": -50, "address": "192.168.7.23"}
    station.write_text(json.dumps({"networks": [network]}))
    served = stage.program(
        "device", GANGWAY, "--json", "--verbose", "device", "--protocol", "json", "--radio", f"bluez:{ASIDE}",
        "--station", f"simulated:{station}", "--name", "Loft-Lamp",
    )
    served.hear(60, event="advertising")
    central = stage.program(
        "small-json-central", LAB / "peer", "small_json_central", "--address", ADDRESS_ASIDE, NO_OBJECT, NO_TOPIC, OBJECT
    )
    link = central.hear(90, event="link")
    expect(link["mtu"] == 23, f"the link is {link}")
    expect(expect_taken(central, served)["address"] == "192.168.7.23", "the device tells its address")


def firmware_reports(stage, broker, credentials):
    """What the firmware in the field does once it is on its network: it says how it is, in the form of the app's text.

    It says so where it is commanded, which the broker's account for devices may not: it has the other one.
    """
    settings = json.loads(broker.device_file.read_text())
    host, _, port = settings["addresses"][0].rpartition(":")
    folder = broker.device_file.parent
    stage.run(
        "mosquitto_pub", "-h", host, "-p", port, "--cafile", folder / settings["tls"]["authorities"],
        "-u", "gangway", "-P", (folder / "gangway.password").read_text().strip(), "-q", "1",
        "-t", f"{credentials['topic']}/{credentials['id']}", "-m", json.dumps({"id": credentials["id"], "status": False, "mode": 0}),
    )


def json_device(stage, *arguments):
    """The device with the field's habits on the air, and a catalogue with its kind: the topic in it is another one."""
    catalogue = stage.folder / "devices.json"
    kind = {"id": "esp32-lamp", "advertisedPrefix": "ESP32-La", "topic": "attic/lamp", "category": "Light"}
    catalogue.write_text(json.dumps({"kinds": [kind]}))
    peer = stage.program("json-device", LAB / "peer", "json_device", *arguments)
    peer.hear(60, event="advertising")
    return peer, catalogue


def given(peer):
    """What the device was given, and the MTU of the link."""
    link = peer.hear(90, event="link")
    credentials = peer.hear(10, event="credentials")
    expect(credentials["joins"] and credentials["ssid"] == NETWORK, f"the device was given {credentials}")
    return link["mtu"], credentials


@scenario("Our client gives a device in the field's manner, which only its name tells, network and topic in one JSON write", beside=True)
def json_to_a_stranger(stage):
    peer, catalogue = json_device(stage)
    program = join(stage, PASSPHRASE, more=("--ssid", NETWORK, "--catalogue", catalogue, "--id", ID), name=LAMP, adapter=ASIDE)
    mtu, credentials = given(peer)
    expect(mtu > credentials["bytes"], f"it came in one piece: {credentials['bytes']} bytes, at an MTU of {mtu}")
    expect((credentials["topic"], credentials["id"]) == ("attic/lamp", ID), f"the topic is that of its kind: {credentials}")
    expect(program.finish(30) == 0, f"the command ends with status 0: {program.events[-1:]}")
    expect(outcomes(program)[-1]["outcome"] == "accepted", f"the device says no more: {outcomes(program)}")


@scenario("Our client gives such a device the same in pieces at the least MTU, hears its firmware's report over the broker and lists it", beside=True)
def json_to_a_small_stranger(stage):
    broker = Broker(stage, "broker-aside", "localhost", 8884)
    peer, catalogue = json_device(stage, "--mtu", 23)
    program = broker.hand(
        "join", LAMP, "--ssid", NETWORK, "--topic", TOPIC, "--catalogue", catalogue, radio=f"bluez:{ASIDE}"
    )
    program.say(PASSPHRASE)
    program.end_input()
    mtu, credentials = given(peer)
    expect(mtu == 23 and credentials["topic"] == TOPIC, f"at an MTU of {mtu} the device was given {credentials}")
    firmware_reports(stage, broker, credentials)
    entry = listed(program)
    expect(entry["id"] == credentials["id"] and entry["category"] == "Light", f"the list has {entry}")
