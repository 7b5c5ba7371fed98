"""What holds of the hub's page in a real browser: claims.py PROGRAMS OUT [--part 1/2] [WORD...]

PROGRAMS is the folder with gangway and gangway-hub, OUT takes the screenshots. With WORDs only the claims that hold one of
them are tried; of those, with a part, every second one.
"""
import pathlib
import sys
import tempfile
import time
import traceback

from browser import Browser
from flows import PASSWORD, claims
from home import Fault, Home


class Visit:
    """A home with its hub, and the browsers that look at it."""

    # Browsers of earlier claims, by their language: nothing of those claims is left in them.
    idle = {}

    def __init__(self, programs, folder, out):
        self.home, self.out, self.browsers = Home(programs, folder), pathlib.Path(out), []

    def serve(self, broker=True):
        if broker:
            self.home.broker()
        self.home.hub()

    def browser(self, language="en"):
        waiting = self.idle.setdefault(language, [])
        browser = waiting.pop() if waiting else Browser(language)
        self.browsers.append(browser)
        browser.begin(self.home.address)
        browser.open()
        return browser

    def enter(self, language="en"):
        """A browser that is logged in; the first one sets the password."""
        browser = self.browser(language)
        browser.sees("#password")
        browser.type("password", PASSWORD)
        browser.press("#gate-button")
        browser.sees("#add")
        return browser

    def check(self):
        """What holds of every page at all times: it asks only the hub for anything, and keeps to its own policy."""
        for browser in self.browsers:
            browser.gather()
            strange = [url for url in browser.asked if not url.startswith((self.home.address + "/", "data:", "about:blank"))]
            if strange:
                raise Fault(f"asked elsewhere: {strange}")
            # That a hub is away, or refuses, is told as a resource that failed to load.
            complaints = [text for text in browser.complaints if "Failed to load resource" not in text and "net::ERR_" not in text]
            if complaints:
                raise Fault(f"the browser complains: {complaints}")

    def close(self):
        for browser in self.browsers:
            self.idle[browser.language].append(browser)
        self.home.close()


def main():
    programs, out, words = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    part, parts = 1, 1
    if words[:1] == ["--part"]:
        part, parts = (int(number) for number in words[1].split("/"))
        words = words[2:]
    # Each adds its claims.
    import looks  # noqa: F401
    import steps  # noqa: F401
    import troubles  # noqa: F401
    bad = 0
    wanted = [one for one in claims if not words or any(word in one[0] for word in words)]
    for sentence, claim in wanted[part - 1::parts]:
        began, fault = time.monotonic(), None
        with tempfile.TemporaryDirectory(prefix="gangway-hub-") as folder:
            visit = Visit(programs, folder, out)
            try:
                claim(visit)
                visit.check()
            except Exception as failure:
                fault = failure if isinstance(failure, Fault) else "".join(traceback.format_exception(failure))
                for number, browser in enumerate(visit.browsers):
                    browser.keep(out / f"failed-{part}-{bad + 1}-{number + 1}.png")
            finally:
                visit.close()
        bad += bool(fault)
        print(f'{"✘" if fault else "✔"} Test "{sentence}" {"failed" if fault else "passed"} after '
              f"{time.monotonic() - began:.1f} seconds", flush=True)
        if fault:
            print(f"  error: {fault}", flush=True)
    for browser in (one for waiting in Visit.idle.values() for one in waiting):
        browser.close()
    sys.exit(1 if bad or not wanted else 0)


if __name__ == "__main__":
    main()
