"""The lab and its peers against each other, with nothing of the project between them: what the other suites stand on."""
from harness import LAB, PYTHON, expect, scenario

NETWORK = b"MyNetwork2.4"


def provision(stage, *passphrases, ssid=NETWORK, adapter="hci0"):
    """The central that is not ours at work: it has been given the passphrases."""
    central = stage.program(
        "bleak", PYTHON, LAB / "peers/central_bleak.py", "--ssid-hex", ssid.hex(), "--adapter", adapter
    )
    for passphrase in passphrases:
        central.say(passphrase.hex())
    central.end_input()
    return central


def with_reference_device(stage, *options):
    """The air with one adapter of the kernel, hci0, and the reference device."""
    stage.run(LAB / "bluetooth", "air", LAB / "peers/reference_device.py", *options)
    stage.run(LAB / "bluetooth", "ready", 1)
    stage.at_end(lambda: two_adapters(stage))


def two_adapters(stage):
    stage.run(LAB / "bluetooth", "air", LAB / "air.py", 2)
    stage.run(LAB / "bluetooth", "ready", 2)


@scenario("The lab's station joins the lab's access point and is given an address")
def station_joins(stage):
    stage.run("nmcli", "device", "wifi", "connect", "MyNetwork2.4", "password", "mypassword123", "ifname", "wlan1")
    stage.at_end(lambda: stage.run("nmcli", "connection", "delete", "MyNetwork2.4"))
    address = stage.run("nmcli", "-g", "IP4.ADDRESS", "device", "show", "wlan1")
    expect(address.startswith("192.168.77."), f"the address is {address!r}")
    stage.run("ping", "-c", "1", "-W", "5", "192.168.77.1")


@scenario("The central on bleak and the reference device on bumble understand each other, without any of ours")
def peers_understand_each_other(stage):
    with_reference_device(stage, "--networks", 5)
    central = provision(stage, b"wrongpassword", b"mypassword123")
    expect(central.hear(60, event="listEnd")["count"] == 5, "the list has 5 networks")
    failure = central.hear(60, event="error")
    expect(failure["code"] == 5, f"the wrong passphrase is reported: {failure}")
    central.hear(30, event="status", state=1)
    central.hear(30, event="status", state=3)
    status = central.finish()
    expect(status == 0, f"the central ends with {status}")
    expect(not any(event["event"] == "ack" for event in central.events), "nobody hears the reference device's ACK")
