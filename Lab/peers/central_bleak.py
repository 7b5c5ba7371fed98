"""A WiFiSet central that is not ours, written on bleak: provisions the device with the address, or whatever it finds.

    central_bleak.py --ssid-hex HEX [--adapter hci0] [--address DEVICE] [--limit SECONDS]

A passphrase a line comes from standard input, in hex; each is tried in turn on the same connection. One JSON object a
line goes to standard output: {"event": "found|network|listEnd|ack|status|error|gone", ...}.
"""
import argparse
import asyncio
import sys

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError

import frames
from listener import Listener, print_event as tell

SERVICE, LIST, CREDENTIAL, STATUS = (f"4fafc20{n}-1fb5-459e-8fcc-c5c9c331914b" for n in (1, 2, 3, 4))


async def provision(client, ssid, passphrases):
    listener = Listener()
    for characteristic in (LIST, STATUS):
        await client.start_notify(characteristic, lambda which, data: listener.hear(which.uuid, data))
    await listener.list()
    for sequence, passphrase in enumerate(passphrases):
        while not listener.states.empty():
            listener.states.get_nowait()
        frame = frames.numbered(frames.credentials(ssid, passphrase), sequence)
        await client.write_gatt_char(CREDENTIAL, frame, response=True)
        if await listener.outcome() == frames.CONNECTED:
            return True
    return False


async def connect(client, tries=3):
    """Connects, once more where bleak takes the link for lost: BlueZ may answer before it says that there is one."""
    for left in reversed(range(tries)):
        try:
            return await client.connect()
        except BleakError:
            if not left:
                raise


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ssid-hex", type=bytes.fromhex, required=True)
    parser.add_argument("--adapter", default="hci0")
    parser.add_argument("--address")
    parser.add_argument("--limit", type=float, default=120)
    options = parser.parse_args()
    passphrases = [bytes.fromhex(line) for line in sys.stdin.read().split()]
    async with asyncio.timeout(options.limit):
        device = await BleakScanner.find_device_by_filter(
            lambda found, advertisement: SERVICE in advertisement.service_uuids
            and options.address in (None, found.address),
            timeout=30,
            bluez={"adapter": options.adapter},
            service_uuids=[SERVICE],
        )
        if device is None:
            return 3
        tell({"event": "found", "name": device.name, "address": device.address})
        client = BleakClient(device, lambda _: tell({"event": "gone"}), bluez={"adapter": options.adapter})
        await connect(client)
        try:
            return 0 if await provision(client, options.ssid_hex, passphrases) else 1
        finally:
            await client.disconnect()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
