"""Lets Home Assistant's own code find our devices at a broker, steer them, lose them and forget them.

    agree.py PROGRAM MOSQUITTO

Home Assistant runs here in this process, with its MQTT integration alone: no web server, no database, nothing that lasts.
What its integration warns of, and a member of an announcement that it would pass over, count as failures.
"""
import asyncio
import json
import logging
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

from homeassistant import bootstrap, config_entries, core, loader
from homeassistant.components import mqtt
from homeassistant.components.mqtt import discovery, select, sensor, switch
from homeassistant.helpers import device_registry, entity_registry
from homeassistant.setup import async_setup_component

LIMIT = 30
SCHEMAS = {"switch": switch.DISCOVERY_SCHEMA, "select": select.DISCOVERY_SCHEMA, "sensor": sensor.DISCOVERY_SCHEMA}
LAMP = "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"
FAN = "1c9a1f5b-7f0e-4a1e-9a59-0d2f6c1b8e44"
# Names that are text to us, and would be something else to a template that does not quote them.
MODES = ["warm", "it's \\ \"cold\"", "{{ 1 + 1 }}", "Küche ☕", "{% raw %}"]


class Fault(Exception):
    pass


def expect(condition, what):
    if not condition:
        raise Fault(what)


class Device:
    """One of our devices, as a process."""

    def __init__(self, program, port, *words):
        self.command = [program, str(port), *words]

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL)
        await self.until("online")

    async def until(self, line):
        heard = []
        while True:
            said = (await asyncio.wait_for(self.process.stdout.readline(), LIMIT)).decode().strip()
            heard.append(said)
            expect(said and not said.startswith(("ignored", "failed")), f"the device said {heard}, not {line}")
            if said == line:
                return

    def tell(self, word):
        self.process.stdin.write(word.encode() + b"\n")

    async def end(self):
        self.process.stdin.close()
        await asyncio.wait_for(self.process.wait(), LIMIT)

    async def kill(self):
        self.process.kill()
        await self.process.wait()


