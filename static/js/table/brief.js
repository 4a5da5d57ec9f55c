// The small card of the game, beside the hand and in the rules of the table: the server writes it, the reader's own
// deck draws its cards once they are looked at.

import { face } from "./deck.js";
import { find } from "./dom.js";
import { prefer, prefs } from "./prefs.js";

const roomy = matchMedia("(min-width: 64rem) and (min-height: 54rem)");

export function showBrief() {
  const seen = new IntersectionObserver((entries) =>
    entries.forEach(({ isIntersecting, target }) => {
      if (!isIntersecting) return;
      seen.unobserve(target);
      target.replaceChildren(face(target.dataset.faceOf));
    }),
  );
  for (const place of document.querySelectorAll("[data-face-of]")) seen.observe(place);

  const box = find("[data-remembered]");
  if (!box) return;
  box.open = roomy.matches && prefs.brief;
  box.addEventListener(
    "toggle",
    () => roomy.matches && box.open !== prefs.brief && prefer("brief", box.open),
  );
}
