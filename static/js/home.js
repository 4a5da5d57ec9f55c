// The quick game's choices are remembered as those at the table are.

import { prefer, prefs } from "./table/prefs.js";

for (const choice of document.querySelectorAll("select[data-preference]")) {
  const { preference } = choice.dataset;
  if ([...choice.options].some(({ value }) => value === prefs[preference])) choice.value = prefs[preference];
  choice.addEventListener("change", () => prefer(preference, choice.value));
}
