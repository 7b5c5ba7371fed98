"""A browser or a program of the hub, by its HTTP alone."""
import http.client
import json
import time
import urllib.parse

from home import LIMIT, Fault

PASSWORD = "hay and horses"


class Client:
    """One that is logged in, with a key for the API."""

    def __init__(self, port):
        self.port = port
        answer = self.post("/setup", {"password": PASSWORD})
        if answer.status != 204:
            raise Fault(f"setting the password was answered with {answer.status}")
        self.cookie = answer.getheader("Set-Cookie").split(";")[0]
        self.key = self.post("/tokens/make", {"name": "program"}).object["token"]

    cookie = key = ""

    def ask(self, method, path, body=None, **fields):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"Host": "localhost", "Content-Type": "application/json", **fields})
            answer = connection.getresponse()
            answer.text = answer.read()
            is_json = answer.getheader("Content-Type") == "application/json"
            answer.object = json.loads(answer.text) if is_json and answer.text else None
            return answer
        finally:
            connection.close()

    def post(self, path, body=None):
        """As a page of the hub does."""
        return self.ask("POST", path, body or {}, Origin="http://localhost", Cookie=self.cookie)

    def do(self, action, **body):
        answer = self.post("/do/" + action, body)
        if answer.status != 204:
            raise Fault(f"{action} was answered with {answer.status}")

    def api(self, method, path, body=None):
        return self.ask(method, "/api/v1" + path, body, Authorization="Bearer " + self.key)

    def devices(self):
        return self.api("GET", "/devices").object["devices"]

    def events(self):
        """Name and content of each event from now on, as they come."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        connection.request("GET", "/events", headers={"Host": "localhost", "Cookie": self.cookie})
        answer = connection.getresponse()
        name = ""
        while line := answer.readline():
            key, _, value = line.decode().rstrip("\n").partition(": ")
            if key == "event":
                name = value
            elif key == "data":
                yield name, json.loads(value)
        raise ConnectionError("the hub has ended the stream")

    def view(self, part, fits):
        """What a page shows in `part`, once that fits."""
        for name, content in self.events():
            if name == "view" and part in content and fits(content[part]):
                return content[part]

    def switch(self, device, is_on):
        """The answer to a command, once the hub has a connection to its broker and the device is back there: it tries its broker
        again some seconds after that is gone, and is offline until then."""
        end = time.monotonic() + LIMIT
        while True:
            answer = self.api("PUT", self.path(device) + "/state", {"on": is_on})
            is_away = answer.status == 503 and answer.object["error"] in ("control.deviceOffline", "control.noBroker")
            if not is_away or time.monotonic() > end:
                return answer
            self.online(device)

    def online(self, device):
        """Returns when the hub has a connection to its broker, and what it knows of the device is that it is there."""
        broker = availability = None
        for _, content in self.events():
            broker = content.get("broker", {}).get("state", broker)
            for one in content.get("devices", []) + content.get("states", []):
                if one["id"] == device:
                    availability = one["availability"]
            if (broker, availability) == ("connected", "online"):
                return

    @staticmethod
    def path(device):
        return "/devices/" + urllib.parse.quote(device)
