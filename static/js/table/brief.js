// The game in brief, beside the table and in the dialog with its rules. The server renders the text; the
// cards in it are drawn in the reader's own deck, once they come into view.

import { cardFace } from "./deck.js";

export function showBrief() {
  const seen = new IntersectionObserver((entries) =>
    entries.forEach(({ isIntersecting, target }) => {
      if (!isIntersecting) return;
      seen.unobserve(target);
      target.replaceChildren(cardFace(target.dataset.faceOf ?? ""));
    }),
  );
  for (const place of document.querySelectorAll("[data-face-of]")) seen.observe(place);
}
