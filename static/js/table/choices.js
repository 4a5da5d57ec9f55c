// Controls for the preference named in `data-preference`: at the table, in the settings, beside the quick
// game.

import { followPreference, setPreference, prefs } from "./prefs.js";

for (const control of document.querySelectorAll("[data-preference]")) {
  const { preference } = control.dataset;
  if (control.type === "checkbox") {
    followPreference(preference, (value) => {
      control.checked = value;
    });
    control.addEventListener("change", () => setPreference(preference, control.checked));
  } else if (control.type === "radio") {
    control.checked = control.value === prefs[preference];
    control.addEventListener("change", () => setPreference(preference, control.value));
  } else if (control.type === "range") {
    control.value = prefs[preference];
    control.addEventListener("change", () => setPreference(preference, Number(control.value)));
  } else {
    if ([...control.options].some(({ value }) => value === prefs[preference]))
      control.value = prefs[preference];
    control.addEventListener("change", () => setPreference(preference, control.value));
  }
}
