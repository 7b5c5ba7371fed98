"""The hub works under the filter of system calls that its systemd unit sets: what is not allowed ends it here at once.

Of the unit, the filter of system calls, the families of sockets, and that no memory is written and run are set here by hand, since a
test has no systemd; what it says of files, users and namespaces is not.
"""
import ctypes
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile

from client import Client
from home import Fault, Home

UNIT = pathlib.Path(__file__).resolve().parents[2] / "Examples/gangway-hub.service"
NUMBERS = pathlib.Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
FAMILIES = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10}
# linux/seccomp.h, linux/audit.h and linux/filter.h
KILL, ERRNO, ALLOW, X86_64 = 0x80000000, 0x00050000, 0x7FFF0000, 0xC000003E
LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
EPERM, EAFNOSUPPORT, PROT_EXEC = 1, 97, 4
# What is refused to it as systemd does, and does no harm: libdispatch asks for a priority of its threads, and works without; SQLite
# gives its journal to the list's owner, but only as root, which the unit's user is not.
REFUSED = ["setpriority", "fchown"]


def settings(name):
    return re.findall(rf"^{name}=(.*)$", UNIT.read_text(), re.MULTILINE)


def members(name):
    """The system calls that a word of the unit's filter stands for."""
    if not name.startswith("@"):
        return {name}
    shown = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True).stdout
    words = [line.strip() for line in shown.splitlines()[1:] if line.strip() and not line.strip().startswith("#")]
    return set().union(*map(members, words))


def allowed():
    """What the lines of the filter come to, the later ones after the earlier."""
    calls = members("@default")
    for line in settings("SystemCallFilter"):
        words = set().union(*map(members, line.lstrip("~").split()))
        calls = calls - words if line.startswith("~") else calls | words
    return calls


def step(code, value, yes=0, no=0):
    return struct.pack("HBBI", code, yes, no, value)


def program():
    """The filter as a program of the kernel's: it loads a part of the call, and goes on by what it finds there."""
    numbers = {name: int(number) for name, number in re.findall(r"#define __NR_(\w+) (\d+)", NUMBERS.read_text())}
    calls = sorted({numbers[name] for name in allowed() if name in numbers} - {numbers["socket"], numbers["mprotect"]})
    steps = [step(LOAD, 4), step(EQUAL, X86_64, 1), step(RETURN, KILL), step(LOAD, 0)]
    families = sorted(FAMILIES[name] for name in settings("RestrictAddressFamilies")[0].split())
    # A socket of another family is refused, as systemd does; other programs' code may ask for one to see whether there is such.
    steps += [step(EQUAL, numbers["socket"], 0, len(families) + 3), step(LOAD, 16)]
    steps += [step(EQUAL, family, len(families) - index) for index, family in enumerate(families)]
    steps += [step(RETURN, ERRNO | EAFNOSUPPORT), step(RETURN, ALLOW)]
    steps += [step(EQUAL, numbers["mprotect"], 0, 4), step(LOAD, 32), step(ANY_BIT, PROT_EXEC, 0, 1), step(RETURN, KILL), step(RETURN, ALLOW)]
    for number in calls:
        steps += [step(EQUAL, number, 0, 1), step(RETURN, ALLOW)]
    for name in REFUSED:
        steps += [step(EQUAL, numbers[name], 0, 1), step(RETURN, ERRNO | EPERM)]
    return b"".join(steps + [step(RETURN, KILL)])


def confine():
    """Called in the hub's process before its program is."""
    library = ctypes.CDLL(None, use_errno=True)
    code = ctypes.create_string_buffer(PROGRAM)
    parts = struct.pack("HxxxxxxP", len(PROGRAM) // 8, ctypes.addressof(code))
    no_new_privileges, set_filter, filter_mode = 38, 22, 2
    if library.prctl(no_new_privileges, 1, 0, 0, 0) or library.prctl(set_filter, filter_mode, parts, 0, 0):
        raise OSError(ctypes.get_errno(), "the filter cannot be set")


PROGRAM = b""


def sandbox(programs, rounds):
    global PROGRAM
    if shutil.which("systemd-analyze") is None or not NUMBERS.exists():
        return "left out, it needs systemd-analyze and libc6-dev on x86-64"
    if settings("MemoryDenyWriteExecute") != ["yes"]:
        raise Fault("the unit lets memory be written and run")
    PROGRAM = program()
    with tempfile.TemporaryDirectory(prefix="gangway-sandbox-") as folder:
        home = Home(programs, folder)
        try:
            home.broker()
            home.furnish("Lamp", "home/lamp", "Light")
            home.begin("hub", "The hub is at", "gangway-hub", "run", "--data", str(home.data), "--listen",
                       f"127.0.0.1:{home.hub_port}", before=confine)
            client = Client(home.hub_port)
            work(home, client, rounds)
            if home.end("hub") != 0:
                raise Fault("the hub did not end in order")
        finally:
            home.close()
    return f"{len(allowed())} system calls are allowed"


def work(home, client, rounds):
    """All that the hub does with the system: devices are set up, changed, switched and taken away, the broker goes and comes back."""
    from kills import Adding
    device = next(one["id"] for one in client.devices() if one["name"] == "Lamp")
    lamp = client.path(device)
    for number in range(rounds):
        home.device(f"Fan-{number}")
        adding = Adding(client, f"Fan-{number}")
        adding.add()
        home.end(f"Fan-{number}")
        answer = client.api("PATCH", lamp, {"name": f"Lamp {number}", "category": f"Floor {number}"})
        switched = client.switch(device, number % 2 == 0)
        if (answer.status, switched.status) != (200, 200):
            raise Fault(f"a change was answered with {answer.status}, a command with {switched.status} {switched.text}")
        home.end("broker", 9)
        home.broker()
    if client.api("DELETE", lamp).status != 204:
        raise Fault("the device could not be taken away")
