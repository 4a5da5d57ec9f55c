// The dialog that asks a guest for a name: before the guest sits down or, at their own seat, as soon as others can see
// the name. The field is filled in already, so one key or touch is enough.

import { find, setAttribute, writeText } from "./dom.js";

/**
 * `onSit(seat, name)` takes a seat under a name, `onName(name)` renames the guest at their own seat; both resolve to
 * the refusal or null. `onAsked(suggested)` gets the name that the field was filled in with, when the dialog closes
 * and need not open again: the guest has chosen a name, or has closed the dialog at their own seat.
 */
export function makeIntroduction({ onSit, onName, onAsked }) {
  const dialog = find("#name-dialog");
  const form = find("form", dialog);
  const field = form.elements.name;
  let seat = null; // the one to be taken; null at the guest's own
  let isNamed = false;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const refusal = await (seat === null ? onName(field.value) : onSit(seat, field.value));
    const isBad = refusal?.code === "bad_person_name";
    writeText(find("[role=alert]", form), isBad ? refusal.message : "");
    setAttribute(field, "aria-invalid", isBad ? "true" : null);
    if (isBad) return void field.select();
    isNamed = refusal === null;
    dialog.close();
  });
  dialog.addEventListener("close", () => {
    if (seat === null || isNamed) onAsked(field.defaultValue);
  });

  /** Ask for the name under which to take a seat, or without a seat for the guest's name where they sit. */
  function ask(wantedSeat = null) {
    if (isNamed) return void onSit(wantedSeat);
    seat = wantedSeat;
    writeText(find("button.primary", form), seat === null ? gettext("Use this name") : gettext("Sit down"));
    dialog.showModal();
    field.select();
  }

  return { ask };
}
