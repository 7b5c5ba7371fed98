"""Does in the hub's page what a person would do in a browser, and says each step: demo-page.py ADDRESS PASSWORD DEVICE TOPIC.

It sets the password of the hub, adds the device, and switches it on and off."""

import json
import sys
import urllib.request

address, password, device, topic = sys.argv[1:]
cookie = ""


def ask(method, path, body=None, key=None):
    fields = {"Origin": address, "Content-Type": "application/json", "Cookie": cookie}
    if key:
        fields["Authorization"] = "Bearer " + key
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, fields, method=method)
    return urllib.request.urlopen(request, timeout=60)


def act(action, **body):
    ask("POST", "/do/" + action, body)


def views(stream):
    """Each state of the session, as it comes."""
    name = ""
    for line in stream:
        text = line.decode().rstrip("\n")
        if text.startswith("event: "):
            name = text[7:]
        elif text.startswith("data: ") and name == "view":
            yield json.loads(text[6:])


def until(stream, fits):
    """The set-up when `fits` holds; its steps are said as they are done."""
    for view in stream:
        connect = view.get("connect") or {}
        for step in connect.get("steps", []):
            if step["state"] != "running" and step["text"] not in said:
                said.append(step["text"])
                print("  " + ("✓ " if step["state"] == "done" else "✗ ") + step["text"], flush=True)
        if fits(connect):
            return connect
    raise SystemExit("the hub ended")


said = []
cookie = ask("POST", "/setup", {"password": password}).headers["Set-Cookie"].split(";")[0]
stream = views(ask("GET", "/events"))
act("open/connect")
found = until(stream, lambda connect: any(one["name"] == device for one in connect.get("candidates", [])))
print(f"  Found: {device}")
act("connect/choose", id=next(one["id"] for one in found["candidates"] if one["name"] == device))
until(stream, lambda connect: connect.get("stage") == "networks")
act("connect/type", name="Barn")
until(stream, lambda connect: connect.get("stage") == "credentials")
act("connect/join", passphrase="hay and horses", topic=topic)
ended = until(stream, lambda connect: connect.get("result"))
print("  " + ended["result"]["text"])
if not ended["result"]["success"]:
    raise SystemExit(1)
act("connect/finish")

key = json.load(ask("POST", "/tokens/make", {"name": "demo"}))["token"]
for is_on in (True, False):
    answer = json.load(ask("PUT", f"/api/v1/devices/{ended['result']['id']}/state", {"on": is_on}, key))
    print(f"  {answer['name']} reports that it is " + ("on." if answer["on"] else "off."), flush=True)
