// Each screen as a function of what the hub told: its title, its header, its body.
import { el, lazy, icon, field, check, button, secret, hide, hint } from "/dom.js";
import { t, said, when, act, post, get, tell, start, state } from "/app.js";
export { connect } from "/connect.js";

const value = (id) => document.getElementById(id)?.value ?? "";
const isChecked = (id) => document.getElementById(id)?.checked ?? false;
const iconButton = (shape, label, onclick, id) => el("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick, id }, icon(shape));
const back = () => iconButton("back", t("button.back"), () => act("back"), "back");
export const header = (title) => el("div", { class: "bar" }, back(), el("h1", {}, title));

/** A problem with what to do about it. `more` are its buttons. */
export function problem(trouble, more = []) {
  if (!trouble) return null;
  return el("div", { class: "problem", role: "alert", "data-code": trouble.code }, el("strong", {}, said(trouble.summary)), said(trouble.advice),
    trouble.detail ? el("details", {}, el("summary", {}, t("details")), trouble.detail) : null,
    more.length || trouble.next === "openSettings" ? el("div", { class: "row" }, more, trouble.next === "openSettings" && state().view?.path.at(-1)?.screen !== "settings"
      ? button(t("button.openSettings"), () => act("open/settings")) : null) : null);
}

export const loading = () => ({ key: "loading", title: t("app.name"), body: el("p", { class: "empty" }, t("app.loading")) });

// Before the log-in

function gate(key, title, text, onsubmit, label, mode) {
  return { key, title, className: "narrow", body: el("form", { class: "card gate", onsubmit, key, method: "post", action: "/" },
    el("img", { class: "mark", src: "/icon.svg", alt: "" }), el("h1", {}, title), text ? el("p", { class: "soft" }, text) : null,
    el("input", { type: "text", name: "username", value: "gangway", autocomplete: "username", hidden: true, "aria-hidden": "true", tabindex: "-1" }),
    secret("password", t("hub.password"), [t("hub.show"), t("hub.hide")], { autocomplete: mode, required: true, minlength: mode === "new-password" ? "8" : null, "aria-describedby": mode === "new-password" ? "password-help" : null }),
    mode === "new-password" ? hint("password-help", t("hub.password.length")) : null,
    el("p", { id: "gate-error", role: "alert", class: "small" }), el("button", { class: "button primary", type: "submit", id: "gate-button" }, label)) };
}

function enter(path) {
  return async (event) => {
    event.preventDefault();
    const answer = await post(path, { password: value("password") }).catch(() => ({ status: 0, body: { error: "offline" } }));
    if (answer.status === 204) { document.getElementById("password").value = ""; hide("password"); return start(); }
    document.getElementById("gate-error").textContent = t("hub." + (answer.body?.error ?? "failed"), answer.body?.seconds);
    document.getElementById("password").focus();
  };
}
export const setup = () => gate("setup", t("hub.setup"), t("hub.setup.text"), enter("/setup"), t("hub.setup.button"), "new-password");
export const login = () => gate("login", t("app.name"), "", enter("/login"), t("hub.login"), "current-password");
export const elsewhere = () => ({ key: "elsewhere", title: t("app.name"), className: "narrow", body: el("div", { class: "card gate" }, el("img", { class: "mark", src: "/icon.svg", alt: "" }), el("h1", {}, t("app.name")), el("p", {}, t("hub.elsewhere"))) });

// The home

const stateOf = (device) => device.pending ? t("device.busy") : device.on === undefined ? t("device.stateUnknown")
  : (device.availability === "offline" ? t("availability.offline") + " · " : "") + t(device.on ? "device.on" : "device.off") + (device.on && device.mode !== undefined ? modeName(device) : "");
const modeName = (device) => { const mode = device.modes?.find((one) => one.number === device.mode); return mode ? " · " + mode.name : device.mode ? " · " + t("device.modeNumber", device.mode) : ""; };
const seen = (device) => device.seen === undefined ? t("device.neverSeen") : when(device.seen);

/** What a protocol is called. */
export const protocolName = (method) => { const name = "protocol." + method, text = t(name); return text === name ? method : text; };

/** A device that is reached over Bluetooth alone: its tile opens it. */
function still(device) {
  return el("li", { key: device.id, class: "tile still", "data-id": device.id },
    el("button", { type: "button", class: "switch", "aria-label": t("home.open", device.name) + ": " + said(device.network), onclick: () => act("open/device", { id: device.id }) },
      icon("wifi", "sign"), el("span", { class: "name" }, device.name), el("span", { class: "said" }, said(device.network))),
    el("div", { class: "foot" }, el("span", { class: "seen" }, [protocolName(device.provisioning?.method ?? ""), seen(device)].join(" · "))));
}

function tile(device) {
  if (device.steered === false) return still(device);
  const isOn = (device.pending ?? device).on === true;
  return el("li", { key: device.id, class: ["tile", isOn && "on", device.pending && "busy", device.availability].filter(Boolean).join(" "), "data-id": device.id },
    el("button", { type: "button", class: "switch", role: "switch", "aria-checked": String(isOn), "aria-label": `${device.name}: ${stateOf(device)}`, onclick: () => act("device/toggle", { id: device.id }) },
      el("span", { class: "knob", "aria-hidden": "true" }), el("span", { class: "name" }, device.name), el("span", { class: "said" }, stateOf(device))),
    el("div", { class: "foot" },
      el("span", { class: "dot " + device.availability, role: "img", "aria-label": t("availability." + device.availability), title: t("availability." + device.availability) }),
      el("span", { class: "seen", title: device.seen === undefined ? null : t("device.lastSeen", new Date(device.seen).toLocaleString(state().language)) }, device.problem ? said(device.problem.summary) : seen(device)),
      iconButton("more", t("home.open", device.name), () => act("open/device", { id: device.id }))));
}

// A tile is made anew when its device has changed, or what is said of it: the language, or how long ago it was heard.
const memos = new WeakMap();
function memo(device) {
  const tick = state().language + Math.floor(Date.now() / 30000), kept = memos.get(device);
  if (kept?.tick === tick) return kept;
  const fresh = { tick };
  memos.set(device, fresh);
  return fresh;
}

function group(title, devices) {
  const on = devices.filter((device) => device.on).length;
  return el("section", { class: "group" + (title === null || devices.length > 4 ? " whole" : ""), key: "group-" + title }, title === null ? null
    : el("h2", {}, title, el("span", {}, on ? t("home.onCount", on) : "")), el("ul", { class: "grid", lazy: devices.map((device) => lazy(device.id, memo(device), () => tile(device))) }));
}

export function home({ home, view }) {
  const devices = [...home.devices.values()], rest = devices.filter((device) => !device.category);
  const choose = (kind, name) => () => act("select", name === undefined ? { kind } : { kind, name });
  const tab = (kind, title, name) => el("button", { type: "button", key: kind + (name ?? ""), "aria-pressed": String(view.selection.kind === kind && view.selection.name === name), onclick: choose(kind, name) }, title);
  const categories = home.categories;
  const tabs = categories.length ? el("nav", { class: "tabs", "aria-label": t("home.categories") }, tab("all", t("home.all")), categories.map((name) => tab("category", name, name)), rest.length ? tab("none", t("home.uncategorised")) : null) : null;
  let groups;
  if (view.selection.kind === "category") groups = [group(null, devices.filter((device) => device.category === view.selection.name))];
  else if (view.selection.kind === "none") groups = [group(null, rest)];
  else groups = [...categories.map((name) => [name, devices.filter((device) => device.category === name)]), [categories.length ? t("home.uncategorised") : null, rest]]
    .filter(([, members]) => members.length).map(([name, members]) => group(name, members));
  const troubles = [home.broker?.problem, ...home.problems];
  return { key: "home", title: t("home.title"),
    header: el("div", { class: "bar" }, el("img", { class: "mark", src: "/icon.svg", alt: "" }), el("h1", {}, t("home.title")),
      el("button", { type: "button", class: "button primary add", "aria-label": t("home.add"), title: t("home.add"), onclick: () => act("open/connect"), id: "add" }, icon("plus"), el("span", { "aria-hidden": "true" }, t("home.add"))), iconButton("log", t("home.activity"), () => act("open/activity"), "activity"), iconButton("gear", t("home.settings"), () => act("open/settings"), "settings")),
    body: [troubles.map((trouble) => problem(trouble)),
      home.broker?.state === "connecting" || home.broker?.state === "notSetUp" ? el("p", { class: "state", id: "broker-state" }, home.broker.state === "connecting" ? el("span", { class: "spin" }) : null, said(home.broker.text)) : null,
      tabs, devices.length ? el("div", { class: "groups" }, groups) : el("div", { class: "empty" }, el("p", {}, t("home.empty")), button(t("home.add"), () => act("open/connect"), "primary"))] };
}

// A device

function plot(samples, language) {
  if (samples.length < 2) return samples.length ? null : el("p", { class: "soft" }, t("device.noSignal"));
  // A scale of its own for each device would make a weak one look like a strong one.
  const values = samples.map(([, strength]) => strength), levels = [-30, -50, -70, -90];
  const first = samples[0][0], span = Math.max(1, samples.at(-1)[0] - first);
  const x = (time) => ((time - first) / span * 600).toFixed(1), y = (strength) => (Math.min(1, Math.max(0, (-30 - strength) / 60)) * 150).toFixed(1);
  const points = samples.map(([time, strength]) => x(time) + " " + y(strength)).join("L");
  const date = (time) => new Date(time).toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
  return el("figure", { key: "plot" }, el("div", { class: "levels", "aria-hidden": "true" }, levels.map((level) => el("span", {}, String(level)))), el("svg", { class: "plot", viewBox: "0 0 600 150", preserveAspectRatio: "none", role: "img", "aria-label": t("device.plot", Math.min(...values), Math.max(...values), values.at(-1)) },
    levels.map((level) => el("line", { x1: 0, x2: 600, y1: y(level), y2: y(level) })), el("path", { class: "area", d: `M${x(first)} 150L${points}L600 150Z` }), el("path", { d: "M" + points })),
    el("div", { class: "axis", "aria-hidden": "true" }, el("span", {}, date(first)), el("span", {}, date(samples.at(-1)[0]))));
}

// What a person has to agree to before it is done, beside its button.
let asked = "";
const isAsked = (what, id) => asked === what + id;
const ask = (what, id) => { asked = isAsked(what, id) ? "" : what + id; rerender(); };
const question = (what, id, text, yes) => isAsked(what, id) ? el("div", { class: "problem", role: "group", id: what + "-ask" }, text, el("div", { class: "row" },
  button(yes, () => { asked = ""; act("device/" + what, { id }); rerender(); }, "danger", { id: what + "-yes" }), button(t("button.cancel"), () => ask(what, id)))) : null;

/** What is done with a device over Bluetooth, and what it said. */
function linkCard(screen, device, id) {
  const link = screen.link;
  const told = [link.standing, link.address, link.signal === undefined ? null : t("device.signalNow", link.signal), link.version].filter(Boolean);
  return el("section", { class: "card", id: "link", key: "link" }, el("h2", {}, t("link.title")),
    device.steered === false ? el("p", {}, el("strong", {}, said(device.network)), " ", el("span", { class: "soft" }, t("device.notSteered"))) : null,
    el("div", { role: "status", id: "link-state" }, link.text ? el("p", { class: "state" }, link.working ? el("span", { class: "spin" }) : null, link.text) : null,
      told.length ? el("p", { id: "standing" }, told.join(" · ")) : null),
    problem(link.problem),
    link.working ? button(t("button.cancel"), () => act("device/stop", { id }), "", { id: "link-stop" }) : link.asks ? button(t("link.ask"), () => act("device/ask", { id }), "", { id: "ask" }) : null);
}

export function device({ home, view, language }) {
  const screen = view.device, device = home.devices.get(screen?.id), id = device?.id;
  if (!device) return { key: "device-gone", title: t("home.title"), header: header(t("home.title")), className: "narrow", body: el("p", { class: "empty" }, t("device.gone")) };
  const isOn = (device.pending ?? device).on === true;
  const fact = (name, text) => text === undefined || text === "" ? [] : [el("dt", {}, name), el("dd", {}, text)];
  const kind = device.kind && screen.kinds.find((one) => one.name === device.kind || one.id === device.kind);
  const modes = device.modes ?? [], signal = device.signal ?? screen.samples?.at(-1)?.[1];
  return { key: "device-" + id, title: device.name, header: header(device.name), className: "narrow wide", body: [
    problem(device.problem, [button(t("button.tryAgain"), () => act("device/switch", { id, on: !isOn }))]), problem(screen.problem),
    el("div", { class: "two" }, el("div", {},
      device.steered === false ? linkCard(screen, device, id) : el("section", { class: "card hero" },
        el("button", { type: "button", class: "power", id: "power", role: "switch", "aria-checked": String(isOn), "aria-label": t(isOn ? "device.turnOff" : "device.turnOn", device.name), onclick: () => act("device/toggle", { id }) }, icon("power")),
        el("p", { id: "device-state" }, el("strong", {}, stateOf(device))),
        el("p", { class: "row soft small" }, el("span", { class: "dot " + device.availability }), t("availability." + device.availability), " · ", device.seen === undefined ? t("device.neverSeen") : t("device.lastSeen", when(device.seen))),
        modes.length ? el("div", { class: "modes", role: "group", "aria-label": t("device.mode") }, modes.map((mode) => el("button", { type: "button", "aria-pressed": String(device.mode === mode.number), onclick: () => act("device/switch", { id, on: true, mode: mode.number }) }, mode.name)))
          : device.mode === undefined ? null : el("details", { class: "unnamed" }, el("summary", {}, t("device.mode")), el("form", { onsubmit: (event) => { event.preventDefault(); act("device/switch", { id, on: true, mode: Number(value("mode-number")) }); } },
            field("mode-number", t("device.modeUnnamed"), { type: "number", min: "0", max: "255", required: true, value: String(device.mode) }, el("button", { class: "button", type: "submit", id: "set-mode" }, t("device.modeSet")))))),
      device.steered === false && !screen.samples?.length ? null : el("section", { class: "card" }, el("h2", { class: "beside" }, t("device.signal"), signal === undefined ? null : el("span", {}, t("device.signalNow", signal))), screen.loading ? el("span", { class: "spin" }) : screen.plotProblem ? problem(screen.plotProblem) : plot(screen.samples ?? [], language))),
    el("div", {}, el("section", { class: "card" }, el("h2", {}, t("device.manage")),
      el("form", { onsubmit: (event) => { event.preventDefault(); act("device/rename", { id, name: value("device-name") }); } },
        field("device-name", t("device.name"), { value: device.name, maxlength: "100", autocomplete: "off" }, el("button", { class: "button", type: "submit", id: "rename", disabled: screen.saving }, t("button.save")))),
      el("form", { onsubmit: (event) => { event.preventDefault(); act("device/move", { id, category: value("device-category") }); } },
        field("device-category", t("device.category"), { value: device.category ?? "", list: "category-names", maxlength: "100", autocomplete: "off", placeholder: t("device.noCategory") }, el("button", { class: "button", type: "submit", id: "move", disabled: screen.saving }, t("button.save")))),
      screen.kinds.length ? el("label", { class: "field", key: "field-kind" }, el("span", {}, t("device.kind")), el("select", { id: "device-kind", disabled: screen.saving, "data-value": kind?.id ?? "", onchange: (event) => act("device/kind", { id, kind: event.target.value }) },
        el("option", { value: "", selected: !kind }, t("device.kindUnknown")), screen.kinds.map((one) => el("option", { value: one.id, selected: one === kind }, one.name)))) : null,
      el("datalist", { id: "category-names" }, home.categories.map((name) => el("option", { value: name }))),
      el("div", { class: "row" }, button(t("device.changeWiFi"), () => act("device/wifi", { id }), "", { id: "wifi" }), screen.forgets ? button(t("device.forget"), () => screen.link.forgets ? ask("forget", id) : act("device/forget", { id }), "", { id: "forget", disabled: screen.link.working, "aria-expanded": screen.link.forgets ? String(isAsked("forget", id)) : null }) : null, button(t("device.remove"), () => ask("remove", id), "danger", { id: "remove", "aria-expanded": String(isAsked("remove", id)) })),
      question("remove", id, t("device.removeAsk", device.name), t("device.removeYes")), question("forget", id, t("device.forgetAsk", device.name), t("device.forgetYes"))),
      device.steered !== false && (screen.link.asks || screen.link.forgets) ? linkCard(screen, device, id) : null,
      el("section", { class: "card" }, el("dl", { class: "facts" }, fact(t("device.network"), device.provisioning?.network), fact(t("device.topic"), device.topic), fact("Id", id),
        fact(t("device.protocol"), device.provisioning ? protocolName(device.provisioning.method) : undefined), fact(t("device.bluetooth"), device.provisioning?.peripheral), fact(t("device.signal"), device.signal === undefined ? undefined : t("device.signalNow", device.signal)),
        fact(t("device.provisioned", ""), device.provisioning ? new Date(device.provisioning.time).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }) : undefined))))) ] };
}
const rerender = () => dispatchEvent(new Event("rerender"));

