"""A central that is not ours, written on bleak, which writes credentials as one JSON object.

    json_central_bleak.py --address DEVICE [--adapter hci0] VECTOR ...

The vectors, each by the beginning of its name, are written one after the other on one connection. One JSON object a line
goes to standard output: {"event": "written"}, or {"event": "refused", "code"} with the error of the attribute protocol.
"""
import argparse
import asyncio
import sys

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakGATTProtocolError

import written_objects
from central_bleak import connect
from listener import print_event as tell

SERVICE, CREDENTIALS = (f"8e2a4f1{n}-6c3b-4d57-9a61-0b7d52e4c831" for n in (0, 1))


async def write(client, value):
    try:
        await client.write_gatt_char(CREDENTIALS, value, response=True)
        tell({"event": "written"})
    except BleakGATTProtocolError as error:
        tell({"event": "refused", "code": int(error.code)})


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--address", required=True)
    parser.add_argument("--adapter", default="hci0")
    parser.add_argument("vectors", nargs="+")
    options = parser.parse_args()
    values = [written_objects.vector(name) for name in options.vectors]
    async with asyncio.timeout(120):
        device = await BleakScanner.find_device_by_filter(
            lambda found, advertisement: SERVICE in advertisement.service_uuids and found.address == options.address,
            timeout=30,
            bluez={"adapter": options.adapter},
            service_uuids=[SERVICE],
        )
        if device is None:
            return 3
        client = BleakClient(device, bluez={"adapter": options.adapter})
        await connect(client)
        try:
            for value in values:
                await write(client, value)
        finally:
            await client.disconnect()
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
