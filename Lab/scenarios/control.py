"""BLE, Wi-Fi and MQTT in one run: from a device without a network to one that is steered, loses its Wi-Fi and comes back."""
import contextlib
import json
import signal

from harness import LAB, expect, scenario
from ours import GANGWAY, NAME, NETWORK, PASSPHRASE, address_of_station, device, outcomes
from steering import BEYOND, GATEWAY, KEEP_ALIVE, TOPIC, Broker, expect_presence, listed

OTHER = "Barn-Fan"
# A device that is gone is missed after one and a half times its keep-alive; the rest is for a slow machine.
MISSED = 1.5 * KEEP_ALIVE + 10


def lamp(stage, broker):
    """The device on the adapter and the Wi-Fi of its own, set up from beyond the air until it is heard from there: its entry."""
    served = device(
        stage, more=("--protocol", "json", "--broker", broker.device_file, "--modes", "warm,cold,colourful")
    )
    program = broker.hand("join", NAME, "--ssid", NETWORK, "--topic", TOPIC)
    program.say(PASSPHRASE)
    program.end_input()
    entry = listed(program)
    expect(outcomes(program)[-1]["outcome"] == "accepted", f"it reports nothing more over Bluetooth: {outcomes(program)}")
    served.hear(10, event="online", topic=TOPIC, id=entry["id"])
    return served, entry


def fan(stage, broker):
    """A second device, which has a radio of its own and reaches the broker over the same Wi-Fi: its entry."""
    station = stage.folder / "station.json"
    station.write_text(json.dumps({"networks": [{"ssid": NETWORK, "security": "open", "signal": -50}]}))
    radio = f"virtual:{broker.home}/air"
    served = stage.program(
        "second-device", GANGWAY, "--json", "--verbose", "device", "--protocol", "json", "--radio", radio,
        "--station", f"simulated:{station}", "--name", OTHER, "--broker", broker.device_file,
    )
    served.hear(30, event="advertising")
    program = broker.hand("join", OTHER, "--ssid", NETWORK, "--open", "--topic", TOPIC, radio=radio, log="second-join")
    program.end_input()
    return served, listed(program)


@contextlib.contextmanager
def no_access_point(stage):
    stage.run(LAB / "access-point", "stop")
    try:
        yield
    finally:
        stage.run(LAB / "access-point", "usual")


def expect_switched(broker, *arguments, **wanted):
    status, event = broker.switch(*arguments)
    expect(
        status == 0 and event["event"] == "switched" and all(event[key] == value for key, value in wanted.items()),
        f"set {' '.join(arguments)} ended with {status}: {event}",
    )


def expect_offline(broker, *arguments):
    status, event = broker.switch(*arguments)
    expect(status == 1 and event.get("code") == "deviceOffline", f"set {' '.join(arguments)} ended with {status}: {event}")


@scenario("A device is set up over Bluetooth, reaches the broker beyond its access point by TLS, is switched from there, loses its Wi-Fi, comes back, and is told apart from one that never does")
def control(stage):
    broker = Broker(stage, "broker", GATEWAY, 8883, where=BEYOND)
    served, lamp_entry = lamp(stage, broker)
    expect(broker.peers("device") == {address_of_station(stage)}, f"it came over the air: {broker.peers('device')}")
    expect(broker.peers("gangway") == {GATEWAY}, f"the hand did not: {broker.peers('gangway')}")
    other, fan_entry = fan(stage, broker)
    watching = broker.hand("watch")
    expect_presence(watching, 30, (lamp_entry, "online"), (fan_entry, "online"))

    expect_switched(broker, NAME, "on", "--mode", "2", on=True, mode=2)
    served.hear(5, event="switched", status=True, mode=2)
    expect_switched(broker, OTHER, "on", on=True)

    with no_access_point(stage):
        other.stop(signal.SIGKILL)
        expect_presence(watching, MISSED, (lamp_entry, "offline"), (fan_entry, "offline"))
        served.hear(60, event="offline")
        expect_offline(broker, NAME, "off")
        waiting = broker.hand("set", NAME, "off", "--wait", "180", log="set-that-waits")

    expect_presence(watching, 120, (lamp_entry, "online"), (fan_entry, "offline"))
    served.hear(30, event="switched", status=False, mode=2)
    expect(waiting.finish(30) == 0, f"the command that waited is carried out: {waiting.events[-1:]}")
    expect_switched(broker, NAME, "on", "--mode", "1", on=True, mode=1)
    expect_offline(broker, OTHER, "off")
    watching.stop(signal.SIGINT)
    states = {event["name"]: (event["on"], event["mode"]) for event in devices(broker)}
    expect(states == {NAME: (True, 1), OTHER: (True, 0)}, f"the list has what each reported last: {states}")


def devices(broker):
    program = broker.hand("devices")
    expect(program.finish(30) == 0, "the list is shown")
    return [event for event in program.events if event.get("event") == "listed"]
