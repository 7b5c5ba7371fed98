"""What goes wrong in the middle, for real."""
import signal

from harness import LAB, expect, scenario
from ours import (
    ADDRESS, NAME, NETWORK, PASSPHRASE, PROFILES, WRONG, device, expect_address, hand, join, joined, outcomes, profiles,
)


def is_under_way(event):
    """The device has the credentials and tries them."""
    return event.get("event") == "status" and event.get("state") == "connecting"


@scenario("A device that is killed in the middle of a join: the outcome is unknown, and the next join works")
def device_killed(stage):
    served = device(stage)
    # bluetoothd keeps the link of a program that is gone: only the limit tells.
    program = join(stage, PASSPHRASE, more=("--ssid", NETWORK, "--timeout", "20"))
    served.hear(90, wanted=is_under_way)
    served.stop(signal.SIGKILL)
    status = program.finish(120)
    expect(status == 5, f"join ended with {status}: {outcomes(program)}")
    device(stage, log="device-again")
    expect_address(stage, joined(join(stage, PASSPHRASE, log="join-again")))
    expect(len(profiles(stage)) == 1, "one profile is left")


@scenario("C9/77: After bluetoothd was restarted the device is on the air again, and can be set up", alone=True)
def bluetoothd_restarted(stage):
    device(stage)
    stage.run("bash", "-c", "kill -9 $(cat /run/lab/bluetoothd.pid)")
    stage.run(LAB / "bluetooth", "daemon")
    stage.run(LAB / "bluetooth", "ready", 3)
    scan = hand(stage, "scan", "--timeout", "40")
    scan.hear(60, event="device", id=ADDRESS)
    scan.stop(signal.SIGINT)
    expect_address(stage, joined(join(stage, PASSPHRASE)))


@scenario("E3/110: A link that drops after the ACK is taken up again, and the outcome is learnt")
def link_dropped(stage):
    served = device(stage)
    program = join(stage, PASSPHRASE)
    served.hear(90, wanted=is_under_way)
    stage.run("btmgmt", "--index", "0", "disconnect", "-t", "1", ADDRESS, check=False)
    expect_address(stage, joined(program))
    steps = [event["step"] for event in program.events if event.get("event") == "progress"]
    expect("reconnecting" in steps, f"the link did drop: {steps}")


@scenario("D4/97: A second central finds the device while the first is connected; both are told, the last write wins", alone=True)
def second_central(stage):
    served = device(stage)
    # Both are connected when the first writes: a network that is not there, which is looked for when the second writes.
    first = hand(stage, "join", NAME, "--ssid", "Not There", log="join-first")
    first.hear(90, event="recipient")
    second = hand(stage, "join", NAME, "--ssid", NETWORK, adapter="hci2")
    second.hear(90, event="recipient")
    first.say(PASSPHRASE)
    served.hear(90, event="credentials", ssid="Not There")
    second.say(PASSPHRASE)
    second.end_input()
    expect_address(stage, joined(second))
    status = first.finish(120)
    expect(status != 0 and outcomes(first), f"the join that was overtaken is told, and ends with {status}")


@scenario("A second program on one adapter is told that the first takes what the device sends, and leaves it its link", alone=True)
def second_program(stage):
    served = device(stage)
    first = hand(stage, "status", NAME, "--watch", log="status-first")
    first.hear(90, event="status")
    second = hand(stage, "status", NAME, log="status-second")
    status = second.finish(90)
    errors = [event for event in second.events if event.get("event") == "error"]
    expect(status == 1 and errors and errors[-1]["code"] == "inUse", f"it ends with {status}: {second.events}")
    joined(join(stage, PASSPHRASE, adapter="hci2"))
    first.hear(90, event="status", state="connected")
    arrivals = [event for event in served.events if event.get("event") == "connected"]
    expect(len(arrivals) == 2, f"the first link stood, and one came from elsewhere: {arrivals}")


@scenario("A full disk at the device is said to be one, and what was stored before is intact")
def full_disk(stage):
    served = device(stage)
    joined(join(stage, PASSPHRASE))
    before = stage.run("bash", "-c", f"cat {PROFILES}/*.nmconnection")
    stage.run("bash", "-c", f"cp -a {PROFILES} /run/lab/profiles && mount -t tmpfs -o size=64k tmpfs {PROFILES}"
              f" && cp -a /run/lab/profiles/. {PROFILES}/ && chmod 700 {PROFILES}; dd if=/dev/zero of={PROFILES}/.full 2>/dev/null; true")
    stage.at_end(lambda: stage.run("bash", "-c", f"umount -l {PROFILES}; rm -rf /run/lab/profiles; nmcli connection reload"))
    program = join(stage, WRONG, log="join-on-full-disk")
    status = program.finish(120)
    expect(status == 1 and outcomes(program)[-1]["outcome"] == "failed", f"join ended with {status}: {outcomes(program)}")
    served.hear(5, event="storageFailed")
    after = stage.run("bash", "-c", f"cat {PROFILES}/*.nmconnection")
    expect(after == before, "the profile is what it was")
