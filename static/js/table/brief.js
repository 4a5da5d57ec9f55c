// The game in brief, beside the table and in the dialog with its rules. The server renders the text; the
// cards in it are drawn in the reader's own deck, once they come into view.

import { cardFace } from "./deck.js";
import { find } from "./dom.js";
import { setPreference, prefs } from "./prefs.js";

const roomy = matchMedia("(min-width: 64rem) and (min-height: 54rem)");

export function showBrief() {
  const seen = new IntersectionObserver((entries) =>
    entries.forEach(({ isIntersecting, target }) => {
      if (!isIntersecting) return;
      seen.unobserve(target);
      target.replaceChildren(cardFace(target.dataset.faceOf ?? ""));
    }),
  );
  for (const place of document.querySelectorAll("[data-face-of]")) seen.observe(place);

  const box = find("[data-remembered]");
  if (!box) return;
  box.open = roomy.matches && prefs.brief;
  box.addEventListener(
    "toggle",
    () => roomy.matches && box.open !== prefs.brief && setPreference("brief", box.open),
  );
}