// Settings

let tokens = null, fresh = null, isShown = "";
export function settings({ home, view, language }) {
  const settings = view.settings, draft = settings?.draft;
  if (!settings) return loading();
  if (isShown !== "settings") { isShown = "settings"; fresh = null; loadTokens(); }
  const typed = () => ({ addresses: value("addresses"), protected: isChecked("protected"), authorities: value("authorities"), user: value("user"), password: value("broker-password"), version5: isChecked("version5"), everything: isChecked("everything") });
  const test = settings.test;
  return { key: "settings", title: t("settings.title"), header: header(t("settings.title")), className: "narrow wide", body: el("div", { class: "two" }, el("div", {},
    el("form", { class: "card", key: "broker-" + draft.addresses + draft.user, id: "broker-form", onsubmit: (event) => { event.preventDefault(); act("settings/save", typed()); } },
      el("h2", {}, t("settings.broker")), el("p", { class: "state" }, el("span", { class: "dot " + (home.broker?.state === "connected" ? "online" : "offline") }), said(home.broker?.text)), problem(settings.problem),
      field("addresses", t("settings.address"), { value: draft.addresses, autocomplete: "off", spellcheck: "false", placeholder: "home.example:8883" }),
      check("protected", t("settings.protected"), draft.protected),
      field("user", t("settings.user"), { value: draft.user, autocomplete: "off", spellcheck: "false" }),
      field("broker-password", t("settings.password"), { type: "password", autocomplete: "off", placeholder: settings.hasBroker ? t("settings.keepPassword") : "" }),
      el("details", {}, el("summary", {}, t("settings.more")), field("authorities", t("settings.authorities"), { value: draft.authorities, autocomplete: "off", spellcheck: "false" }), check("version5", t("settings.version5"), draft.version5), check("everything", t("settings.everything"), draft.everything)),
      el("div", { id: "test-result", role: "status" }, test.state === "running" ? el("p", { class: "state" }, el("span", { class: "spin" }), t("settings.testing")) : test.state === "succeeded" ? el("p", { class: "good" }, test.text) : test.state === "failed" ? problem(test.problem) : null),
      el("div", { class: "row" }, el("button", { class: "button primary", type: "submit", id: "save", disabled: settings.saving }, t("button.save")), test.state === "running" ? button(t("button.cancel"), () => act("settings/cancel")) : button(t("settings.test"), () => act("settings/test", typed()), "", { id: "test" }))),
    passwordForm()), el("div", {},
    el("section", { class: "card" }, el("h2", {}, t("settings.networks")), problem(settings.vaultProblem), settings.networks.length ? el("ul", { class: "list" }, settings.networks.map((name) => el("li", { key: name, class: "pick" }, el("span", { class: "title" }, name), button(t("settings.forgetNetwork"), () => act("settings/forget", { name }), "quiet", { "aria-label": t("settings.forgetNetwork") + ": " + name })))) : el("p", { class: "soft" }, t("settings.noNetworks"))),
    el("section", { class: "card" }, el("h2", {}, t("settings.language")), el("div", { class: "modes", role: "group", "aria-label": t("settings.language") }, [["en", "English"], ["de", "Deutsch"]].map(([code, name]) => el("button", { type: "button", lang: code, id: "language-" + code, "aria-pressed": String(language === code), onclick: () => act("language", { language: code }) }, name)))),
    el("section", { class: "card", id: "tokens" }, el("h2", {}, t("hub.tokens")), el("p", { class: "soft small" }, t("hub.tokens.text"), " ", el("a", { href: "/api/v1/openapi.json" }, "OpenAPI")),
      fresh ? el("div", { role: "status" }, el("p", { class: "good" }, t("hub.token.once")), el("code", { class: "key", id: "fresh-token" }, fresh)) : null,
      tokens?.length ? el("ul", { class: "list" }, tokens.map((token) => el("li", { key: token.name, class: "pick" }, el("span", { class: "title" }, token.name, el("small", {}, new Date(token.since).toLocaleString(language))), button(t("hub.token.revoke", token.name), () => revoke(token.name), "quiet danger")))) : el("p", { class: "soft" }, t("hub.token.none")),
      el("form", { onsubmit: makeToken }, field("token-name", t("hub.token.name"), { maxlength: "100", required: true, autocomplete: "off" }, el("button", { class: "button", type: "submit", id: "make-token" }, t("hub.token.make"))))))) };
}

