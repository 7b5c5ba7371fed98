"""The API is asked whatever its own description allows and forbids (schemathesis), and has to answer as that says."""
import json
import pathlib
import subprocess
import sys
import tempfile

from client import Client
from home import Fault, Home

# What the description cannot say: a name's limit is in bytes of UTF-8, and a mode is the device's to take.
SETTINGS = """
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "401", "404", "409", "422"]
"""
# As many as may be taken away while it asks.
DEVICES = 300


def properties(programs, examples):
    with tempfile.TemporaryDirectory(prefix="gangway-api-") as folder:
        home = Home(programs, folder)
        try:
            home.broker()
            home.furnish("Lamp", "home/lamp", "Light")
            home.hub()
            client = Client(home.hub_port)
            # A device that is there, and is not taken away meanwhile; then many that are, of which none answers a command.
            steered = ask(home, client, examples, "--exclude-method", "DELETE")
            (home.folder / "more.json").write_text(json.dumps([
                {"id": f"00000000-0000-4000-8000-{number:012x}", "name": f"Fan {number}", "topic": f"home/fan-{number}"}
                for number in range(DEVICES)]))
            home.command("devices", "import", str(home.folder / "more.json"))
            listed = ask(home, client, examples, "--exclude-path-regex", "state$")
            return f"{steered}; {listed}"
        finally:
            home.close()


def ask(home, client, examples, *left_out):
    settings = pathlib.Path(home.folder) / "schemathesis.toml"
    settings.write_text(SETTINGS)
    done = subprocess.run(
        # By the interpreter that runs this one, wherever that was installed. The stream of events does not end, and is tested by
        # itself.
        [sys.executable, pathlib.Path(sys.executable).parent / "schemathesis", "--config-file", settings, "run",
         f"{home.address}/api/v1/openapi.json", "--header", f"Authorization: Bearer {client.key}",
         "--exclude-path", "/api/v1/events", *left_out, "--max-examples", str(examples), "--seed", "1", "--request-timeout", "30"],
        cwd=home.folder, capture_output=True, text=True)
    if done.returncode:
        raise Fault(done.stdout + done.stderr)
    if client.api("GET", "/status").status != 200 or home.processes["hub"].poll() is not None:
        raise Fault("the hub does not answer any more")
    return next((line.strip() for line in done.stdout.splitlines() if "generated" in line), "")
