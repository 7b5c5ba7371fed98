// Setting devices up. The hub says at which step it is; each step has one screen.
import { el, icon, bars, field, check, button, secret, hide, hint } from "/dom.js";
import { t, act } from "/app.js";
import { header, problem } from "/screens.js";

const value = (id) => document.getElementById(id)?.value ?? "";
const isChecked = (id) => document.getElementById(id)?.checked ?? false;
const signal = (one) => one.bars === undefined ? null : bars(one.bars, t("networks.bars", one.bars));

export function connect({ view, home }) {
  const it = view.connect;
  if (!it) return { key: "connect", title: "", body: [] };
  const away = home.radio?.problem;
  const body = [it.problem || it.stage === "joining" || it.stage === "result" ? null : problem(away),
    { devices, connecting, networks, credentials, joining, forgetting: joining, result }[it.stage](it, away)];
  return { key: "connect-" + it.stage, title: it.title, className: "narrow", header: el("div", { class: "bar" },
    el("button", { type: "button", class: "icon", id: "back", "aria-label": t("button.back"), onclick: () => act(it.stage === "devices" ? "back" : "connect/back") }, icon("back")), el("h1", {}, it.title),
    it.stage === "devices" ? null : el("button", { type: "button", class: "icon", id: "leave", "aria-label": t("hub.leave"), title: t("hub.leave"), onclick: () => act("home") }, icon("close"))), body };
}

const next = (trouble, it) => {
  switch (trouble?.next) {
  case "tryAgain": return [button(t("button.tryAgain"), () => act(it.stage === "devices" ? "connect/scan" : it.stage === "result" ? "connect/retry" : "connect/list"), "primary", { id: "retry" })];
  case "correctPassphrase": return it.stage === "result" ? [button(t("button.correctPassphrase"), () => act("connect/correct"), "primary", { id: "correct" })] : [];
  case "chooseNetwork": return it.stage === "result" ? [button(t("button.chooseNetwork"), () => act("connect/network"), "primary")] : [];
  case "chooseDevice": return it.stage !== "devices" ? [button(t("button.chooseDevice"), () => act("connect/another"), "primary")] : [];
  default: return [];
  }
};

function devices(it, away) {
  const marked = new Set(it.selected);
  // What was found stays; while the radio is away nothing is looked for, and it goes on by itself.
  return [problem(it.problem, next(it.problem, it)),
    away ? null : el("p", { class: "state", role: "status" }, it.scanning ? el("span", { class: "spin" }) : null, it.candidates.length ? t("connect.looking") : t("connect.noneFound")),
    it.candidates.length ? el("section", { class: "card" }, el("ul", { class: "list", id: "candidates" }, it.candidates.map((one) => el("li", { key: one.id, class: "choice" },
      el("button", { type: "button", class: "pick", onclick: () => act("connect/choose", { id: one.id }) }, signal(one), el("span", { class: "title" }, one.name, el("small", {}, [one.listedAs, one.kind, one.address].filter(Boolean).join(" · ")))),
      it.purpose === "add" && it.candidates.length > 1 ? el("input", { type: "checkbox", checked: marked.has(one.id), "aria-label": t("connect.select", one.name), onchange: () => act("connect/mark", { id: one.id }) }) : null)))) : null,
    marked.size > 0 ? button(t("connect.setUpSelected") + ` (${marked.size})`, () => act("connect/several"), "primary", { id: "several" }) : null];
}

function connecting(it) {
  const one = it.candidates?.find((candidate) => candidate.id === it.selected[0]);
  return el("section", { class: "card" }, el("p", { class: "state", role: "status" }, el("span", { class: "spin" }), t("connect.connecting", one?.name ?? "")), button(t("button.cancel"), () => act("connect/cancel"), "", { id: "cancel" }));
}

function target(it) {
  const device = it.device;
  if (!device) return null;
  return el("section", { class: "card" }, el("div", { class: "row" }, signal(device.candidate), el("strong", {}, device.candidate.name)),
    el("p", { class: "soft small" }, [device.candidate.address, device.candidate.kind, device.version === undefined ? null : t("connect.version", device.version), device.standing].filter(Boolean).join(" · ")),
    el("p", { class: "soft small" }, t(device.encrypted ? "connect.encrypted" : "connect.notEncrypted")),
    device.forgets && (it.purpose === "forget" || device.configured) ? button(t("credentials.forget"), () => act("connect/forget"), it.purpose === "forget" ? "primary" : "", { id: "forget" }) : null);
}

