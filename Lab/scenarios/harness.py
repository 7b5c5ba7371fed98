"""What every scenario stands on: the register of scenarios, programs that are watched, and folders for their logs."""
import json
import os
import pathlib
import queue
import re
import shutil
import subprocess
import threading
import time
import traceback

LAB = pathlib.Path(os.environ["LAB"])
PROJECT = LAB.parent
OUT, KEPT = pathlib.Path(os.environ["LAB_OUT"]), pathlib.Path(os.environ["LAB_KEPT"])
PYTHON = os.environ["LAB_PYTHON"]

_scenarios = []


def scenario(name, beside=False, alone=False):
    """Registers a function as a scenario. Its name says what is true when it passes.

    One `beside` the others needs no Wi-Fi and no adapter but hci2: all of these run one after the other, while the rest
    does. One that runs `alone` takes something from under the others, and waits for those.
    """

    def register(function):
        _scenarios.append(Scenario(name, function, beside, alone))
        return function

    return register


class Failed(AssertionError):
    """What was expected did not come."""


def expect(condition, message):
    if not condition:
        raise Failed(message)


def wait_until(condition, seconds, message):
    """The first true value of `condition`; looked at ten times a second."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Failed(f"{message} (waited {seconds} s)")
        time.sleep(0.1)


class Program:
    """A program under watch: each line of its standard output is an event, if it is a JSON object."""

    def __init__(self, name, arguments, folder, environment=None):
        self.name = name
        self.events = []
        self.unread = queue.Queue()
        self._began = time.monotonic()
        self._log = open(folder / f"{name}.log", "ab")
        self._log.write(("$ " + " ".join(map(str, arguments)) + "\n").encode())
        self._log.flush()
        self.process = subprocess.Popen(
            list(map(str, arguments)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env={**os.environ, **(environment or {})},
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.process.stdout:
            self._log.write(b"%7.2f s > %b" % (time.monotonic() - self._began, line))
            self._log.flush()
            try:
                event = json.loads(line)
            except ValueError:
                continue
            if isinstance(event, dict):
                self.events.append(event)
                self.unread.put(event)
        self.unread.put(None)

    def say(self, line):
        """One line to the program's standard input. It is not logged: it may be a passphrase."""
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def end_input(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass

    def hear(self, seconds, wanted=None, **fields):
        """The next event for which `wanted` is true, or whose fields are these; those before it are passed over."""
        end = time.monotonic() + seconds
        what = f"{self.name}: no event {fields or 'as wanted'}"
        while True:
            try:
                event = self.unread.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise Failed(f"{what} (waited {seconds} s; last: {self.events[-1:]})") from None
            if event is None:
                self.unread.put(None)
                raise Failed(f"{what}: it ended with {self.process.wait()} (last: {self.events[-1:]})")
            if wanted(event) if wanted else all(event.get(key) == value for key, value in fields.items()):
                return event

    def finish(self, seconds=60):
        """Closes its standard input and waits for its end: the exit status."""
        self.end_input()
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Failed(f"{self.name}: still running after {seconds} s") from None
        self._reader.join(5)
        return status

    def stop(self, signal=None):
        if self.process.poll() is None:
            self.process.send_signal(signal) if signal else self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)
        self._log.flush()


class Stage:
    """What one scenario is given: a folder for its logs and programs that end with it."""

    def __init__(self, folder):
        self.folder = folder
        self._programs = []
        self._ends = []

    def program(self, name, *arguments, environment=None):
        program = Program(name, arguments, self.folder, environment)
        self._programs.append(program)
        return program

    def run(self, *arguments, check=True, seconds=60):
        """Runs a command of the machine to its end: its standard output."""
        began = time.monotonic()
        done = subprocess.run(
            list(map(str, arguments)), stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
        )
        with open(self.folder / "commands.log", "ab") as log:
            log.write(("$ " + " ".join(map(str, arguments)) + f"  -> {done.returncode}, {time.monotonic() - began:.1f} s\n").encode())
            log.write(done.stdout + done.stderr)
        if check and done.returncode != 0:
            raise Failed(f"{arguments[0]} ended with {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}")
        return done.stdout.decode(errors="replace")

    def at_end(self, action):
        self._ends.append(action)

    def close(self):
        for program in reversed(self._programs):
            program.stop()
        for action in reversed(self._ends):
            action()


class Scenario:
    """A scenario and how it ended."""

    def __init__(self, name, function, beside, alone):
        self.name, self.function, self.beside, self.alone = name, function, beside, alone
        self.failed = False

    def run(self):
        folder = OUT / re.sub(r"[^A-Za-z0-9]+", "-", self.name)[:80].strip("-")
        folder.mkdir(parents=True, exist_ok=True)
        stage = Stage(folder)
        began = time.monotonic()
        fault = None
        try:
            self.function(stage)
        except Exception as error:  # a scenario that breaks has failed, whatever broke it
            fault = error
            (folder / "fault.log").write_text(traceback.format_exc())
        try:
            stage.close()
        except Exception as error:
            fault = fault or error
        self.failed = fault is not None
        lines = [f"{'✘' if fault else '✔'} {self.name} ({time.monotonic() - began:.1f} s, from {began:.0f} s)"]
        if fault:
            lines += [f"    {type(fault).__name__}: {fault}", f"    logs: out/lab/{folder.name}/"]
        elif not os.environ.get("LAB_KEEP"):
            shutil.rmtree(folder)
        print("\n".join(lines), flush=True)
        if fault:  # at once, since a lab that runs out of time keeps nothing
            shutil.copytree(OUT, KEPT, dirs_exist_ok=True)


def run_all(words):
    """Runs the scenarios whose name holds one of the words (all without words); the number of those that failed."""
    chosen = [entry for entry in _scenarios if not words or any(word in entry.name for word in words)]
    aside = threading.Thread(target=lambda: [entry.run() for entry in chosen if entry.beside])
    aside.start()
    for entry in chosen:
        if not entry.beside and not entry.alone:
            entry.run()
    aside.join()
    for entry in chosen:
        if entry.alone:
            entry.run()
    failed = sum(entry.failed for entry in chosen)
    print(f"{len(chosen) - failed} passed, {failed} failed", flush=True)
    return failed
