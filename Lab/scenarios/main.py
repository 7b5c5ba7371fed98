"""Runs the lab's scenarios: main.py [WORD ...]."""
import sys

import harness
import peers_alone

SUITES = (peers_alone,)

if __name__ == "__main__":
    sys.exit(1 if harness.run_all(sys.argv[1:]) else 0)
