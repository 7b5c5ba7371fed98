"""The lab and its peers against each other, with nothing of the project between them: what the other suites stand on."""
from harness import expect, scenario
from ours import (
    ASIDE, NETWORK, PASSPHRASE, STRANGER, WRONG, address_of_station, bleak, forget_networks, nordic_central, nordic_device,
    reference_device,
)


@scenario("The lab's station joins the lab's access point and is given an address")
def station_joins(stage):
    stage.at_end(lambda: forget_networks(stage))
    # A scan may have begun before the access point was back from the scenario before.
    scan = ["nmcli", "-t", "-f", "SSID", "device", "wifi", "list", "ifname", "wlan1", "--rescan", "yes"]
    expect(any(NETWORK in stage.run(*scan, check=False).split("\n") for _ in range(10)), "the network is found")
    stage.run("nmcli", "device", "wifi", "connect", NETWORK, "password", PASSPHRASE, "ifname", "wlan1")
    address = address_of_station(stage) or ""
    expect(address.startswith("192.168.77."), f"the address is {address!r}")
    stage.run("ping", "-c", "1", "-W", "5", "192.168.77.1")


@scenario("The central on bleak and the reference device on bumble understand each other, without any of ours", beside=True)
def peers_understand_each_other(stage):
    reference_device(stage, "--networks", 5)
    central = bleak(stage, WRONG, PASSPHRASE, adapter=ASIDE, address="F0:F1:F2:F3:F4:F5")
    expect(central.hear(60, event="listEnd")["count"] == 5, "the list has 5 networks")
    failure = central.hear(60, event="error")
    expect(failure["code"] == 5, f"the wrong passphrase is reported: {failure}")
    central.hear(30, event="status", state=1)
    central.hear(30, event="status", state=3)
    status = central.finish()
    expect(status == 0, f"the central ends with {status}")
    expect(not any(event["event"] == "ack" for event in central.events), "nobody hears the reference device's ACK")


@scenario("Nordic's central and Nordic's device on bumble understand each other, without any of ours: paired, wrong, right", beside=True)
def nordic_peers_understand_each_other(stage):
    nordic_device(stage, "--forget-bonds")
    central = nordic_central(stage, WRONG, PASSPHRASE, more=("--name", STRANGER, "--scan"))
    expect(central.hear(60, event="info")["version"] == 1, "the version is 1")
    expect(central.hear(30, event="paired")["encrypted"], "the link is encrypted")
    central.hear(30, event="record", ssidHex=NETWORK.encode().hex())
    central.hear(30, event="state", state=5, reason=None)
    central.hear(30, event="state", state=4)
    expect(central.finish() == 0, "the central ends with status 0")


@scenario("Nordic's device on bumble refuses Nordic's central that never pairs, without any of ours", beside=True)
def nordic_peer_refuses_without_pairing(stage):
    nordic_device(stage, "--forget-bonds")
    central = nordic_central(stage, more=("--name", STRANGER, "--never-pairs"))
    expect(central.finish() == 0, f"all is refused: {central.events}")
    expect(len([event for event in central.events if event["event"] == "refused"]) == 3, "three things are refused")
