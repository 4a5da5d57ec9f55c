// Elements, icons, addresses of static files, numbers and lists as text: what every part of the page uses.

/** The versioned address of each folder of static files, and of each file outside any folder. */
const folders = JSON.parse(document.querySelector("[data-static]")?.dataset.static ?? "{}");

/**
 * The versioned address of a static file: `asset("icons.svg")`, `asset("decks/…")`.
 * @type {(path: string) => string}
 */
export const asset = (path) => path.replace(/^[^/]+/, (folder) => folders[folder]);

/** @type {(selector: string, root?: ParentNode) => Sent} */
export const find = (selector, root = document) => root.querySelector(selector);

/**
 * Make an element: `el("button.btn.primary", { type: "button", onclick: go }, icon("share"), "Share")`.
 * Children that are null, undefined or false are left out.
 * @param {string} spec
 * @param {Record<string, Attribute | Listener>} attributes
 * @param {...Child} children
 */
export function el(spec, attributes = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (name === "style")
      node.style.cssText = String(value); // the content security policy would block the attribute
    else setAttribute(node, name, value);
  }
  const present = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  node.append(.../** @type {(Node | string)[]} */ (present));
  return node;
}

/**
 * Set an attribute only if that changes something; null, undefined and false remove it.
 * @param {Element} node
 * @param {string} name
 * @param {Attribute} value
 */
export function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (value === true) node.getAttribute(name) === "" || node.setAttribute(name, "");
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}

/** @type {(node: Node, text: string | number) => void} */
export function writeText(node, text) {
  if (node.textContent !== String(text)) node.textContent = /** @type {string} */ (text);
}

/**
 * Hide or show a node. An unchanged attribute is not written again: that would recalculate the styles.
 * @param {HTMLElement} node
 * @param {boolean} isHidden
 */
export function setHidden(node, isHidden) {
  if (node.hidden !== isHidden) node.hidden = isHidden;
}

/**
 * Replace the children of a node, unless they are equal already. Listeners are not compared: use none.
 * @param {Element} root
 * @param {...(Node | string)} children
 */
export function renewChildren(root, ...children) {
  const fresh = children.map((child) => (child instanceof Node ? child : document.createTextNode(child)));
  const isSame =
    fresh.length === root.childNodes.length && fresh.every((node, i) => node.isEqualNode(root.childNodes[i]));
  if (!isSame) root.replaceChildren(...fresh);
}

/** @param {string} name */
export function icon(name) {
  return svg("icon", { "aria-hidden": "true" }, `${asset("icons.svg")}#${name}`);
}

/**
 * Make an SVG element with one child, by default a `use` of the symbol at `href`.
 * @param {string} className
 * @param {Record<string, string>} attributes
 * @param {string} href
 */
export function svg(className, attributes, href, tag = "use") {
  const namespace = "http://www.w3.org/2000/svg";
  const node = document.createElementNS(namespace, "svg");
  const child = document.createElementNS(namespace, tag);
  if (className) node.setAttribute("class", className);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (href) child.setAttribute("href", href);
  node.append(child);
  return node;
}

/**
 * Fill the placeholders of a translated text: `fill(gettext("%(name)s takes"), { name })`.
 * @type {(text: string, values: object) => string}
 */
export const fill = (text, values) => interpolate(text, values, true);

export const lang = document.documentElement.lang || "it";

/**
 * A number as text, with a real minus sign; `signed` also puts a plus before positive ones.
 * @type {(n: number) => string}
 */
export const figure = (n) => (n < 0 ? `−${-n}` : String(n));
/** @type {(n: number) => string} */
export const signed = (n) => (n > 0 ? `+${n}` : figure(n));

/**
 * Join words into a list: "Ines e Duilio". A browser takes long to make a format for lists.
 * @param {string[]} words
 */
export function listed(words) {
  const last = words.at(-1) ?? "";
  const these = words.slice(0, -1).join(", ");
  return these ? fill(gettext("%(these)s and %(last)s"), { these, last }) : last;
}

/**
 * The text with a capital first letter.
 * @type {(text: string) => string}
 */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(lang) + text.slice(1);

/**
 * True if the target of a keystroke is a field, so that the key is no shortcut.
 * @type {(target: EventTarget | null) => boolean}
 */
export const isTyping = (target) =>
  Boolean(target?.closest("input:not([type=checkbox], [type=radio]), textarea, select"));
