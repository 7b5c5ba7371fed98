"""Headless Chromium, as a person sees it: what is awaited is awaited in the page itself, as it changes."""
import json
import pathlib
import tempfile

from selenium import webdriver
from selenium.common.exceptions import JavascriptException, TimeoutException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from home import LIMIT, Fault

# Resolves at once or with the change that makes `condition` true. What else is shown is the reason where it never is.
AWAIT = """
const [source, done] = arguments, holds = new Function('return (' + source + ')');
let observer;
const look = () => { let is = false; try { is = holds(); } catch {} if (is) { observer?.disconnect(); done(true); } return is; };
if (!look()) {
  observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  addEventListener('input', look, true);
}
"""
# What is shown: not only there.
FIND = """
(() => { for (const one of document.querySelectorAll(%s)) {
  if (one.checkVisibility({ visibilityProperty: true }) && (%s === null || (one.textContent + ' ' + (one.ariaLabel ?? '')).includes(%s))) return one;
} return null; })()
"""


class Browser:
    """One that has seen nothing yet. It is started once, and forgets everything between claims, which is faster."""

    def __init__(self, language):
        self.language = language
        self.profile = tempfile.TemporaryDirectory(prefix="gangway-browser-")
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
                     f"--user-data-dir={self.profile.name}", "--disable-background-networking", "--disable-component-update",
                     "--disable-sync", "--no-first-run", "--disable-default-apps", f"--accept-lang={language}",
                     # Only the hub has a name here: whatever else a page asks for would fail and be told.
                     "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", "about:blank"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        # A hub with TLS has a certificate that it made itself.
        options.accept_insecure_certs = True
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(LIMIT)
        self.driver.set_page_load_timeout(LIMIT)

    def begin(self, address):
        """Forgets what was before, for the hub at `address`."""
        self.address, self.asked, self.complaints = address, [], []
        self.driver.get("about:blank")
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        for kind in ("performance", "browser"):
            self.driver.get_log(kind)
        self.width, self.height = 0, 0
        self.looks(1280, 900, False)

    def looks(self, width=None, height=None, dark=None):
        """How wide the screen is, and which colours a person prefers."""
        self.width, self.height = width or self.width, height or self.height
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": self.width, "height": self.height, "deviceScaleFactor": 1, "mobile": False})
        if dark is not None:
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
                {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def close(self):
        try:
            self.driver.quit()
        finally:
            self.profile.cleanup()

    def open(self, path="/"):
        self.driver.get(self.address + path)

    def reload(self):
        self.driver.refresh()

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def run_async(self, script):
        """Runs a script that calls `done` with its result, now or later."""
        return self.driver.execute_async_script("const done = arguments[arguments.length - 1];" + script)

    def until(self, condition):
        """Waits until a condition holds in the page, and fails with what is shown where it never does."""
        try:
            self.driver.execute_async_script(AWAIT, condition)
        except (TimeoutException, JavascriptException):
            raise Fault(f"never came: {condition.strip()}\n  shown: {self.text()!r}") from None

    def until_within(self, seconds, condition):
        """The same, for what may take longer by its own rules."""
        self.driver.set_script_timeout(seconds)
        try:
            self.until(condition)
        finally:
            self.driver.set_script_timeout(LIMIT)

    def find(self, selector, text=None):
        place = FIND % (json.dumps(selector), json.dumps(text), json.dumps(text))
        self.until(place)
        return self.run("return " + place.strip())

    sees = find

    def no_longer_sees(self, selector, text=None):
        self.until("!" + (FIND % (json.dumps(selector), json.dumps(text), json.dumps(text))).strip())

    def press(self, selector, text=None):
        """Clicks at what a person sees there, once it can be pressed."""
        place = (FIND % (json.dumps(selector), json.dumps(text), json.dumps(text))).strip()
        self.until(f"{place}?.disabled === false || ({place} && !('disabled' in {place}))")
        # Scrolled to and pressed in one step each: what is drawn anew meanwhile keeps its elements.
        self.run(f"{place}.scrollIntoView({{ block: 'center' }})")
        self.run(f"return {place}").click()

    def type(self, name, text):
        field = self.find("#" + name)
        field.clear()
        field.send_keys(text)

    def choose(self, name, text):
        """Picks what a list offers under this text."""
        self.until(f"[...document.querySelectorAll('#{name}:enabled option')].some((one) => one.textContent === {json.dumps(text)})")
        Select(self.find("#" + name)).select_by_visible_text(text)

    def keys(self, *words):
        """Types words, or presses keys by their names, where the focus is."""
        for word in words:
            self.driver.switch_to.active_element.send_keys({"Enter": Keys.ENTER, "Space": Keys.SPACE}.get(word, word))

    def tab_to(self, selector, text=None, backwards=False):
        """Moves the focus with the tab key alone, and sees that each place on the way shows that it has it."""
        for _ in range(60):
            if self.run("const one = document.activeElement; return one.matches(arguments[0])"
                        " && (!arguments[1] || one.textContent.includes(arguments[1]))", selector, text):
                return
            self.driver.switch_to.active_element.send_keys(*([Keys.SHIFT] if backwards else []), Keys.TAB)
            if not self.run("const one = document.activeElement; return one === document.body || one === document.documentElement"
                            " || getComputedStyle(one).outlineStyle !== 'none'"):
                raise Fault("the focus is not seen on " + self.run("return document.activeElement.outerHTML")[:200])
        raise Fault(f"the tab key does not lead to {selector} {text or ''}")

    def text(self):
        return self.run("return document.body.innerText")

    def keep(self, path):
        pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(path))

    def gather(self):
        """Takes over what the browser noted: the addresses that were asked for, and what it complained of."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.asked.append(message["params"]["request"]["url"])
        self.complaints += [entry["message"] for entry in self.driver.get_log("browser")]
