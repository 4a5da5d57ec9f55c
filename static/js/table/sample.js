// A few cards as the reader will see them at the table, beside the choices.

import "./choices.js";
import { face } from "./deck.js";
import { follow } from "./prefs.js";

const sample = document.querySelector("[data-deck]");
sample.append(...sample.dataset.cards.split(" ").map((code) => face(code)));
follow("back", (name) => {
  sample.querySelector("[data-face^=back]")?.parentElement.remove();
  sample.append(face(`back-${name}`));
});
