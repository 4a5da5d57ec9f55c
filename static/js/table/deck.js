// The faces of the cards: one file of the deck, the large indices where the hand is narrow.

import { asset, svg } from "./dom.js";

const narrow = matchMedia("(max-width: 40rem)");
let deck = "";

export function useDeck(name) {
  deck = name;
}

const address = (code) => `${asset(`decks/${deck}${narrow.matches ? "-large" : ""}.svg`)}#${code}`;

/** The face of a card: an image with a name, or without a name an ornament. */
export function face(code, name) {
  const attributes = name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" };
  const node = svg("", { viewBox: "0 0 100 160", ...attributes }, address(code));
  node.firstChild.dataset.face = code;
  return node;
}

narrow.addEventListener("change", () => {
  for (const use of document.querySelectorAll("use[data-face]")) use.setAttribute("href", address(use.dataset.face));
});
