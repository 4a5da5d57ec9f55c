// The pages of the console of an evening at real tables: their forms are kept until they are sent, and the tab keeps
// the desk for when there is no network.

import { keepActs } from "./console_acts.js";
import { consoleHere, keepDesk } from "./kept_desk.js";

const section = /** @type {HTMLElement} */ (document.querySelector("[data-unsent]"));
const page = document.querySelector("[data-parts]");

/** Keep the desk as the page has it now. */
function keep() {
  const kept = document.querySelector("[data-part=kept]");
  if (kept)
    keepDesk(consoleHere().event, { ...JSON.parse(kept.dataset.desk), texts: { ...section.dataset } });
}

// a page that does not keep itself up to date is loaded again
keepActs(section, { onDone: () => page || location.reload() });
page?.addEventListener("shown", keep);
keep();
