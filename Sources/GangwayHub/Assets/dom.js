// Makes elements, and changes those that are there into what they are to be, so that focus and what is typed stay.
const drawing = "http://www.w3.org/2000/svg";
const svgNames = new Set(["svg", "path", "line", "circle"]);

/** An element. What begins with `on` listens; `null` and `false` are left out. `key` tells it from its brothers. */
export function el(name, attributes = {}, ...children) {
  const node = svgNames.has(name) ? document.createElementNS(drawing, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "key" || key === "lazy") node[key] = value;
    else if (key.startsWith("on")) node[key] = value;
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
    if (key === "value" || key === "checked") node[key] = value;
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const alike = (one, other) =>
  one.nodeType === other.nodeType && one.nodeName === other.nodeName && one.key === other.key && one.id === other.id;

/** What is made only where `memo` has changed since it was made last: for long lists. */
export const lazy = (key, memo, make) => ({ key, memo, make });
const made = (node) => {
  if (!node.make) return node;
  const fresh = node.make();
  fresh.memo = node.memo;
  return fresh;
};
const fill = (node) => {
  if (node.lazy) patch(node, node.lazy);
  for (const list of node.querySelectorAll?.(".grid") ?? []) if (list.lazy) patch(list, list.lazy);
};

/** Makes the children of `parent` those that are wanted, keeping the ones that are alike. */
export function patch(parent, wanted) {
  const list = [wanted].flat(Infinity).filter((node) => node !== null && node !== undefined && node !== false)
    .map((node) => (typeof node === "string" ? document.createTextNode(node) : node));
  const keys = new Set(list.map((node) => node.key)), keyed = new Map();
  for (const child of parent.childNodes) if (child.key !== undefined) keyed.set(child.key, child);
  let present = parent.firstChild;
  const drop = () => { const next = present.nextSibling; present.remove(); present = next; };
  for (const node of list) {
    // Nothing that stays is moved because something before it went: it would lose the focus.
    while (present && present.key !== undefined && !keys.has(present.key)) drop();
    let match = node.key !== undefined ? keyed.get(node.key) : present;
    if (node.key === undefined) {
      while (match && !alike(match, node)) match = match.nextSibling;
      if (match) while (present !== match && present.key === undefined) drop();
    }
    if (match && node.memo !== undefined && match.memo === node.memo) {
      if (match !== present) parent.insertBefore(match, present); else present = present.nextSibling;
      continue;
    }
    const fresh = made(node);
    if (match && alike(match, fresh)) {
      if (match !== present) parent.insertBefore(match, present); else present = present.nextSibling;
      update(match, fresh);
      match.memo = fresh.memo;
    } else {
      parent.insertBefore(fresh, present);
      fill(fresh);
    }
  }
  while (present) drop();
}

function update(node, wanted) {
  if (node.nodeType === Node.TEXT_NODE) { if (node.data !== wanted.data) node.data = wanted.data; return; }
  for (const { name } of [...node.attributes]) if (!wanted.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  for (const name of ["onclick", "oninput", "onchange", "onsubmit", "ontoggle"]) node[name] = wanted[name];
  // What a person has typed is theirs: only what the hub says anew is taken over.
  if (node instanceof HTMLInputElement && node.type === "checkbox") node.checked = wanted.checked;
  patch(node, wanted.lazy ?? [...wanted.childNodes]);
  if (node instanceof HTMLSelectElement && document.activeElement !== node) node.value = wanted.getAttribute("data-value") ?? node.value;
}

const shapes = {
  back: "M15 5l-7 7 7 7", plus: "M12 5v14M5 12h14", gear: "M4 7h8M18 7h2M4 17h2M12 17h8M18 7a3 3 0 1 1-6 0a3 3 0 0 1 6 0M12 17a3 3 0 1 1-6 0a3 3 0 0 1 6 0",
  log: "M5 6h14M5 12h14M5 18h9", more: "M9 5l7 7-7 7", lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3", power: "M12 3v8M6.5 6.5a8 8 0 1 0 11 0",
  wifi: "M2.5 9.5a14 14 0 0 1 19 0M6 13.2a9 9 0 0 1 12 0M9.4 16.8a4 4 0 0 1 5.2 0M12 20h.01", close: "M6 6l12 12M18 6L6 18", out: "M14 4h5v16h-5M4 12h10M10 8l4 4-4 4",
};
/** A picture that says nothing to a screen reader. */
export const icon = (name, className = null) => el("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: className }, el("path", { d: shapes[name] }));
/** Four bars, and what they say. */
export const bars = (count, text) => el("span", { class: "bars", role: "img", "aria-label": text }, [1, 2, 3, 4].map((bar) => el("i", { class: bar <= count ? "lit" : null })));
export const button = (text, onclick, className = "", more = {}) => el("button", { type: "button", class: "button " + className, onclick, ...more }, text);
/** A labelled field. */
export const field = (id, label, attributes = {}, beside = null) => el("div", { class: "field", key: "field-" + id },
  el("label", { for: id }, label), el("div", { class: "with" }, el("input", { id, name: id, ...attributes }), beside));
/** A field for a secret, which can be shown while it is typed. */
const visible = new Set();
export const secret = (id, label, shows, attributes = {}) => field(id, label, { ...attributes, type: visible.has(id) ? "text" : "password", spellcheck: "false", autocapitalize: "none" },
  el("button", { type: "button", class: "button", id: id + "-show", "aria-pressed": String(visible.has(id)), "aria-controls": id, onclick: () => { if (!visible.delete(id)) visible.add(id); dispatchEvent(new Event("rerender")); } }, shows[visible.has(id) ? 1 : 0]));
export const hide = (id) => visible.delete(id);
/** What stands below a field. */
export const hint = (id, text) => el("p", { class: "hint", id, key: id }, text);
export const check = (id, label, checked, onchange = null) => el("label", { class: "check", key: "check-" + id },
  el("input", { type: "checkbox", id, checked: !!checked, onchange }), el("span", {}, label));
