"""Runs the images in emulators and holds them to what they promise: firmware_tests.py FOLDER [TEST...]

FOLDER has what scripts/build-firmware built. RANDOM_SECONDS says how long random bytes are written (60). It ends with
`N passed, N failed`."""

import concurrent.futures
import os
import random
import select
import struct
import subprocess
import sys
import tempfile
import time
import traceback

from client import *
from link import *
from power_cut import *

root = os.path.realpath(os.path.dirname(__file__) + "/../..")
images = os.path.realpath(sys.argv[1])
programs = root + "/.build/debug"
device, wifiset, arm = (f"{images}/{name}.elf" for name in ("riscv-virt-Device", "riscv-virt-WiFiSetDevice", "arm-mps2-Device"))
# What the images reach, and may not exceed: Docs/Firmware.md tells what they are meant to.
INSTRUCTIONS, WIFISET_STACK, STACK = 80_000, 8_448, 12_288
scratch = tempfile.mkdtemp(prefix="gangway-firmware-")
tests = []


def test(function):
    tests.append(function)
    return function


class Program:
    """A program whose lines are waited for."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.text = b""

    def wait_for(self, words):
        end = time.monotonic() + LIMIT
        while words not in self.text:
            ready = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]
            data = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            assert data, f"{words!r} did not come, but {self.text!r}"
            self.text += data

    def kill(self):
        self.process.kill()
        self.process.wait()


def with_bridge(image, store, body):
    emulator = Emulator(image, store)
    bridge = None
    try:
        emulator.until(lambda: os.path.exists(emulator.path))
        air = tempfile.mkdtemp(prefix="air-", dir=scratch)
        bridge = Program(programs + "/gangway-bridge", emulator.path, "virtual:" + air)
        bridge.wait_for(b"On the air as Gangway board.")

        def gangway(*arguments, typed=""):
            command = [programs + "/gangway", *arguments, "--radio", "virtual:" + air, "--timeout", "50"]
            done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=LIMIT)
            return done.returncode, done.stdout + done.stderr

        body(gangway)
    finally:
        if bridge:
            bridge.kill()
        emulator.kill()


def sets_up_from_the_host(gangway):
    status, text = gangway("networks")
    assert status == 0 and all(name in text for name in ("Barn", "Stable", "Neighbour P")), text
    status, text = gangway("join", "--ssid", "Barn", typed="not the one\n")
    assert status != 0 and "assphrase" in text, (status, text)
    status, text = gangway("join", "--ssid", "Barn", typed="hay and horses\n")
    assert status == 0 and "10.0.0.2" in text, (status, text)
    status, text = gangway("status")
    assert status == 0 and "Barn" in text and "10.0.0.2" in text, (status, text)


@test
def gangway_sets_up_the_riscv_device_and_it_reconnects_after_a_loss_of_power():
    store = new_store(scratch + "/host")

    def forgets(gangway):
        while True:
            status, text = gangway("status")
            assert status == 0 and "Barn" in text, (status, text)
            if "10.0.0.2" in text:
                return

    with_bridge(device, store, sets_up_from_the_host)
    with_bridge(device, store, forgets)


@test
def gangway_sets_up_the_cortex_m_device():
    with_bridge(arm, None, sets_up_from_the_host)


@test
def a_whole_wifiset_set_up_stays_within_its_limits_of_instructions_and_stack():
    emulator = Emulator(wifiset, new_store(scratch + "/cost"), counts=True)
    try:
        entries = set_up(emulator)
        assert entries == 20, entries
        emulator.happening(JOINED)
        taken, stack, writes = emulator.figures()
        print(f"    {taken} instructions, {stack} bytes of stack, {writes} writes to flash")
        assert 0 < taken <= INSTRUCTIONS and 0 < stack <= WIFISET_STACK, (taken, stack)
    finally:
        emulator.kill()


@test
def what_people_want_to_know_is_told_and_where_the_device_is_steered_after_a_restart_too():
    store = new_store(scratch + "/steered")
    place = bytes.fromhex("9b1f7c0e3d524a6b8f215c0de4a7b913") + b"home/lamp"
    object = b'{"topic":"home/lamp","ssid":"Barn","pass":"%s","id":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"}'
    emulator = Emulator(device, store, counts=True)
    try:
        emulator.open()
        emulator.send(CONNECTED, struct.pack("<I", 1))
        emulator.write(2, CREDENTIALS_OBJECT, object % b"not the one")
        assert emulator.happening(GOT_CREDENTIALS) == emulator.happening(STORED) == b"Barn"
        assert emulator.happening(FAILED) == struct.pack("<H", 1) + b"Barn"
        emulator.write(2, CREDENTIALS_OBJECT, object % b"hay and horses")
        assert emulator.happening(STEERED) == place
        assert emulator.happening(STATE) == b"\x05Barn"
        assert emulator.happening(JOINED) == bytes([10, 0, 0, 2]) + b"Barn"
    finally:
        emulator.kill()
    emulator = Emulator(device, store, counts=True)
    try:
        assert emulator.open().happening(STEERED) == place
        assert emulator.happening(JOINED) == bytes([10, 0, 0, 2]) + b"Barn"
        emulator.send(FORGET)
        emulator.happening(CLEARED)
    finally:
        emulator.kill()


@test
def power_cut_at_every_write_to_flash_of_a_join_leaves_the_old_network_or_the_new():
    old = new_store(scratch + "/old")
    joins(device, old, [BARN])
    found = cut_at_every_write(device, old, MILL, scratch)
    print(f"    {found}")
    assert set(found) == {b"Barn", b"Mill"} and sum(found.values()) > 30, found


@test
def power_cut_at_every_write_to_flash_of_a_join_that_fills_the_page_leaves_the_old_network_or_the_new():
    old = new_store(scratch + "/full")
    joins(device, old, [BARN, MILL, BARN, MILL, BARN, MILL, BARN])
    found = cut_at_every_write(device, old, MILL, scratch)
    print(f"    {found}")
    assert set(found) == {b"Barn", b"Mill"} and sum(found.values()) > 30, found


@test
def random_writes_for_a_minute_do_no_harm():
    # Both machines side by side, half of the time each.
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        list(pool.map(set_up_after_random_writes, (device, arm)))


def set_up_after_random_writes(image):
    seconds = float(os.environ.get("RANDOM_SECONDS", "60")) / 2
    emulator = Emulator(image, new_store(scratch + "/random") if image == device else None)
    try:
        sent = write_at_random(emulator.open(), seconds)
        emulator.send(LEFT, struct.pack("<I", 1))
        emulator.send(FORGET)
        emulator.happening(CLEARED)
        assert set_up(emulator) == 20
        emulator.happening(JOINED)
        _, stack, _ = emulator.figures()
        print(f"    {os.path.basename(image)}: {sent} bytes, {stack} bytes of stack at the most", flush=True)
        assert stack <= STACK, stack
    finally:
        emulator.kill()


def write_at_random(emulator, seconds):
    chance = random.Random(1)
    end, sent = time.monotonic() + seconds, 0
    emulator.line.setblocking(False)
    waiting = b""
    while time.monotonic() < end:
        if not waiting:
            waiting = b"".join(random_frame(chance) for _ in range(20))
        readable, writable, _ = select.select([emulator.line], [emulator.line], [], LIMIT)
        assert readable or writable, "the device takes nothing"
        if readable:
            assert emulator.line.recv(65536), "the device has ended"
        if writable:
            try:
                count = emulator.line.send(waiting)
            except BlockingIOError:
                continue
            waiting, sent = waiting[count:], sent + count
    emulator.line.setblocking(True)
    emulator.line.sendall(waiting + b"\x7e")
    emulator.raw = b""
    return sent


def random_frame(chance):
    if chance.random() < 0.2:
        return chance.randbytes(chance.randrange(1, 80))
    kind = chance.choice([CONNECTED, LEFT, SUBSCRIBED, WRITE, WRITE, WRITE, WRITE, READ, FORGET, chance.randrange(256)])
    service, characteristic = chance.randrange(4), chance.randrange(6)
    head = struct.pack("<IBB", chance.randrange(3), service, characteristic)
    if kind in (CONNECTED, LEFT):
        return frame(kind, head[:4])
    value = chance.randbytes(chance.choice([0, 1, 4, 20, 60, 512]))
    shape = chance.random()
    if shape < 0.3:
        value = credentials(chance.randbytes(chance.randrange(34)), chance.randbytes(chance.randrange(70)))
    elif shape < 0.5:
        value = b'{"ssid":"Barn","password":"hay and horses","topic":"home/lamp","id":"' + value[:20] + b'"}'
    elif shape < 0.7:
        value = bytes([8, chance.randrange(8)]) + value[:100]
    offset = chance.choice([0, 0, 0, chance.randrange(600)])
    return frame(kind, head + struct.pack("<HH", 1, offset) + value)


def main():
    wanted, passed, failed = sys.argv[2:], 0, 0
    for run in tests:
        if wanted and run.__name__ not in wanted:
            continue
        start = time.monotonic()
        try:
            run()
            passed += 1
            print(f"passed: {run.__name__.replace('_', ' ')} ({time.monotonic() - start:.0f} s)", flush=True)
        except Exception:
            failed += 1
            print(f"error: {run.__name__.replace('_', ' ')}\n{traceback.format_exc()}", flush=True)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
