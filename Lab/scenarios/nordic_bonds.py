"""Bonds that one end has lost: recognised, and mended with one clear step."""
from bonds import BESIDE, DEVICE, HAND, no_bonds, remove, repairing
from harness import expect, scenario
from nordic import NORDIC, status_of
from ours import ADDRESS, ASIDE, NAME, PASSPHRASE, STRANGER, device, expect_address, hand, join, joined, nordic_device

ADDRESS_OF_HAND = "C4:C5:C6:C7:C8:01"


def bonded(stage):
    """Our device and our client, bonded: by reading the status."""
    no_bonds(stage, HAND, DEVICE)
    served = device(stage, more=NORDIC)
    status_of(stage, log="status-bonding")
    return served


@scenario("Nordic: a bond that the client lost is made anew, where the device's bluetoothd allows it as doctor advises", alone=True)
def lost_at_the_client(stage):
    repairing(stage, "confirm")
    bonded(stage)
    remove(stage, HAND, ADDRESS)
    expect_address(stage, joined(join(stage, PASSPHRASE)))


@scenario("Nordic: a bond that the client lost is told with the setting that stops it, where bluetoothd is as it comes")
def lost_at_the_client_forbidden(stage):
    bonded(stage)
    remove(stage, HAND, ADDRESS)
    program = hand(stage, "status", NAME)
    error = program.hear(120, event="error")
    expect("JustWorksRepairing" in f"{error['message']} {error['advice']}", f"the error is {error}")
    expect(program.finish() != 0, "the command does not end with status 0")


@scenario("Nordic: a bond that the device lost is recognised by the client and made anew")
def lost_at_the_device(stage):
    bonded(stage)
    remove(stage, DEVICE, ADDRESS_OF_HAND)
    expect_address(stage, joined(join(stage, PASSPHRASE)))


@scenario("Nordic: a bond that a device which is not ours lost is recognised by the client and made anew", beside=True)
def lost_at_a_stranger(stage):
    no_bonds(stage, BESIDE)
    first = nordic_device(stage, "--forget-bonds")
    status_of(stage, STRANGER, ASIDE, log="status-bonding")
    first.stop()
    nordic_device(stage, "--forget-bonds")
    joined(join(stage, PASSPHRASE, name=STRANGER, adapter=ASIDE))
