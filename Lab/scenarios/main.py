"""Runs the lab's scenarios: main.py [WORD ...]."""
import sys

import harness

# Each registers its scenarios when it is imported; they run in this order.
import peers_alone  # noqa: F401
import both_ends  # noqa: F401
import strangers  # noqa: F401
import lists  # noqa: F401
import faults  # noqa: F401
import nordic  # noqa: F401
import nordic_bonds  # noqa: F401
import control  # noqa: F401
import json_peers  # noqa: F401
import every  # noqa: F401
import capture_whole  # noqa: F401

if __name__ == "__main__":
    sys.exit(1 if harness.run_all(sys.argv[1:]) else 0)