class Log(logging.Handler):
    """What Home Assistant warns of."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        # One test runs no service and keeps no history: only what the integration itself finds wrong counts.
        if record.name.startswith(("homeassistant.components.mqtt", "homeassistant.helpers.template")):
            self.lines.append(record.getMessage())


def start_broker(mosquitto, folder):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    configuration = folder / "mosquitto.conf"
    configuration.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nlog_dest none\nuser root\n")
    broker = subprocess.Popen([mosquitto, "-c", configuration], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while broker.poll() is None:
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return broker, port
        time.sleep(0.01)
    raise Fault("the broker did not start")


async def start_home_assistant(folder, port):
    (folder / "configuration.yaml").touch()
    hass = core.HomeAssistant(str(folder))
    hass.config_entries = config_entries.ConfigEntries(hass, {})
    hass.config.skip_pip = True
    loader.async_setup(hass)
    await bootstrap.async_load_base_functionality(hass)
    expect(await async_setup_component(hass, "homeassistant", {}), "its core was not set up")
    # What takes certificates from a browser is a dependency of the integration, and of no use here.
    hass.config.components.update({"http", "file_upload"})
    entry = config_entries.ConfigEntry(
        version=1, minor_version=1, domain="mqtt", title="", source="user",
        data={"broker": "127.0.0.1", "port": port, "discovery": True})
    await hass.config_entries.async_add(entry)
    await hass.async_block_till_done()
    expect(entry.state is config_entries.ConfigEntryState.LOADED, f"its MQTT integration is {entry.state}")
    await hass.async_start()
    return hass


async def until(hass, entity, value):
    """Waits until an entity is in a state; `None` for none at all."""
    def present():
        state = hass.states.get(entity)
        return state and state.state
    changed = asyncio.Event()
    stop = hass.bus.async_listen(core.EVENT_STATE_CHANGED, core.callback(lambda _: changed.set()))
    try:
        while present() != value:
            changed.clear()
            await asyncio.wait_for(changed.wait(), LIMIT)
    except TimeoutError:
        raise Fault(f"{entity} is {present()!r}, not {value!r}; there are {sorted(hass.states.async_entity_ids())}")
    finally:
        stop()


def check_members(topic, body):
    """Every member of an announcement is one that Home Assistant reads, by its schema for that component."""
    found = discovery.TOPIC_MATCHER.match(topic.removeprefix("homeassistant/"))
    expect(found, f"{topic} is no topic of an announcement")
    config = json.loads(body)
    origin = config.pop("origin")
    expect(discovery.MQTT_ORIGIN_INFO_SCHEMA(origin) == origin, f"{topic}: its origin is another")
    read = SCHEMAS[found.group("component")](json.loads(json.dumps(config)))
    for member in config:
        expect(member in read, f"{topic}: {member} is passed over")
    for member in config["device"]:
        expect(member in read["device"], f"{topic}: device.{member} is passed over")


async def steer(hass, device, name, modes):
    """Switches a device from Home Assistant and by hand, and picks each of its modes."""
    toggle, mode = f"switch.{name}", f"select.{name}_mode"
    await until(hass, toggle, "off")
    for service, state in [("turn_on", "on"), ("turn_off", "off")]:
        await hass.services.async_call("switch", service, {"entity_id": toggle})
        await device.until(f"switched {state} 0")
        await until(hass, toggle, state)
    device.tell("press")
    await until(hass, toggle, "on")
    for number, option in list(enumerate(modes))[::-1]:
        await hass.services.async_call("select", "select_option", {"entity_id": mode, "option": option})
        await device.until(f"switched on {number}")
        await until(hass, mode, option)


async def lose(hass, device, name):
    """Ends a device in order and at once, has it back, and has it forgotten."""
    toggle = f"switch.{name}"
    await device.end()
    await until(hass, toggle, "unavailable")
    await device.start()
    await until(hass, toggle, "off")
    # What it said before Home Assistant listened is lost, since it is not kept; what it says now is heard.
    await until(hass, f"sensor.{name}_signal", "-57")
    await device.kill()
    await until(hass, toggle, "unavailable")
    await device.start()
    await until(hass, toggle, "off")
    device.tell("forget")
    for entity in [toggle, f"select.{name}_mode", f"sensor.{name}_signal"]:
        await until(hass, entity, None)


async def agree(program, port, folder):
    log = Log()
    logging.getLogger().addHandler(log)
    lamp = Device(program, port, "home/lamp", LAMP, "Barn lamp", *MODES)
    fan = Device(program, port, "home/fan", FAN, "Fan")
    await lamp.start()
    hass = await start_home_assistant(folder, port)
    announced = {}
    await mqtt.async_subscribe(
        hass, "homeassistant/#", core.callback(lambda message: announced.update({message.topic: message.payload})))
    # One that was there before Home Assistant, and one that comes later.
    await fan.start()
    await steer(hass, lamp, "barn_lamp", MODES)
    await steer(hass, fan, "fan", [])
    configs = {topic: body for topic, body in announced.items() if topic.endswith("/config") and body}
    expect(len(configs) == 5, f"{len(configs)} announcements: {sorted(configs)}")
    for topic, body in configs.items():
        check_members(topic, body)
    devices = device_registry.async_get(hass).devices.values()
    expect(sorted(device.name for device in devices) == ["Barn lamp", "Fan"], "the devices are others")
    category = entity_registry.async_get(hass).async_get("sensor.fan_signal").entity_category
    expect(category == "diagnostic", f"the signal is {category}")
    await lose(hass, lamp, "barn_lamp")
    await lose(hass, fan, "fan")
    expect(not hass.states.async_entity_ids(["switch", "select", "sensor"]), "something is left of them")
    await lamp.end()
    await fan.end()
    await hass.async_stop(force=True)
    expect(not log.lines, f"Home Assistant warns: {log.lines}")


def main():
    with tempfile.TemporaryDirectory(prefix="gangway-home-assistant-") as name:
        folder = pathlib.Path(name)
        broker, port = start_broker(sys.argv[2], folder)
        try:
            asyncio.run(asyncio.wait_for(agree(sys.argv[1], port, folder), 3 * LIMIT))
        except (Fault, TimeoutError) as fault:
            sys.exit(f"error: {fault!r}")
        finally:
            broker.kill()
            broker.wait()
    print("Home Assistant finds, steers, loses and forgets two devices, and warns of nothing")


main()
