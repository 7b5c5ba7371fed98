"""What an app does with a device over WiFiSet."""

import struct

from link import *

LIST, CREDENTIALS, STATUS = 2, 3, 4
CREDENTIALS_OBJECT = 1  # of the third service
BARN, MILL = (b"Barn", b"hay and horses"), (b"Mill", b"flour and water")


def credentials(ssid, passphrase, sequence=0):
    payload = bytes([len(ssid)]) + ssid + bytes([len(passphrase)]) + passphrase
    return struct.pack("<BBH", 0x10, sequence, len(payload)) + payload


def set_up(emulator, ssid=b"Barn", passphrase=b"hay and horses"):
    """What an app does: connect, subscribe, wait for the list, write credentials, wait for the network."""
    emulator.open()
    emulator.send(CONNECTED, struct.pack("<I", 1))
    for characteristic in (STATUS, LIST):
        emulator.send(SUBSCRIBED, struct.pack("<IBB", 1, 0, characteristic))
    entries = 0
    while True:
        content = emulator.notified(0, lambda value: True)
        if content[1] != LIST:
            continue
        if content[2] == 0x03:
            break
        entries += content[2] == 0x02
    emulator.write(0, CREDENTIALS, credentials(ssid, passphrase))
    assert emulator.expect(ANSWER) == struct.pack("<HB", 1, 0)
    return entries


def joins(image, store, networks):
    """Has a device join these networks, one after the other, and cuts its power when it is on one and has no more to do."""
    for ssid, passphrase in networks:
        emulator = Emulator(image, store)
        try:
            emulator.open()
            emulator.send(CONNECTED, struct.pack("<I", 1))
            emulator.write(0, CREDENTIALS, credentials(ssid, passphrase))
            emulator.expect(HAPPENING, lambda content: content[0] == JOINED and content.endswith(ssid))
            emulator.figures()
        finally:
            emulator.kill()
