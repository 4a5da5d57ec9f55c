// The document of a page without a window, for scripts that Node runs: elements, the focus, fields and dialogs, but
// no styles, no layout and no painting. It understands the HTML that the site writes.

import { dispatch, listen, made, unlisten } from "./events.js";
import { compile } from "./selectors.js";

const VOID = new Set([
  "area",
  "br",
  "col",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "wbr",
  "path",
  "use",
]);
const RAW = new Set(["script", "style", "textarea", "title"]);
const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };
const PIECE = /<!--[\s\S]*?-->|<![^>]*>|<\/([\w-]+)\s*>|<([\w-]+)((?:[^>"']|"[^"]*"|'[^']*')*)>|[^<]+|</g;
const ATTRIBUTE = /([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const FIELDS = new Set(["button", "input", "select", "textarea", "fieldset", "output"]);

const unescaped = (text) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    name ? (NAMED[name] ?? whole) : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  );
const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export class Node {
  parentNode = null;
  childNodes = [];
  get parentElement() {
    return this.parentNode instanceof Element ? this.parentNode : null;
  }
  get nextSibling() {
    return this.parentNode?.childNodes[this.parentNode.childNodes.indexOf(this) + 1] ?? null;
  }
  get isConnected() {
    return this === document || Boolean(this.parentNode?.isConnected);
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get lastChild() {
    return this.childNodes.at(-1) ?? null;
  }
  get textContent() {
    return this.childNodes.map((node) => node.textContent).join("");
  }
  set textContent(text) {
    this.replaceChildren(...(text === "" ? [] : [String(text)]));
  }
  contains(node) {
    for (let each = node; each; each = each.parentNode) if (each === this) return true;
    return false;
  }
  remove() {
    const { parentNode: parent } = this;
    if (!parent) return;
    if (this.contains(document.activeElement)) document.activeElement = document.body;
    parent.childNodes.splice(parent.childNodes.indexOf(this), 1);
    this.parentNode = null;
  }
  insertBefore(node, next) {
    node.remove();
    const at = next ? this.childNodes.indexOf(next) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    return node;
  }
  append(...nodes) {
    for (const node of nodes) this.insertBefore(nodeOf(node), null);
  }
  appendChild(node) {
    return this.insertBefore(node, null);
  }
  prepend(...nodes) {
    const first = this.firstChild;
    for (const node of nodes) this.insertBefore(nodeOf(node), first);
  }
  before(...nodes) {
    for (const node of nodes) this.parentNode.insertBefore(nodeOf(node), this);
  }
  after(...nodes) {
    const next = this.nextSibling;
    for (const node of nodes) this.parentNode.insertBefore(nodeOf(node), next);
  }
  replaceWith(...nodes) {
    this.after(...nodes);
    this.remove();
  }
  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) if (!nodes.includes(node)) node.remove();
    this.append(...nodes);
  }
  isEqualNode(other) {
    return this.outerHTML === other?.outerHTML;
  }
  addEventListener(...given) {
    listen(this, ...given);
  }
  removeEventListener(...given) {
    unlisten(this, ...given);
  }
  dispatchEvent(event) {
    return dispatch(this, event);
  }
  get children() {
    return this.childNodes.filter((node) => node instanceof Element);
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }
  querySelectorAll(selector) {
    const test = compile(selector);
    return all(this, (node) => test(node, this));
  }
  querySelector(selector) {
    const test = compile(selector);
    return first(this, (node) => test(node, this));
  }
}

/** The first element below a node that passes a test, in the order of the document; null if none does. */
function first(root, test) {
  for (const node of root.childNodes) {
    if (!(node instanceof Element)) continue;
    const found = test(node) ? node : first(node, test);
    if (found) return found;
  }
  return null;
}

/** All elements below a node that pass a test. */
function all(root, test, found = []) {
  for (const node of root.childNodes) {
    if (!(node instanceof Element)) continue;
    if (test(node)) found.push(node);
    all(node, test, found);
  }
  return found;
}

const nodeOf = (given) => (given instanceof Node ? given : new Text(String(given)));

export class Text extends Node {
  constructor(data) {
    super();
    this.data = data;
  }
  get textContent() {
    return this.data;
  }
  get outerHTML() {
    return this.data;
  }
  cloneNode() {
    return new Text(this.data);
  }
}

class Style {
  values = new Map();
  setProperty(name, value) {
    this.values.set(name, String(value));
  }
  getPropertyValue(name) {
    return this.values.get(name) ?? "";
  }
  removeProperty(name) {
    this.values.delete(name);
  }
}

const dataOf = (node) =>
  new Proxy(
    {},
    {
      get: (_, name) => node.getAttribute(`data-${kebab(String(name))}`) ?? undefined,
      has: (_, name) => node.hasAttribute(`data-${kebab(String(name))}`),
      set(_, name, value) {
        node.setAttribute(`data-${kebab(name)}`, value);
        return true;
      },
      deleteProperty(_, name) {
        node.removeAttribute(`data-${kebab(name)}`);
        return true;
      },
      ownKeys: () =>
        [...node.attributes.keys()]
          .filter((name) => name.startsWith("data-"))
          .map((name) => camel(name.slice(5))),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  );

export class Element extends Node {
  attributes = new Map();
  style = new Style();
  dataset = dataOf(this);
  constructor(name) {
    super();
    this.localName = name;
  }
  get tagName() {
    return this.localName.toUpperCase();
  }
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }
  removeAttribute(name) {
    this.attributes.delete(name);
  }
  hasAttribute(name) {
    return this.attributes.has(name);
  }
  toggleAttribute(name, isOn = !this.hasAttribute(name)) {
    if (!isOn) this.removeAttribute(name);
    else if (!this.hasAttribute(name)) this.setAttribute(name, "");
    return isOn;
  }
  get classList() {
    const all = () => new Set(this.className.split(/\s+/).filter(Boolean));
    const change =
      (act) =>
      (...names) => {
        const now = all();
        for (const name of names) now[act](name);
        this.className = [...now].join(" ");
      };
    const [add, remove] = [change("add"), change("delete")];
    const toggle = (name, isOn = !all().has(name)) => (isOn ? add(name) : remove(name));
    return { add, remove, toggle, contains: (name) => all().has(name) };
  }
  get outerHTML() {
    const attributes = [...this.attributes].map(([name, value]) => ` ${name}="${value}"`).join("");
    return `<${this.localName}${attributes}>${this.childNodes.map((node) => node.outerHTML).join("")}</${this.localName}>`;
  }
  set innerHTML(html) {
    this.replaceChildren();
    parse(html, this);
  }
  get previousElementSibling() {
    const all = this.parentNode?.children ?? [];
    return all[all.indexOf(this) - 1] ?? null;
  }
  get nextElementSibling() {
    const all = this.parentNode?.children ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  matches(selector) {
    return compile(selector)(this, null);
  }
  closest(selector) {
    const test = compile(selector);
    for (let node = this; node; node = node.parentElement) if (test(node, null)) return node;
    return null;
  }
  cloneNode(isDeep = false) {
    const copy = new Element(this.localName);
    for (const [name, value] of this.attributes) copy.setAttribute(name, value);
    if (isDeep) copy.append(...this.childNodes.map((node) => node.cloneNode(true)));
    return copy;
  }
  getBoundingClientRect() {
    return { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 };
  }
  checkVisibility() {
    return this.closest("[hidden], dialog:not([open])") === null;
  }
  animate() {
    return { finished: Promise.resolve(), cancel() {} };
  }
  scrollIntoView() {}
  setPointerCapture() {}
  select() {}
  // ---- the focus, and what is pressed
  get tabIndex() {
    return Number(this.getAttribute("tabindex") ?? 0);
  }
  focus() {
    if (this.disabled || document.activeElement === this) return;
    document.activeElement = this;
    this.dispatchEvent(made("focus", {}, {}));
    this.dispatchEvent(made("focusin"));
  }
  blur() {
    document.activeElement = document.body;
  }
  click() {
    if (this.disabled) return;
    const before = this.checked;
    if (this.type === "checkbox") this.checked = !before;
    if (this.type === "radio") this.checked = true;
    const isDone = this.dispatchEvent(made("click", { detail: 1 }));
    if (this.localName === "label") return void this.control?.click();
    if (!isDone) return;
    if (["checkbox", "radio"].includes(this.type) && this.checked !== before) {
      this.dispatchEvent(made("input"));
      this.dispatchEvent(made("change"));
    }
    const details = this.localName === "summary" && this.parentElement;
    if (details) details.toggleAttribute("open");
    if (this.localName === "button" && this.type !== "button" && this.form) this.form.requestSubmit(this);
  }
  // ---- fields
  get type() {
    return (
      this.getAttribute("type") ??
      (this.localName === "button" ? "submit" : this.localName === "input" ? "text" : "")
    );
  }
  set type(value) {
    this.setAttribute("type", value);
  }
  get form() {
    const id = this.getAttribute("form");
    return id ? document.getElementById(id) : this.closest("form");
  }
  get control() {
    const id = this.getAttribute("for");
    return id ? document.getElementById(id) : this.querySelector("input, select, textarea, button");
  }
  get labels() {
    const around = this.closest("label");
    const named = this.id ? document.querySelectorAll(`label[for="${this.id}"]`) : [];
    return around && !named.includes(around) ? [around, ...named] : named;
  }
  get options() {
    return this.querySelectorAll("option");
  }
  get selected() {
    if (this.localName !== "option") return undefined;
    return this.isSelected ?? this.hasAttribute("selected");
  }
  set selected(isOn) {
    this.isSelected = isOn;
  }
  get text() {
    return this.textContent.trim();
  }
  get selectedOptions() {
    const all = this.options;
    const chosen = all.filter((option) => option.selected);
    return chosen.length ? chosen : all.slice(0, 1);
  }
  get value() {
    if (this.localName === "select") return this.selectedOptions[0]?.value ?? "";
    if (this.localName === "option") return this.getAttribute("value") ?? this.textContent;
    if (this.localName === "textarea") return this.given ?? this.textContent;
    return (
      this.given ?? this.getAttribute("value") ?? (["checkbox", "radio"].includes(this.type) ? "on" : "")
    );
  }
  set value(value) {
    if (this.localName === "select")
      for (const option of this.options) option.selected = option.value === String(value);
    else if (FIELDS.has(this.localName)) this.given = String(value);
    else this.setAttribute("value", value);
  }
  get checked() {
    return ["checkbox", "radio"].includes(this.type)
      ? (this.isOn ?? this.hasAttribute("checked"))
      : undefined;
  }
  set checked(isOn) {
    if (isOn && this.type === "radio")
      for (const other of (this.form ?? document).querySelectorAll(`input[name="${this.name}"]`))
        if (other !== this) other.isOn = false;
    this.isOn = isOn;
  }
  get elements() {
    const fields = all(document, (node) => FIELDS.has(node.localName) && node.form === this);
    const named = (name) => fields.find((node) => node.name === name);
    return new Proxy(fields, { get: (_, name) => named(name) ?? Reflect.get(fields, name) });
  }
  requestSubmit(submitter = null) {
    const isDone = this.dispatchEvent(made("submit", { submitter }));
    if (isDone && this.getAttribute("method") === "dialog") this.closest("dialog").close();
  }
  reset() {
    for (const field of this.elements) field.given = field.isOn = undefined;
  }
  // ---- dialogs
  showModal() {
    this.setAttribute("open", "");
    this.querySelector("[autofocus], button, input, select, textarea, a")?.focus();
  }
  close() {
    if (!this.hasAttribute("open")) return;
    this.removeAttribute("open");
    this.dispatchEvent(made("close", {}, {}));
  }
  showPopover() {}
  hidePopover() {}
  get content() {
    return this.localName === "template" ? this : (this.getAttribute("content") ?? "");
  }
  set content(value) {
    this.setAttribute("content", value);
  }
}

for (const name of ["hidden", "disabled", "open", "required"])
  Object.defineProperty(Element.prototype, name, {
    get() {
      return this.hasAttribute(name);
    },
    set(isOn) {
      this.toggleAttribute(name, Boolean(isOn));
    },
  });

const TEXTS = { className: "class", id: "id", name: "name", href: "href", title: "title", lang: "lang", method: "method", action: "action", target: "target", src: "src", media: "media", dateTime: "datetime" }; // biome-ignore format: a table
for (const [property, attribute] of Object.entries(TEXTS))
  Object.defineProperty(Element.prototype, property, {
    get() {
      return this.getAttribute(attribute) ?? "";
    },
    set(value) {
      this.setAttribute(attribute, value);
    },
  });

export class Document extends Node {
  hidden = false;
  visibilityState = "visible";
  readyState = "complete";
  cookie = "";
  fonts = { ready: Promise.resolve() };
  activeElement = null;
  title = "";
  createElement(name) {
    return new Element(name);
  }
  createElementNS(_namespace, name) {
    return new Element(name);
  }
  createTextNode(text) {
    return new Text(text);
  }
  importNode(node, isDeep) {
    return node.cloneNode(isDeep);
  }
  getElementById(id) {
    return first(this, (node) => node.id === id);
  }
  get documentElement() {
    return this.children[0];
  }
  get body() {
    return this.querySelector("body");
  }
  get head() {
    return this.querySelector("head");
  }
}

/** Add to a node what HTML says. */
export function parse(html, root) {
  let at = root;
  PIECE.lastIndex = 0;
  for (let found = PIECE.exec(html); found; found = PIECE.exec(html)) {
    const [piece, closing, opening, rest] = found;
    if (closing) {
      for (let node = at; node !== root; node = node.parentNode)
        if (node.localName === closing) {
          at = node.parentNode;
          break;
        }
    } else if (opening) {
      if (/^(li|option|p|tr|td|th|dt|dd)$/.test(opening) && at.localName === opening) at = at.parentNode;
      const node = new Element(opening);
      at.append(node);
      for (const [, name, ...values] of rest.matchAll(ATTRIBUTE))
        node.setAttribute(name, unescaped(values.find((value) => value !== undefined) ?? ""));
      if (RAW.has(opening)) {
        const end = html.indexOf(`</${opening}`, PIECE.lastIndex);
        const text = html.slice(PIECE.lastIndex, end);
        node.append(opening === "script" || opening === "style" ? text : unescaped(text));
        PIECE.lastIndex = html.indexOf(">", end) + 1;
      } else if (!VOID.has(opening) && !rest.endsWith("/")) at = node;
    } else if (!piece.startsWith("<!")) at.append(unescaped(piece));
  }
}
