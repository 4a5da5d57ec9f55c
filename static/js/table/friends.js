// Asking people at the table to be friends: whoever has an account asks others who have one.

import { el, fill, icon } from "./dom.js";
import { sendRequest } from "./people.js";

/** What came of it, by name, for buttons that are drawn again. @type {Map<string, string>} */
const answers = new Map();

/** Whether the reader may ask the person on a seat: both have accounts. */
export const mayAsk = ({ seats, me }, seat) =>
  me !== null &&
  !seats[me].guest &&
  seat.seat !== me &&
  ["here", "lost", "away"].includes(seat.state) &&
  !seat.guest &&
  !seat.program;

/**
 * The people at the table to whom the reader has no tie yet; `circle` is the address of the reader's ties in the API.
 *
 * @returns {Promise<string[]>} their names
 */
export async function findStrangers(table, circle) {
  const names = table.seats.filter((seat) => mayAsk(table, seat)).map(({ name }) => name);
  if (!names.length) return [];
  const { body } = await sendRequest(circle, "GET");
  return body ? names.filter((name) => ![body.friends, body.asked, body.blocked].flat().includes(name)) : [];
}

/** A button that asks somebody to be friends, and says what came of it. */
export function makeAskButton(name, circle, look = "btn") {
  const text = answers.get(name) ?? fill(gettext("Ask %(name)s to be friends"), { name });
  const label = el("span", { role: "status" }, text);
  const button = /** @type {HTMLButtonElement} */ (
    el(`button.${look}`, { type: "button", disabled: answers.has(name), onclick: ask }, icon("users"), label)
  );

  async function ask() {
    button.disabled = true;
    const { body, refused } = await sendRequest(`${circle}friends/${encodeURIComponent(name)}/`, "PUT");
    if (refused) {
      button.disabled = false;
      label.textContent = refused.message;
    } else {
      const said = fill(body.friend ? gettext("%(name)s is your friend") : gettext("%(name)s is asked"), {
        name,
      });
      answers.set(name, said);
      label.textContent = said;
    }
  }

  return button;
}
