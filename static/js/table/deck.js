// The faces of the cards: one file of the deck, in the reader's colours; the large indices, unless he chose, where
// the hand is narrow. The backs are pictures of their own (`--back`).

import { asset, set, svg } from "./dom.js";
import { follow, prefs } from "./prefs.js";

const narrow = matchMedia("(max-width: 40rem)");
let deck = "";

export function useDeck(name) {
  deck = name;
}

const isLarge = () => (prefs.indices === "auto" ? narrow.matches : prefs.indices === "large");
const variant = () => `${prefs.contrast ? "-contrast" : ""}${isLarge() ? "-large" : ""}`;
const address = (code) => `${asset(`decks/${deck}${variant()}.svg`)}#${code}`;

/** The face of a card: an image with a name, or without a name an ornament. */
export function face(code, name) {
  const attributes = name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" };
  const node = svg("", { viewBox: "0 0 100 160", ...attributes }, address(code));
  node.firstChild.dataset.face = code;
  return node;
}

function repaint() {
  for (const use of document.querySelectorAll("use[data-face]")) use.setAttribute("href", address(use.dataset.face));
}
narrow.addEventListener("change", repaint);
follow("contrast", repaint);
follow("indices", repaint);
follow("back", (name) => set(document.documentElement, "data-back", name));
