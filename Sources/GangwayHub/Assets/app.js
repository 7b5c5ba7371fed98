// The page of the hub. It shows what the hub tells it and sends back what a person does; which screen comes next is the hub's.
import { el, icon, bars, field, check, button, patch } from "/dom.js";
import * as screens from "/screens.js";

const home = { devices: new Map(), categories: [], activity: [], problems: [], broker: null, radio: null, ready: false };
let view = null, words = {}, language = "en", phase = "loading", source = null, retry = 0, lastEvent = "", isOffline = false;
const main = document.getElementById("main"), top_ = document.getElementById("top"), notice = document.getElementById("notice");

/** The text of this name, with `parts` in the place of {1}, {2} and so on. */
export const t = (name, ...parts) =>
  (words[name] ?? name).replace(/\{(\d)\}/g, (place, number) => parts[number - 1] ?? place);
/** What the hub said in every language, in this one's. */
export const said = (texts) => (typeof texts === "string" ? texts : texts?.[language] ?? texts?.en ?? "");
export const state = () => ({ home, view, language });

/** When something was, as a person says it. */
export function when(milliseconds) {
  const seconds = Math.round((milliseconds - Date.now()) / 1000), format = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
  for (const [unit, size] of [["day", 86400], ["hour", 3600], ["minute", 60]])
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  return format.format(Math.min(0, seconds) > -5 ? 0 : Math.min(0, seconds), "second");
}

async function ask(method, path, body) {
  const answer = await fetch(path, { method, headers: body ? { "Content-Type": "application/json" } : {}, body: body && JSON.stringify(body), credentials: "same-origin" });
  const type = answer.headers.get("Content-Type") ?? "";
  return { status: answer.status, body: type.startsWith("application/json") ? await answer.json() : null };
}

/** Asks the hub to do something. */
export async function act(name, body = {}) {
  try {
    const answer = await ask("POST", "/do/" + name, body);
    if (answer.status === 401) return start();
    if (answer.status >= 400 && answer.status !== 409) tell(t("hub.malformed"));
  } catch { setOffline(true); }
}
export const post = (path, body) => ask("POST", path, body);
export const get = (path) => ask("GET", path);

/** Says something, also to a screen reader. */
export function tell(text) {
  notice.replaceChildren(text ? el("p", {}, text) : "");
  if (text) setTimeout(() => { if (notice.textContent === text && !isOffline) notice.replaceChildren(); }, 6000);
}

function setOffline(now) {
  if (now === isOffline) return;
  isOffline = now;
  tell(now ? t("hub.offline") : "");
}

async function setLanguage(next) {
  language = next;
  document.documentElement.lang = next;
  words = (await ask("GET", "/words.json?l=" + next)).body ?? {};
  document.getElementById("skip").textContent = t("hub.skip");
}

/** Finds out what there is to show: setting a password, logging in, or the home. */
export async function start() {
  source?.close();
  source = null;
  try {
    const answer = await ask("GET", "/session");
    phase = answer.body.phase;
    await setLanguage(answer.body.language);
    setOffline(false);
  } catch {
    setOffline(true);
    setTimeout(start, 2000);
    return;
  }
  if (phase === "open") listen();
  render();
}

function listen() {
  source?.close();
  const opened = new EventSource("/events" + (lastEvent ? "?after=" + encodeURIComponent(lastEvent) : ""));
  source = opened;
  opened.onopen = () => { retry = 0; setOffline(false); };
  opened.onerror = () => {
    setOffline(true);
    opened.close();
    if (source !== opened) return;
    // Whether it is the hub that is away, or the log-in that has ended, only a question tells.
    setTimeout(start, Math.min(5000, 500 * 2 ** retry++));
  };
  const take = (handle) => (event) => { if (event.lastEventId) lastEvent = event.lastEventId; handle(JSON.parse(event.data)); };
  opened.addEventListener("home", take((data) => { home.devices.clear(); home.activity = []; merge(data); home.ready = true; later(); }));
  opened.addEventListener("change", take((data) => { merge(data); later(); }));
  opened.addEventListener("view", take(async (data) => {
    if (data.language !== language) await setLanguage(data.language);
    view = data;
    followPath();
    later();
  }));
}

/** A device without what changes often. */
const entryOf = ({ on, mode, availability, seen, signal, pending, problem, ...entry } = {}) => entry;

function merge(data) {
  for (const device of data.devices ?? []) home.devices.set(device.id, device);
  for (const state of data.states ?? []) home.devices.set(state.id, { ...entryOf(home.devices.get(state.id)), ...state });
  for (const id of data.removed ?? []) home.devices.delete(id);
  for (const part of ["categories", "broker", "radio", "problems"]) if (data[part]) home[part] = data[part];
  if (data.activity) {
    const known = new Set(home.activity.map((entry) => entry.id));
    home.activity = [...home.activity, ...data.activity.filter((entry) => !known.has(entry.id))].slice(-200);
  }
}

// The browser's own way back is the hub's.
let depth = 0;
function followPath() {
  const now = view.path.length;
  if (now > depth) for (let level = depth; level < now; level++) history.pushState({ level: level + 1 }, "");
  depth = now;
}
addEventListener("popstate", () => { if (view && view.path.length) { depth = Math.max(0, depth - 1); act("back"); } });

let isDue = false;
function later() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => { isDue = false; render(); });
}

let shown = "";
function render() {
  const screen = phase === "open" ? (view && home.ready ? view.path.at(-1)?.screen ?? "home" : "loading") : phase;
  const made = screens[screen]?.(state()) ?? screens.loading();
  document.title = made.title === t("app.name") ? made.title : made.title + " – " + t("app.name");
  patch(top_, made.header ?? []);
  main.className = made.className ?? "";
  patch(main, made.body);
  if (shown !== made.key) {
    // A new screen begins at its beginning, for the eye and for a screen reader.
    if (shown && shown !== "loading") { scrollTo(0, 0); main.focus({ preventScroll: true }); }
    shown = made.key;
  }
}
addEventListener("rerender", later);
setInterval(() => { if (phase === "open") later(); }, 30000);
start();