const passwordForm = () => el("form", { class: "card", id: "password-form", onsubmit: changePassword }, el("h2", {}, t("hub.passwordChange")),
      el("input", { type: "text", name: "username", value: "gangway", autocomplete: "username", hidden: true, "aria-hidden": "true", tabindex: "-1" }),
      field("old-password", t("hub.password.old"), { type: "password", autocomplete: "current-password", required: true }), secret("new-password", t("hub.password.new"), [t("hub.show"), t("hub.hide")], { autocomplete: "new-password", required: true, minlength: "8", "aria-describedby": "new-password-help" }), hint("new-password-help", t("hub.password.length")),
      el("div", { class: "row" }, el("button", { class: "button", type: "submit" }, t("button.save")), button(t("hub.logout"), logOut, "", { id: "logout" })));

async function loadTokens() { tokens = (await get("/tokens")).body?.tokens ?? []; rerender(); }
async function makeToken(event) {
  event.preventDefault();
  const answer = await post("/tokens/make", { name: value("token-name") });
  if (answer.status !== 201) return tell(t("hub." + (answer.body?.error ?? "failed")));
  fresh = answer.body.token;
  document.getElementById("token-name").value = "";
  loadTokens();
}
async function revoke(name) { await post("/tokens/revoke", { name }); loadTokens(); }
async function changePassword(event) {
  event.preventDefault();
  const answer = await post("/password", { old: value("old-password"), new: value("new-password") });
  tell(answer.status === 204 ? t("hub.password.changed") : t("hub." + (answer.body?.error ?? "failed"), answer.body?.seconds));
  if (answer.status === 204) for (const id of ["old-password", "new-password"]) document.getElementById(id).value = "";
}
async function logOut() { isShown = ""; await post("/logout", {}); start(); }

// The activity log

export function activity({ home, language }) {
  const entries = home.activity.toReversed();
  return { key: "activity", title: t("activity.title"), header: header(t("activity.title")), className: "narrow", body: entries.length
    ? el("section", { class: "card" }, el("ol", { class: "list log" }, entries.map((entry) => el("li", { key: entry.id, class: entry.problem ? "bad" : null }, el("time", { datetime: new Date(entry.time).toISOString() }, new Date(entry.time).toLocaleString(language)), said(entry.text)))))
    : el("p", { class: "empty" }, t("activity.empty")) };
}
