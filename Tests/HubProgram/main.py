"""What holds of the hub's program as others meet it: main.py PROGRAMS [properties [EXAMPLES]] [sandbox [ROUNDS]] [kills [ROUNDS]]

PROGRAMS is the folder with gangway and gangway-hub.
"""
import pathlib
import random
import sys
import time
import traceback

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parent.parent / "Browser"))

from home import Fault  # noqa: E402
from kills import kills  # noqa: E402
from properties import properties  # noqa: E402
from sandbox import sandbox  # noqa: E402

CLAIMS = {
    "properties": ("The API answers as its description says, whatever it is asked", properties, 50),
    "sandbox": ("The hub does all that it does with the system calls that its unit allows", sandbox, 3),
    "kills": ("A hub that was killed shows what it had confirmed", kills, 20),
}


def chosen(words):
    """The claims that are named with how much of each, or all with their usual measure."""
    for name, (sentence, claim, measure) in CLAIMS.items():
        if not words:
            yield sentence, claim, measure
        elif name in words:
            after = words[words.index(name) + 1:]
            yield sentence, claim, int(after[0]) if after and after[0].isdigit() else measure


def main():
    programs, seed = sys.argv[1], random.randrange(1 << 32)
    random.seed(seed)
    good = bad = 0
    for sentence, claim, measure in chosen(sys.argv[2:]):
        began, fault, what = time.monotonic(), None, ""
        try:
            what = claim(programs, measure)
        except Fault as broken:
            fault = str(broken)
        except Exception:
            fault = traceback.format_exc()
        good, bad = good + (fault is None), bad + (fault is not None)
        print(f"{'✘' if fault else '✔'} {sentence} ({time.monotonic() - began:.1f} s): {what}", flush=True)
        if fault:
            print(f"  seed {seed}: {fault}", flush=True)
    print(f"{good} passed, {bad} failed")
    return 1 if bad else 0


sys.exit(main())
