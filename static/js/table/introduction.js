// The dialog that asks visitors without an account for a name before they sit down. The field is filled in
// already, so one key or touch is enough.

import { find, setAttribute, writeText } from "./dom.js";

/** `onSit` takes a seat under a name, and resolves to the refusal or null. */
export function makeIntroduction(onSit) {
  const dialog = find("#name-dialog");
  const form = find("form", dialog);
  const field = form.elements.name;
  let seat = null;
  let isNamed = false;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const refused = await onSit(seat, field.value);
    const isBad = refused?.code === "bad_person_name";
    writeText(find("[role=alert]", form), isBad ? refused.message : "");
    setAttribute(field, "aria-invalid", isBad ? "true" : null);
    if (isBad) return void field.select();
    isNamed = refused === null;
    dialog.close();
  });

  function ask(wanted) {
    if (isNamed) return void onSit(wanted);
    seat = wanted;
    dialog.showModal();
    field.select();
  }

  return { ask };
}
