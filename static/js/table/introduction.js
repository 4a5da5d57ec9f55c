// The dialog that asks people without an account for a name: before they sit down, or at their seat as soon as
// others can see it. The field is filled in already, so one key or touch is enough.

import { find, setAttribute, writeText } from "./dom.js";

/**
 * `onSit` takes a seat under a name, `onName` gives the reader a name at their own; both resolve to the refusal
 * or null. `onAsked` is called with the name that was filled in once the reader has a name of their own, or has
 * closed the dialog at their seat.
 */
export function makeIntroduction({ onSit, onName, onAsked }) {
  const dialog = find("#name-dialog");
  const form = find("form", dialog);
  const field = form.elements.name;
  let seat = null;
  let isNamed = false;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const refused = await (seat === null ? onName(field.value) : onSit(seat, field.value));
    const isBad = refused?.code === "bad_person_name";
    writeText(find("[role=alert]", form), isBad ? refused.message : "");
    setAttribute(field, "aria-invalid", isBad ? "true" : null);
    if (isBad) return void field.select();
    isNamed = refused === null;
    dialog.close();
  });
  dialog.addEventListener("close", () => {
    if (seat === null || isNamed) onAsked(field.defaultValue);
  });

  /** Ask for a name to sit down with on a seat; at one's own seat, without one. */
  function ask(wanted = null) {
    if (isNamed) return void onSit(wanted);
    seat = wanted;
    writeText(find("button.primary", form), wanted === null ? gettext("Use this name") : gettext("Sit down"));
    dialog.showModal();
    field.select();
  }

  return { ask };
}
