"""The lab and its peers against each other, with nothing of the project between them: what the other suites stand on."""
from harness import LAB, PYTHON, expect, scenario


@scenario("The lab's station joins the lab's access point and is given an address")
def station_joins(stage):
    stage.run("nmcli", "device", "wifi", "connect", "MyNetwork2.4", "password", "mypassword123", "ifname", "wlan1")
    stage.at_end(lambda: stage.run("nmcli", "connection", "delete", "MyNetwork2.4"))
    address = stage.run("nmcli", "-g", "IP4.ADDRESS", "device", "show", "wlan1")
    expect(address.startswith("192.168.77."), f"the address is {address!r}")
    stage.run("ping", "-c", "1", "-W", "5", "192.168.77.1")
