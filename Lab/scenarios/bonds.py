"""Bonds: how the scenarios take them away, and how bluetoothd treats a peer that lost its own."""
from harness import LAB
from ours import ADDRESS

ADAPTERS = ("C4:C5:C6:C7:C8:01", ADDRESS, "C4:C5:C6:C7:C8:03")


def devices_of(stage, adapter):
    """The devices that an adapter knows."""
    lines = stage.run(
        "bash", "-c", f"printf 'select {adapter}\\ndevices\\nquit\\n' | timeout 20 bluetoothctl", check=False
    )
    words = (line.split("Device ", 1)[-1].split() for line in lines.splitlines() if "Device " in line and "]" not in line)
    return [word[0] for word in words if word]


def remove(stage, adapter, peer):
    """One end's bond, with all that it knows of the other."""
    index = ADAPTERS.index(adapter)
    stage.run(
        "busctl", "call", "org.bluez", f"/org/bluez/hci{index}", "org.bluez.Adapter1", "RemoveDevice", "o",
        f"/org/bluez/hci{index}/dev_{peer.replace(':', '_')}", check=False,
    )


def no_bonds(stage):
    """No adapter knows any device."""
    for adapter in ADAPTERS:
        for peer in devices_of(stage, adapter):
            remove(stage, adapter, peer)


def repairing(stage, setting):
    """bluetoothd with `JustWorksRepairing` as `setting`, until the scenario's end."""
    stage.at_end(lambda: restart(stage, "never"))
    restart(stage, setting)


def restart(stage, setting):
    stage.run("bash", "-c", "kill $(cat /run/lab/bluetoothd.pid); while kill -0 $(cat /run/lab/bluetoothd.pid) 2>/dev/null; do sleep 0.1; done")
    stage.run(LAB / "bluetooth", "daemon", setting)
    stage.run(LAB / "bluetooth", "ready", 3)