function networks(it) {
  const list = it.networks, lists = it.device?.listsNetworks ?? true;
  if (it.purpose === "forget") return [target(it), problem(it.problem, next(it.problem, it))];
  return [target(it), problem(it.problem, next(it.problem, it)), problem(list.problem, next(list.problem, it)),
    lists ? el("section", { class: "card" }, el("h2", {}, t("networks.title")),
      el("ul", { class: "list", id: "networks" }, list.entries.map((one) => el("li", { key: one.id }, el("button", { type: "button", class: "pick", onclick: () => one.hidden ? document.getElementById("network-name")?.focus() : act("connect/pick", { id: one.id }) },
        signal(one), el("span", { class: "title" }, one.hidden ? t("networks.hiddenName") : one.name), one.secured ? icon("lock", "lock") : null, el("span", { class: "unseen" }, t(one.secured ? "networks.secured" : "networks.open")))))),
      el("p", { class: "state", role: "status" }, list.loading ? [el("span", { class: "spin" }), t("networks.loading")] : !list.complete && !list.problem ? t("networks.incomplete") : ""),
      list.loading ? null : button(t("networks.rescan"), () => act("connect/list"), "quiet", { id: "rescan" })) : el("p", { class: "soft" }, t("networks.none")),
    el("form", { class: "card", onsubmit: (event) => { event.preventDefault(); act("connect/type", { name: value("network-name"), open: isChecked("network-open") }); } },
      el("h2", {}, t("networks.typed")),
      field("network-name", t("networks.name"), { maxlength: "32", autocomplete: "off", spellcheck: "false", autocapitalize: "none" }, el("button", { class: "button", type: "submit", id: "type-network" }, t("networks.next"))),
      check("network-open", t("networks.typedOpen"), isChecked("network-open")))];
}

function credentials(it) {
  const choice = it.choice;
  const send = (event) => {
    event.preventDefault();
    const passphrase = value("passphrase");
    act("connect/join", { passphrase, keeps: it.device?.carriesVolatile ? isChecked("keeps") : true, remembers: isChecked("remembers"), ...(it.device?.carriesTopic ? { topic: value("topic") } : {}), ...(document.getElementById("particular") ? { particular: value("particular") } : {}) });
    if (document.getElementById("passphrase")) document.getElementById("passphrase").value = "";
    hide("passphrase");
  };
  return [target(it), problem(it.problem, next(it.problem, it)), it.results ? el("section", { class: "card" }, entries(it)) : null,
    el("form", { class: "card", onsubmit: send, key: "credentials-" + choice.name, method: "post", action: "/" }, el("h2", {}, t("credentials.title", choice.name)),
      choice.needsPassphrase ? [secret("passphrase", t("credentials.passphrase"), [t("hub.show"), t("hub.hide")], { autocomplete: "off", maxlength: "64", "aria-describedby": "passphrase-help" }),
        hint("passphrase-help", choice.typed ? t("credentials.keptTyped") : choice.remembered ? t("credentials.remembered") : ""),
        check("remembers", t("credentials.remember"), choice.remembers, (event) => act("connect/options", { remembers: event.target.checked }))] : null,
      it.device?.carriesTopic ? [field("topic", t("credentials.topic"), { value: choice.topic, autocomplete: "off", spellcheck: "false", autocapitalize: "none", placeholder: "home/lamp", "aria-describedby": "topic-help" }), hint("topic-help", t("credentials.topicHint"))] : null,
      it.device?.carriesVolatile ? check("keeps", t("credentials.keep"), choice.keeps, (event) => act("connect/options", { keeps: event.target.checked })) : null,
      it.device?.choosesAccessPoint && choice.particulars.length > 2 ? el("label", { class: "field" }, el("span", {}, t("credentials.particular")), el("select", { id: "particular", "data-value": choice.particular, onchange: (event) => act("connect/options", { particular: event.target.value }) }, choice.particulars.map((one) => el("option", { value: one.id, selected: one.id === choice.particular }, one.title)))) : null,
      el("div", { class: "row" }, el("button", { class: "button primary", type: "submit", id: "join" }, t("credentials.join")), button(t("button.chooseNetwork"), () => act("connect/back"), "quiet")))];
}

const steps = (it) => it.steps.length ? el("ol", { class: "steps", id: "steps", "aria-label": t("step.progress") }, it.steps.map((step, index) => el("li", { key: index, class: step.state, "aria-current": step.state === "running" ? "step" : null }, step.text))) : null;
const entries = (it) => it.results ? el("ul", { class: "list", id: "results" }, it.results.map((entry) => el("li", { class: "pick" }, entry.state === "running" ? el("span", { class: "spin" }) : el("span", { class: "dot " + (entry.result?.success ? "online" : entry.state === "ended" ? "offline" : "") }),
  el("span", { class: "title" }, entry.name, el("small", {}, entry.state === "ended" ? entry.result.text : t("batch." + entry.state)))))) : null;

function joining(it) {
  return el("section", { class: "card" }, el("div", { role: "status", "aria-live": "polite" }, steps(it)), entries(it), button(t("button.cancel"), () => act("connect/cancel"), "", { id: "cancel" }));
}

function result(it) {
  const one = it.result, trouble = one?.problem;
  return [el("section", { class: "card", role: "status" }, one && !trouble ? el("p", { class: one.success ? "good" : "", id: "result" }, one.text) : null, steps(it), entries(it)),
    problem(trouble, next(trouble, it)), problem(it.problem, next(it.problem, it)),
    el("div", { class: "row" }, button(t("button.done"), () => act("connect/finish"), one?.success ? "primary" : "", { id: "done" }),
      one && !one.success && trouble?.next !== "tryAgain" ? button(t("button.tryAgain"), () => act("connect/retry"), "", { id: "again" }) : null,
      it.purpose === "add" ? button(t("button.setUpAnother"), () => act("connect/another"), "", { id: "another" }) : null,
      trouble && trouble.next !== "chooseNetwork" ? button(t("button.chooseNetwork"), () => act("connect/network"), "quiet") : null)];
}
