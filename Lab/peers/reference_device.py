"""A WiFiSet device that is not ours, with the habits of the reference firmware.

    peer reference_device [--mtu N] [--networks N] [--split] [--pause SECONDS]

- The scan begins with the connection (1.1 s after it), whoever subscribed or not, and again only with the next one.
- Every write is taken for credentials; they are kept before they are tried.
- The ACK is notified on the credential characteristic, which nobody can subscribe to.
- A failed join shows as state 0x01 and Error 0x05; state 0x04 is never sent.
- What is longer than the MTU allows is cut, without a word; with --split it comes in pieces, as the specification allows.
- An entry follows the other after 0.1 s (--pause), and is what a read gives until then.
- While it joins it answers nothing. It is heard again 0.5 s after a central has left.

It knows one network: the access point of the lab, by the vectors' name and passphrase. It says {"event": "advertising"}
when it can be found. Its log is the air's.
"""
import argparse
import asyncio

from bumble import att, hci
from bumble.core import AdvertisingData
from bumble.gatt import Characteristic, CharacteristicValue, Service

import frames

NAME = "ESP32-WiFiSet"
ADDRESS = "F0:F1:F2:F3:F4:F5"
SERVICE, LIST, CREDENTIAL, STATUS = (f"4FAFC20{n}-1FB5-459E-8FCC-C5C9C331914B" for n in (1, 2, 3, 4))
NETWORK, PASSPHRASE = b"Lab Network", b"correct horse battery"
WRONG = "Connection failed: Connection failed - wrong password or network issue"
ABSENT = "Connection failed: Network not found"


def log(text):
    print(f"reference device: {text}", flush=True)


