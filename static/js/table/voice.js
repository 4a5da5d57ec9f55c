// Announcements for screen readers: one live region, fed by the same events as the cards.

import { el } from "./dom.js";

const KEPT = 8;

export function makeVoice(region) {
  return function say(text) {
    if (!text) return;
    region.append(el("p", {}, text));
    while (region.children.length > KEPT) region.firstChild.remove();
  };
}
