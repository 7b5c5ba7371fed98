"""Nordic's service: ours at both ends, and ours against programs that are not ours."""
import json
import signal

from bonds import BESIDE, DEVICE, HAND, no_bonds
from harness import LAB, expect, scenario, wait_until
from ours import (
    ASIDE, NAME, NETWORK, PASSPHRASE, STRANGER, WRONG, address_of_station, device, expect_address, expect_one_connection, hand,
    join, joined,
    nordic_central, nordic_device, outcomes, profiles,
)

NOT_TEXT = b"caf\xe9 \xff\xfe"
NORDIC = ("--protocol", "nordic")
START_SCAN, STOP_SCAN = "0802", "0803"


def ours(stage, more=(), log="device"):
    """Our device with Nordic's service, and no bond anywhere."""
    no_bonds(stage, HAND, DEVICE)
    return device(stage, log=log, more=(*NORDIC, *more))


def stranger(stage, *arguments):
    no_bonds(stage, BESIDE)
    return nordic_device(stage, "--forget-bonds", *arguments)


def status_of(stage, name=NAME, adapter="hci0", log="status"):
    report = hand(stage, "status", name, adapter=adapter, log=log)
    state = report.hear(90, event="status")
    expect(report.finish() == 0, "status ends with status 0")
    return state


def restart_station(stage):
    """The station as after its reboot: NetworkManager forgets what it kept in memory alone."""
    stage.run(LAB / "station", "restart", seconds=90)


@scenario("Nordic: a device is scanned for, its version and its status are read, its networks listed, and it is set up")
def seed_flow(stage):
    ours(stage)
    scan = hand(stage, "scan", "--timeout", "20")
    found = scan.hear(30, wanted=lambda event: event.get("event") == "device" and event.get("name") == NAME)
    expect(found["protocol"] == "nordic", f"the device is shown as {found}")
    # What the service data says is in an advertisement of its own: BlueZ takes it beside no name and no list of services.
    scan.hear(30, name=NAME, version=1, provisioned=False)
    scan.stop()
    info = hand(stage, "info", NAME)
    expect(info.hear(90, event="info")["version"] == 1, "the version is 1")
    expect(info.finish() == 0, "info ends with status 0")
    expect(status_of(stage)["state"] == "notConfigured", "nothing is configured yet")
    listing = hand(stage, "networks", NAME)
    listing.hear(90, event="network", ssid=NETWORK)
    expect(listing.finish() == 0, "networks ends with status 0")
    expect_address(stage, joined(join(stage, PASSPHRASE)))
    after = status_of(stage, log="status-after")
    expect(after["state"] == "connected" and after["ssid"] == NETWORK, f"the status is {after}")
    hand(stage, "scan", "--timeout", "30", log="scan-after").hear(40, name=NAME, provisioned=True)


@scenario("Nordic: a wrong passphrase and then the right one, on one connection")
def wrong_then_right(stage):
    served = ours(stage)
    program = join(stage, WRONG, PASSPHRASE)
    outcome = joined(program)
    expect_one_connection(served)
    expect(outcomes(program)[0]["reason"] == "wrongPassphrase", f"the first try: {outcomes(program)}")
    expect_address(stage, outcome)
    expect(len(profiles(stage)) == 1, "one profile is left")


def was_written(trace, request):
    """Whether a request, by the beginning of its bytes, is in a trace as one that was written."""
    lines = trace.read_text().splitlines() if trace.exists() else []
    values = [json.loads(line) for line in lines if line.endswith("}")]
    return any(v["direction"] == "written" and v["hex"].replace(" ", "").startswith(request) for v in values)


@scenario("Nordic: a scan that is stopped half-way is stopped at the device, too, which can then be set up")
def scan_stopped(stage):
    heard, sent = stage.folder / "device-trace.log", stage.folder / "trace.log"
    ours(stage, more=("--trace", heard))
    listing = hand(stage, "networks", NAME, "--trace", sent)
    wait_until(lambda: was_written(sent, START_SCAN), 90, "the scan begins")
    listing.stop(signal.SIGINT)
    wait_until(lambda: was_written(heard, STOP_SCAN), 10, "the scan is stopped at the device")
    expect_address(stage, joined(join(stage, PASSPHRASE)))


@scenario("Nordic: volatile credentials are gone after the station's reboot, stored ones are not")
def volatile_credentials(stage):
    ours(stage)
    joined(join(stage, PASSPHRASE, more=("--ssid", NETWORK, "--volatile")))
    restart_station(stage)
    expect(profiles(stage) == [], "nothing is kept")
    joined(join(stage, PASSPHRASE, log="join-stored"))
    restart_station(stage)
    expect(len(profiles(stage)) == 1, "the network is kept")
    wait_until(lambda: address_of_station(stage), 60, "the station comes back by itself")