class ReferenceDevice:
    def __init__(self, device, options):
        self.device = device
        self.entries = frames.entries(NETWORK, min(options.networks, 50))
        self.splits = options.split
        self.pause = options.pause
        self.mtu = 23
        self.stored = None
        self.connected = False
        self.sequence = 0
        self.tasks = []
        self.loop = asyncio.Lock()  # the firmware does one thing at a time: a scan or a join holds up all else
        self.values = {LIST: b"", CREDENTIAL: b"", STATUS: b""}
        readable = Characteristic.Properties.READ | Characteristic.Properties.NOTIFY
        self.list = self._characteristic(LIST, readable, Characteristic.READABLE)
        self.credential = self._characteristic(CREDENTIAL, Characteristic.Properties.WRITE, Characteristic.WRITEABLE)
        self.status = self._characteristic(STATUS, readable, Characteristic.READABLE)
        self.device.add_service(Service(SERVICE, [self.list, self.credential, self.status]))
        self.device.gatt_server.max_mtu = options.mtu
        self._answer_at_the_end()
        self.device.on("connection", self.on_connection)

    def _characteristic(self, uuid, properties, permissions):
        value = CharacteristicValue(read=lambda _: self.values[uuid], write=self.on_write)
        return Characteristic(uuid, properties, permissions, value)

    def _answer_at_the_end(self):
        """Lets a value that just fills a packet be read on from its end, with nothing.

        Bumble calls it not long, as it may; BlueZ asks nevertheless, and then takes the whole read for failed.
        """
        server = self.device.gatt_server
        usual = server.on_att_read_blob_request

        def read_blob(bearer, request):
            attribute = server.get_attribute(request.attribute_handle)
            for uuid, characteristic in ((LIST, self.list), (STATUS, self.status)):
                if attribute is characteristic and request.value_offset == len(self.values[uuid]):
                    server.send_response(bearer, att.ATT_Read_Blob_Response(part_attribute_value=b""))
                    return
            usual(bearer, request)

        server.on_att_read_blob_request = read_blob

    async def start(self):
        await self.device.power_on()
        await self.advertise()

    def stop(self):
        self.device.remove_listener("connection", self.on_connection)
        for task in self.tasks:
            task.cancel()

    async def advertise(self):
        uuid = bytes.fromhex(SERVICE.replace("-", ""))[::-1]
        await self.device.start_advertising(
            own_address_type=hci.OwnAddressType.PUBLIC,
            advertising_data=bytes(AdvertisingData([(0x01, b"\x06"), (0x07, uuid)])),
            scan_response_data=bytes(AdvertisingData([(0x09, NAME.encode())])),
        )
        log("advertising")

    def on_connection(self, connection):
        log("connected")
        self.sequence, self.mtu = 0, 23
        connection.on("connection_att_mtu_update", lambda: setattr(self, "mtu", connection.att_mtu))
        connection.on("disconnection", self.on_disconnection)
        self.tasks = [asyncio.create_task(self.scan()), asyncio.create_task(self.repeat_status())]

    def on_disconnection(self, _):
        log("disconnected")
        for task in self.tasks:
            task.cancel()
        self.tasks = [asyncio.create_task(self.come_back())]

    async def come_back(self):
        await asyncio.sleep(0.5)
        await self.advertise()

    async def send(self, characteristic, frame):
        frame = frames.numbered(frame, self.sequence)
        self.sequence += 1
        for uuid, candidate in ((LIST, self.list), (CREDENTIAL, self.credential), (STATUS, self.status)):
            if candidate is characteristic:
                self.values[uuid] = frame
        log(f"sends {frame.hex(' ')}")
        for piece in self.pieces(frame):
            await self.device.notify_subscribers(characteristic, piece)

    def pieces(self, frame):
        room = self.mtu - 3
        pieces = [frame[at : at + room] for at in range(0, len(frame), room)]
        return pieces if self.splits else pieces[:1]

    async def scan(self):
        await asyncio.sleep(1.1)
        async with self.loop:
            await asyncio.sleep(2)
            await self.send(self.list, frames.start())
            for entry in self.entries:
                await self.send(self.list, entry)
                await asyncio.sleep(self.pause)
            await self.send(self.list, frames.end(len(self.entries)))
            await asyncio.sleep(0.1)
            await self.send_state()

    async def repeat_status(self):
        while True:
            await asyncio.sleep(10)
            async with self.loop:
                await self.send_state()

    async def send_state(self):
        if self.stored is None:
            frame = frames.status(frames.NOT_CONFIGURED, b"")
        elif self.connected:
            frame = frames.status(frames.CONNECTED, self.stored[0])
        else:
            frame = frames.status(frames.NOT_CONNECTED, self.stored[0])
        await self.send(self.status, frame)

    def on_write(self, _, value):
        log(f"is written a message of {len(value)} bytes, type {value[:1].hex()}")
        self.tasks.append(asyncio.create_task(self.take(bytes(value))))

    async def take(self, value):
        credentials = frames.credentials_of(value)
        if credentials is None:
            await self.send(self.credential, frames.ack(1))
            await self.send(self.status, frames.error(3, "Not a Credential Write message"))
            return
        self.stored, self.connected = credentials, False
        await self.send(self.credential, frames.ack(0))
        async with self.loop:
            await self.join(*credentials)

    async def join(self, ssid, passphrase):
        await self.send(self.status, frames.status(frames.CONNECTING, ssid))
        await asyncio.sleep(2)
        self.connected = (ssid, passphrase) == (NETWORK, PASSPHRASE)
        if not self.connected:
            await self.send(self.status, frames.error(5, WRONG if ssid == NETWORK else ABSENT))
        await self.send_state()
        log("joined" if self.connected else "did not join")


async def run(air, arguments, tell):
    parser = argparse.ArgumentParser()
    parser.add_argument("--mtu", type=int, default=517)
    parser.add_argument("--networks", type=int, default=50)
    parser.add_argument("--split", action="store_true")
    parser.add_argument("--pause", type=float, default=0.1)
    options = parser.parse_args(arguments)
    async with air.device(NAME, ADDRESS) as device:
        reference = ReferenceDevice(device, options)
        await reference.start()
        tell({"event": "advertising"})
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            reference.stop()
