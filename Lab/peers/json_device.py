"""A device that is not ours, which is given its network and its topic as one JSON object, as the firmware in the field is.

    peer json_device [--mtu N]

- Its service and characteristic are those of a serial port over Bluetooth, as many examples have them, and nobody else's: what
  it is shows in its name alone.
- Whatever is written is given to a JSON parser, as the whole value that a long write makes. What is no object with the four
  members is passed over, without an error.
- It says nothing in return over Bluetooth, and takes no more centrals once it is on its network.

It knows one network: the access point of the lab. Events: {"event": "advertising"}, {"event": "link", "mtu"}, {"event":
"ignored"}, {"event": "credentials", "bytes", "topic", "id", "ssid", "joins"}.
"""
import argparse
import asyncio
import json

from bumble import hci
from bumble.core import AdvertisingData
from bumble.gatt import Characteristic, CharacteristicValue, Service

NAME, ADDRESS = "ESP32-Lamp", "F0:F1:F2:F3:F4:F9"
SERVICE, RECEIVE, TRANSMIT = (f"6E40000{n}-B5A3-F393-E0A9-E50E24DCCA9E" for n in (1, 2, 3))
NETWORK, PASSPHRASE = "Lab Network", "correct horse battery"
MEMBERS = ("topic", "ssid", "pass", "id")


def read(value):
    """The members of the object, or None where it is no such object."""
    try:
        read = json.loads(bytes(value))
        return [read[name] for name in MEMBERS]
    except (ValueError, KeyError, TypeError):
        return None


class JSONDevice:
    def __init__(self, device, options, tell):
        self.device, self.tell = device, tell
        self.joined = False
        device.gatt_server.max_mtu = options.mtu
        properties = Characteristic.Properties
        receive = Characteristic(
            RECEIVE, properties.WRITE, Characteristic.WRITEABLE, CharacteristicValue(write=self.on_write)
        )
        transmit = Characteristic(TRANSMIT, properties.NOTIFY, Characteristic.READABLE, b"")
        device.add_service(Service(SERVICE, [receive, transmit]))
        device.on("connection", self.on_connection)

    async def advertise(self):
        await self.device.start_advertising(
            own_address_type=hci.OwnAddressType.PUBLIC,
            advertising_data=bytes(AdvertisingData([(0x01, b"\x06"), (0x09, NAME.encode())])),
        )

    def on_connection(self, connection):
        connection.on("disconnection", lambda _: self.joined or asyncio.ensure_future(self.advertise()))

    def on_write(self, connection, value):
        members = read(value)
        if members is None:
            self.tell({"event": "ignored"})
            return
        topic, ssid, passphrase, identifier = members
        self.joined = (ssid, passphrase) == (NETWORK, PASSPHRASE)
        self.tell({"event": "link", "mtu": connection.att_mtu})
        self.tell({
            "event": "credentials", "bytes": len(value), "topic": topic, "id": identifier, "ssid": ssid, "joins": self.joined,
        })


async def run(air, arguments, tell):
    parser = argparse.ArgumentParser()
    parser.add_argument("--mtu", type=int, default=517)
    options = parser.parse_args(arguments)
    async with air.device(NAME, ADDRESS) as device:
        peer = JSONDevice(device, options, tell)
        await device.power_on()
        await peer.advertise()
        tell({"event": "advertising"})
        await asyncio.get_running_loop().create_future()
