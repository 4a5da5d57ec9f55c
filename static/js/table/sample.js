// Beside the choice of a deck and of a back: a few cards as the reader will see them at the table.

import "./choices.js";
import { cardFace } from "./deck.js";
import { followPreference } from "./prefs.js";

const sample = document.querySelector("[data-deck]");
sample.append(...sample.dataset.cards.split(" ").map((code) => cardFace(code)));
followPreference("back", (name) => {
  sample.querySelector("[data-face^=back]")?.parentElement.remove();
  sample.append(cardFace(`back-${name}`));
});
