"""The frames that a device on a serial port speaks (Sources/SerialLink), and an emulator that runs one."""

import os
import select
import shutil
import socket
import struct
import subprocess
import tempfile
import time

HELLO, CONNECTED, LEFT, SUBSCRIBED, WRITE, READ, FORGET, MEASURE = range(1, 9)
STARTED, SERVICE, ADVERTISING, SERVICE_DATA, NOTIFICATION, ANSWER, HAPPENING, FIGURES = range(0x81, 0x89)
GOT_CREDENTIALS, STORED, NOT_STORED, STATE, JOINED, FAILED, CLEARED, STEERED = range(1, 9)
FLASH_SIZE = 32 << 20
LIMIT = 60  # seconds until a test that hears nothing gives up


def check_sequence(data):
    value = 0xFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ 0x8408 if value & 1 else value >> 1
    return value ^ 0xFFFF


def frame(kind, content=b""):
    body = bytes([kind]) + content
    body += struct.pack("<H", check_sequence(body))
    return b"\x7e" + body.replace(b"\x7d", b"\x7d\x5d").replace(b"\x7e", b"\x7d\x5e") + b"\x7e"


def unstuff(raw):
    out, is_escaped = bytearray(), False
    for byte in raw:
        if is_escaped:
            out.append(byte ^ 0x20)
            is_escaped = False
        elif byte == 0x7D:
            is_escaped = True
        else:
            out.append(byte)
    return bytes(out)


class Emulator:
    """An image that runs, and the line to it."""

    def __init__(self, image, store=None, counts=False, waits=False, stops=False):
        """WAITS: it starts when the line to it is opened. COUNTS: that too, and time goes by instructions. STOPS: it stands
        still until a debugger has it go on."""
        # Not both: QEMU's machine may stand for good after a step at which a timer is due, where time goes by instructions.
        assert not (counts and stops)
        self.folder = tempfile.mkdtemp(prefix="gangway-firmware-")
        self.path = self.folder + "/serial"
        arm = "arm" in os.path.basename(image)
        command = ["qemu-system-arm" if arm else "qemu-system-riscv32", "-M", "mps2-an386" if arm else "virt"]
        # With flash in the machine, QEMU starts what is in it in the place of a kernel; firmware it starts all the same.
        command += ["-display", "none", "-monitor", "none", "-no-reboot", "-kernel" if arm else "-bios", image]
        # Where time goes by instructions, a device that nobody hears yet would be through with everything.
        wait = "on" if counts or waits else "off"
        command += ["-serial", f"unix:{self.path},server=on,wait={wait}"]
        if arm:
            command += ["-semihosting-config", "enable=on,target=native"]
        if store:
            command += ["-drive", f"if=pflash,unit=1,format=raw,file={store}"]
        if counts:
            command += ["-icount", "shift=0,sleep=off"]
        if stops:
            command += ["-S", "-gdb", f"unix:{self.folder}/debugger,server=on,wait=off"]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        self.line = None

    def until(self, done):
        """Waits for the emulator to make what it is asked about."""
        end = time.monotonic() + LIMIT
        while not done():
            assert self.process.poll() is None, f"the emulator ended with {self.process.returncode}"
            assert time.monotonic() < end, "the emulator does not start"
            select.select([], [], [], 0.01)

    def connect(self, name):
        """A connection to one of its sockets, which is there a moment before it is listened at."""
        line = socket.socket(socket.AF_UNIX)
        self.until(lambda: line.connect_ex(f"{self.folder}/{name}") == 0)
        return line

    def open(self):
        """Opens the line to the device."""
        self.line, self.raw, self.frames = self.connect("serial"), b"", []
        self.send(HELLO)
        return self

    def send(self, kind, content=b""):
        self.line.sendall(frame(kind, content))

    def write(self, service, characteristic, value, client=1, request=1, offset=0):
        self.send(WRITE, struct.pack("<IBBHH", client, service, characteristic, request, offset) + value)

    def next(self, limit=LIMIT):
        """The next frame as kind and content; None where none comes in time."""
        end = time.monotonic() + limit
        while not self.frames:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.line], [], [], left)[0]:
                return None
            self.receive()
        return self.frames.pop(0)

    def receive(self):
        """Takes what has come, which may be several frames, or less than one."""
        data = self.line.recv(65536)
        assert data, "the device has ended"
        *whole, self.raw = (self.raw + data).split(b"\x7e")
        for body in map(unstuff, whole):
            if len(body) > 2 and check_sequence(body[:-2]) == struct.unpack("<H", body[-2:])[0]:
                self.frames.append((body[0], body[1:-2]))

    def expect(self, kind, accepts=lambda content: True, limit=LIMIT):
        """The next frame of this kind that fits; those before it are passed over."""
        end = time.monotonic() + limit
        while True:
            got = self.next(max(0, end - time.monotonic()))
            assert got is not None, f"no frame {kind:#x} came"
            if got[0] == kind and accepts(got[1]):
                return got[1]

    def happening(self, number, limit=LIMIT):
        return self.expect(HAPPENING, lambda content: content[0] == number, limit)[1:]

    def notified(self, service, accepts, limit=LIMIT):
        return self.expect(NOTIFICATION, lambda content: content[0] == service and accepts(content[2:]), limit)

    def figures(self):
        self.send(MEASURE)
        return struct.unpack("<III", self.expect(FIGURES))

    def kill(self):
        self.process.kill()
        self.process.wait()
        if self.line:
            self.line.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def new_store(path):
    with open(path, "wb") as file:
        file.truncate(FLASH_SIZE)
    return path