@scenario("Nordic: forget takes away what was stored")
def forget(stage):
    ours(stage)
    joined(join(stage, PASSPHRASE))
    program = hand(stage, "forget", NAME)
    expect(program.finish(90) == 0, f"forget ends with status 0: {program.events[-2:]}")
    expect(profiles(stage) == [], "no profile is left")
    expect(status_of(stage)["state"] == "notConfigured", "nothing is configured")


@scenario("C5/66: Nordic: a central that never pairs reads the version, and is refused all else by our device")
def never_pairs(stage):
    ours(stage)
    central = nordic_central(stage, more=("--name", NAME, "--never-pairs"))
    expect(central.hear(60, event="info")["version"] == 1, "the version is 1")
    expect(central.finish() == 0, f"all is refused: {central.events}")


@scenario("Nordic: our device's own agent pairs with a central that is not ours, which then sets it up")
def own_agent_of_the_device(stage):
    # The central on bumble asks nobody: what answers for the kernel's end is the device's agent, the only one there is.
    ours(stage)
    central = nordic_central(stage, WRONG, PASSPHRASE, more=("--name", NAME))
    expect(central.hear(90, event="paired")["encrypted"], "the link is encrypted")
    central.hear(60, event="state", state=5)
    central.hear(60, event="state", state=4)
    expect(central.finish() == 0, f"the central ends with status 0: {central.events[-2:]}")
    expect(len(profiles(stage)) == 1, "one profile is left")


@scenario("C5/64: Nordic: our client's own agent pairs with a device that is not ours; its scan and its joins go as the field's do", beside=True)
def client_against_the_field(stage):
    served = stranger(stage)
    listing = hand(stage, "networks", STRANGER, adapter=ASIDE)
    listing.hear(120, event="network", ssid=NETWORK)
    listing.hear(10, event="network", ssid="Six")
    listing.hear(10, wanted=lambda event: str(event.get("ssidHex")).lower() == NOT_TEXT.hex())
    listing.finish()
    served.hear(5, event="paired")
    program = join(stage, WRONG, PASSPHRASE, name=STRANGER, adapter=ASIDE)
    joined(program)
    # The field's firmware gives no reason, and its absence is no wrong passphrase.
    first = outcomes(program)[0]
    expect(first["outcome"] == "failed" and first["reason"] != "wrongPassphrase", f"the first try: {first}")


@scenario("Nordic: responses without an operation are taken for those of the request under way", beside=True)
def responses_without_an_operation(stage):
    stranger(stage, "--no-op-code")
    expect(status_of(stage, STRANGER, ASIDE)["state"] == "notConfigured", "nothing is configured")
    joined(join(stage, PASSPHRASE, name=STRANGER, adapter=ASIDE))


@scenario("Nordic: three bytes of service data are left alone, and the device is found and set up", beside=True)
def short_service_data(stage):
    stranger(stage, "--short-service-data")
    scan = hand(stage, "scan", "--timeout", "20", adapter=ASIDE)
    found = scan.hear(30, wanted=lambda event: event.get("event") == "device" and event.get("name") == STRANGER)
    expect(found["protocol"] == "nordic", f"the device is shown as {found}")
    scan.stop()
    joined(join(stage, PASSPHRASE, name=STRANGER, adapter=ASIDE))


# How a stored and a volatile join end with each schema of WifiConfig that is in the field, and which flag arrives.
for variant, kept, volatile in (
    ("original", False, True),
    ("android", False, True),
    ("certificates-4", False, True),
    ("certificates-3", False, False),  # field 3 is refused there, and left out in the second try
    ("certificates-5", False, True),
):
    @scenario(f"Nordic: firmware whose WifiConfig is `{variant}` is given a network to keep, and one that is volatile", beside=True)
    def config_variant(stage, variant=variant, kept=kept, volatile=volatile):
        served = stranger(stage, "--config", variant)
        joined(join(stage, PASSPHRASE, name=STRANGER, adapter=ASIDE))
        expect(served.hear(5, event="config")["volatile"] == kept, "it is to be kept")
        joined(join(stage, PASSPHRASE, name=STRANGER, adapter=ASIDE, more=("--ssid", NETWORK, "--volatile"), log="join-volatile"))
        expect(served.hear(5, event="config")["volatile"] == volatile, f"volatile arrives as {volatile}")
