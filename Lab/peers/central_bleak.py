"""A WiFiSet central that is not ours, written on bleak: provisions whatever device it finds.

    central_bleak.py --ssid-hex HEX [--adapter hci0] [--limit SECONDS]

A passphrase a line comes from standard input, in hex; each is tried in turn on the same connection. One JSON object a
line goes to standard output: {"event": "found|mtu|network|listEnd|ack|status|error|gone", ...}.
"""
import argparse
import asyncio
import json
import sys

from bleak import BleakClient, BleakScanner

import frames

SERVICE, LIST, CREDENTIAL, STATUS = (f"4fafc20{n}-1fb5-459e-8fcc-c5c9c331914b" for n in (1, 2, 3, 4))


def tell(event, **fields):
    print(json.dumps({"event": event, **fields}), flush=True)


class Central:
    def __init__(self):
        self.states = asyncio.Queue()
        self.acks = asyncio.Queue()
        self.list_ended = asyncio.Event()
        self.rest = {}

    def on_value(self, characteristic, data):
        messages, self.rest[characteristic.uuid] = frames.split(self.rest.get(characteristic.uuid, b"") + bytes(data))
        for message in messages:
            self.on_message(message)

    def on_message(self, message):
        kind, payload = message[0], message[4:]
        if kind == frames.ENTRY:
            tell("network", ssidHex=frames.ssid_of_entry(message).hex(), bytes=len(message))
        elif kind == frames.LIST_END:
            tell("listEnd", count=payload[0])
            self.list_ended.set()
        elif kind == frames.ACK:
            tell("ack", code=payload[0])
            self.acks.put_nowait(payload[0])
        elif kind == frames.ERROR:
            tell("error", code=payload[0], text=payload[2:].decode(errors="replace"))
        elif kind == frames.STATUS:
            address = ".".join(map(str, payload[2:6]))
            tell("status", state=payload[0], address=address, ssidHex=payload[7:].hex())
            self.states.put_nowait(payload[0])

    async def provision(self, client, ssid, passphrases):
        await client.start_notify(LIST, self.on_value)
        await client.start_notify(STATUS, self.on_value)
        await asyncio.wait_for(self.list_ended.wait(), 45)
        tell("mtu", mtu=client.mtu_size)
        for sequence, passphrase in enumerate(passphrases):
            while not self.states.empty():
                self.states.get_nowait()
            frame = frames.numbered(frames.credentials(ssid, passphrase), sequence)
            await client.write_gatt_char(CREDENTIAL, frame, response=True)
            if await self.outcome() == frames.CONNECTED:
                return True
        return False

    async def outcome(self):
        began = False
        while True:
            state = await asyncio.wait_for(self.states.get(), 45)
            began = began or state == frames.CONNECTING
            if began and state != frames.CONNECTING:
                return state


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ssid-hex", type=bytes.fromhex, required=True)
    parser.add_argument("--adapter", default="hci0")
    parser.add_argument("--limit", type=float, default=120)
    options = parser.parse_args()
    passphrases = [bytes.fromhex(line) for line in sys.stdin.read().split()]
    async with asyncio.timeout(options.limit):
        device = await BleakScanner.find_device_by_filter(
            lambda _, advertisement: SERVICE in advertisement.service_uuids,
            timeout=30,
            bluez={"adapter": options.adapter},
            service_uuids=[SERVICE],
        )
        if device is None:
            return 3
        tell("found", name=device.name, address=device.address)
        central = Central()
        async with BleakClient(device, lambda _: tell("gone"), bluez={"adapter": options.adapter}) as client:
            return 0 if await central.provision(client, options.ssid_hex, passphrases) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
