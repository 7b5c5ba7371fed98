"""The capture of the whole run, at its end."""
import json

from harness import OUT, expect, scenario
from ours import GANGWAY, NETWORK


@scenario("The capture of all Bluetooth traffic goes on to the end, and holds the messages of a join, for gangway decode", alone=True)
def capture(stage):
    before = (OUT / "btsnoop.log").stat().st_size
    stage.run("btmgmt", "--index", "0", "info")
    after = (OUT / "btsnoop.log").stat().st_size
    expect(after > before, f"the capture grows no more: {after} bytes")
    lines = stage.run(GANGWAY, "decode", "--protocol", "wifiset", "--capture", OUT / "btsnoop.log", check=False).splitlines()
    messages = [json.loads(line) for line in lines]
    expect(not any(message.get("error") == "badCapture" for message in messages), "the file is whole")
    kinds = [message["type"] for message in messages if "type" in message]
    for kind in ("listStart", "networkEntry", "listEnd", "credentialWrite", "credentialAck", "statusResponse"):
        expect(kind in kinds, f"no {kind} among {len(kinds)} messages")
    expect(any(message.get("ssid") == NETWORK for message in messages), "the network is named")
    joined = [message for message in messages if message.get("state") == "connected" and message.get("address")]
    expect(joined, "a device says that it has joined")
