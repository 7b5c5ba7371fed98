"""Bonds: how the scenarios take them away, and how bluetoothd treats a peer that lost its own."""
import re

from harness import LAB

HAND, DEVICE, BESIDE = 0, 1, 2  # indices of the adapters


def known(stage):
    """The devices that the adapters know, as D-Bus paths."""
    objects = stage.run(
        "dbus-send", "--system", "--print-reply", "--dest=org.bluez", "/", "org.freedesktop.DBus.ObjectManager.GetManagedObjects"
    )
    return sorted(set(re.findall(r"/org/bluez/hci\d+/dev_[0-9A-F_]{17}(?=\")", objects)))


def forget(stage, path):
    """One end's bond, with all that it knows of the other, by the device's D-Bus path."""
    stage.run(
        "dbus-send", "--system", "--print-reply", "--dest=org.bluez", path.rpartition("/")[0], "org.bluez.Adapter1.RemoveDevice",
        f"objpath:{path}", check=False,
    )


def remove(stage, adapter, peer):
    """The bond that an adapter, by its index, has with a peer, by its address."""
    forget(stage, f"/org/bluez/hci{adapter}/dev_{peer.replace(':', '_')}")


def no_bonds(stage, *adapters):
    """These adapters know no device."""
    for path in known(stage):
        if any(f"/hci{adapter}/" in path for adapter in adapters):
            forget(stage, path)


def repairing(stage, setting):
    """bluetoothd with `JustWorksRepairing` as `setting`, until the scenario's end."""
    stage.at_end(lambda: restart(stage, "never"))
    restart(stage, setting)


def restart(stage, setting):
    stage.run("bash", "-c", "kill $(cat /run/lab/bluetoothd.pid); while kill -0 $(cat /run/lab/bluetoothd.pid) 2>/dev/null; do sleep 0.1; done")
    stage.run(LAB / "bluetooth", "daemon", setting)
    stage.run(LAB / "bluetooth", "ready", 3)
