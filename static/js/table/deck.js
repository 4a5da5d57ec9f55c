// The faces of the cards, cut out of one SVG file for the whole deck, in the variant that the reader chose;
// by default phones get large indices. Each face is an image of its own: a `use` of the file would lay
// out the whole deck at first, and then every line of a drawing again whenever its card moves. The backs are
// images too (`--back`).

import { asset, setAttribute, svg } from "./dom.js";
import { followPreference, prefs } from "./prefs.js";

const DRAWING = 'xmlns="http://www.w3.org/2000/svg"';
const narrow = matchMedia("((max-width: 40rem) or (max-height: 26rem))"); // a phone, either way up
const { deck, home, regional = "" } = document.querySelector("[data-deck]").dataset;
/** @type {Record<string, Record<string, string>>} the suits of each deck, in letters */
const SUITS = {
  italian40: { B: gettext("batons"), C: gettext("cups"), D: gettext("coins"), S: gettext("swords") },
  sicilian63: {
    B: gettext("batons"),
    C: gettext("cups"),
    O: pgettext("of the Sicilian deck", "coins"),
    S: gettext("swords"),
    T: pgettext("of the Sicilian deck", "trumps"),
  },
  french52: { C: "♣", D: "♦", H: "♥", S: "♠" },
};
let asked = ""; // address of the file being read, or read last
/** @type {{ made: Map<string, string>, picture: (code: string) => string } | null} */
let pictures = null; // of the file read last
const undrawn = new Set(); // images still without their picture

const isLarge = () => (prefs.indices === "auto" ? narrow.matches : prefs.indices === "large");

/** The drawing that the reader chose: of a region, of the region that the game comes from, or the site's own. */
function drawing() {
  const wanted = prefs.deck === "home" ? home : prefs.deck;
  return regional.split(" ").includes(wanted) ? wanted : deck;
}

const variant = () => `${prefs.contrast ? "-contrast" : ""}${isLarge() ? "-large" : ""}`;

/**
 * Read the file of the deck. Until then the cards show rank and suit in letters; after a failure the next card
 * drawn tries again.
 */
async function read() {
  const address = asset(`decks/${drawing()}${variant()}.svg`);
  if (asked === address) return;
  asked = address;
  const text = await fetched(address);
  if (asked !== address) return;
  if (text === null) {
    asked = "";
    return;
  }
  pictures = cut(text);
  for (const image of document.querySelectorAll("image[data-face]")) draw(image);
}

/** @param {string} address */
async function fetched(address) {
  try {
    const answer = await fetch(address);
    if (answer.ok) return await answer.text();
    reportError(new Error(`${address}: ${answer.status}`)); // the page says so if it is older than the site
    return null;
  } catch {
    return null;
  }
}

/**
 * Cut a file into drawings; `picture(code)` makes an image of one, with all the drawings that it refers to.
 * @param {string} text
 */
function cut(text) {
  const pieces = new Map(
    text
      .split(/(?=<(?:path|g|symbol) id=")/)
      .slice(1)
      .map((piece) => [piece.match(/id="([^"]+)"/)?.[1], piece.replace(/<\/(defs|svg)>\s*$/, "")]),
  );

  const pieceOf = (/** @type {string} */ id) => /** @type {string} */ (pieces.get(id));

  /**
   * @param {string} markup
   * @param {Set<string>} found
   */
  function needed(markup, found = new Set()) {
    for (const [, id] of markup.matchAll(/href="#([^"]+)"/g))
      if (!found.has(id)) needed(pieceOf(id), found.add(id));
    return found;
  }

  /** @param {string} code */
  function picture(code) {
    const symbol = pieceOf(code);
    const parts = [...needed(symbol)].map(pieceOf).join("");
    const drawing = symbol
      .replace(/<symbol id="[^"]+"/, `<svg ${DRAWING}`)
      .replace(/<\/symbol>\s*$/, `<defs>${parts}</defs></svg>`);
    return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  }

  return { made: new Map(), picture };
}

/**
 * The face of a card: an image with a name, or without a name one hidden from screen readers.
 * @param {string} code
 * @param {string} [name]
 */
export function cardFace(code, name) {
  /** @type {Record<string, string>} */
  const attributes = name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" };
  const node = svg("", { viewBox: "0 0 100 160", ...attributes }, "", "image");
  const image = /** @type {SVGImageElement} */ (node.firstElementChild);
  setAttribute(image, "width", 100);
  setAttribute(image, "height", 160);
  image.dataset.face = code;
  draw(image);
  return node;
}

/**
 * A card in letters, as long as there is no drawing of it: its rank, and its suit downwards from there, where a
 * fan leaves them visible. A back has none.
 * @param {string} code
 */
function lettered(code) {
  const [, trump = "", rank = "", suit = ""] = /^(T?)(\d+|[A-Z])([A-Z]?)$/.exec(code) ?? [];
  return [
    written(rank, { x: 8, y: 38, "font-size": 36 }),
    written(SUITS[deck]?.[suit || trump] ?? "", { transform: "translate(12 48)rotate(90)", "font-size": 26 }),
  ];
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} attributes
 */
function written(text, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", "text");
  node.textContent = text;
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
  return node;
}

/**
 * Draw a picture at once if it is made already; otherwise one after the other, as laying out each blocks the
 * page. The letters are no picture, as each would be laid out in a document of its own.
 * @param {Sent} image
 */
function draw(image) {
  if (!pictures) {
    if (!image.nextSibling) image.after(...lettered(image.dataset.face));
    read();
  } else if (pictures.made.has(image.dataset.face)) put(image, pictures.made.get(image.dataset.face));
  else {
    if (!undrawn.size) setTimeout(drawNext);
    undrawn.add(image);
  }
}

/**
 * @param {Sent} image
 * @param {string | undefined} picture
 */
function put(image, picture) {
  setAttribute(image, "href", picture);
  while (image.nextSibling) image.nextSibling.remove();
}

function drawNext() {
  const [image] = undrawn;
  undrawn.delete(image);
  if (!pictures) return;
  const { made, picture } = pictures;
  const code = image.dataset.face;
  if (!made.has(code)) made.set(code, picture(code));
  put(image, made.get(code));
  if (undrawn.size) setTimeout(drawNext);
}

read();
narrow.addEventListener("change", read);
followPreference("deck", read);
followPreference("contrast", read);
followPreference("indices", read);
followPreference("back", (name) => setAttribute(document.documentElement, "data-back", name));
