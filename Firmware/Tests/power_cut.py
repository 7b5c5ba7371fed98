"""Cuts the power of an emulated device, which is killed, at each of its writes to flash."""

import collections
import concurrent.futures
import os
import select
import struct
import subprocess

from client import *
from debugger import *
from link import *

WRITES = "board_flash_program", "board_flash_erase"


def cut_at_every_write(image, old, network, scratch):
    """Has a device that starts with the store OLD join a network, as often as that writes to flash, and cuts the power before
    one write each. Counts which networks the device joined by itself when it was started again."""
    places = symbols(image, *WRITES)
    writes = run(image, copy_store(old, scratch + "/whole"), network, places)

    def cut(number):
        store = copy_store(old, f"{scratch}/cut-{number}")
        assert run(image, store, network, places, until=number) == number
        try:
            return network_after_start(image, store)
        finally:
            os.remove(store)

    # Most of the time an emulator waits for its device's Wi-Fi.
    with concurrent.futures.ThreadPoolExecutor(4 * (os.cpu_count() or 1)) as pool:
        return collections.Counter(pool.map(cut, range(1, writes + 1)))


def run(image, store, network, places, until=None):
    """Starts the device and has it join a network, and kills it before this write to flash, or when it is joined. Says how
    many writes came."""
    emulator = Emulator(image, store, stops=True)
    try:
        debugger = Debugger(emulator.connect("debugger"))
        debugger.stop_at(places)
        emulator.open()
        debugger.go_on()
        joined = writes = 0
        while True:
            # Both lines are read as something comes, and never waited for alone: the device may stand at a write in the
            # middle of a frame, and what the debugger has to say may be no more than that it heard.
            ready = select.select([debugger.line, emulator.line], [], [], LIMIT)[0]
            assert ready, "the device says nothing"
            if debugger.line in ready and debugger.has_stopped():
                writes += 1
                if writes == until:
                    return writes
                debugger.step_on()
            if emulator.line in ready:
                emulator.receive()
            while emulator.frames:
                kind, content = emulator.frames.pop(0)
                if kind != HAPPENING or content[0] != JOINED:
                    continue
                joined += 1
                if joined == 2:
                    return writes
                emulator.send(CONNECTED, struct.pack("<I", 1))
                emulator.write(0, CREDENTIALS, credentials(*network))
    finally:
        emulator.kill()


def network_after_start(image, store):
    """The network that a device joins by itself. The driver takes it only with its own passphrase."""
    emulator = Emulator(image, store, waits=True)
    try:
        return emulator.open().happening(JOINED)[4:]
    finally:
        emulator.kill()


def symbols(image, *names):
    text = subprocess.run(["llvm-nm", image], check=True, capture_output=True, text=True).stdout
    places = {line.split()[-1]: int(line.split()[0], 16) for line in text.splitlines() if len(line.split()) == 3}
    return [places[name] for name in names]


def copy_store(source, target):
    subprocess.run(["cp", "--sparse=always", source, target], check=True)
    return target
