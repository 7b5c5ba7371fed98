"""`join --each`: all that is in range, several at a time."""
from bonds import DEVICE, HAND, no_bonds
from harness import expect, scenario
from ours import NAME, NETWORK, PASSPHRASE, STRANGER, device, hand, nordic_device, reference_device


def each(stage, journal, log):
    """`join --each` with the right passphrase: its results by the devices' names, its exit status, and what it told."""
    program = hand(
        stage, "join", "--each", "--ssid", NETWORK, "--quiet", "20", "--journal", journal, "--timeout", "240", log=log
    )
    program.say(PASSPHRASE)
    program.end_input()
    status = program.finish(300)
    results = {event["name"]: event["result"] for event in program.events if event.get("event") == "result"}
    return results, status, program.events


@scenario("Every device in range is set up in one go, of both protocols and of three makers, and none of them twice", alone=True)
def every_device(stage):
    no_bonds(stage, HAND, DEVICE)
    device(stage, more=("--protocol", "wifiset,nordic"))
    nordic_device(stage, "--forget-bonds")
    reference_device(stage)
    journal = stage.folder / "journal"
    results, status, told = each(stage, journal, "first")
    expect({NAME, STRANGER} <= results.keys() and len(results) == 3, f"the devices set up are {results}")
    expect(set(results.values()) == {"connected"} and status == 0, f"it ended with {status}: {results}")
    protocols = {event["name"]: event["protocol"] for event in told if event.get("event") == "recipient"}
    expect(protocols[NAME] == "nordic", f"of two protocols the one with a protected link is taken: {protocols}")
    again, status, _ = each(stage, journal, "again")
    expect(set(again.values()) <= {"doneBefore", "provisioned"} and status == 0, f"again, it ended with {status}: {again}")
