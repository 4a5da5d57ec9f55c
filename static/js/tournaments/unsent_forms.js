// Forms that were filled in and not sent yet. Each gets an id of its own, so that it is carried out once however
// often it is sent.

const ID_BYTES = 12;

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * What a form sends, with its id.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [submitter]
 * @returns {{ id: string, fields: [string, string][] }}
 */
export function filledIn(form, submitter) {
  const sent = new FormData(form, submitter);
  sent.delete("csrfmiddlewaretoken");
  return { id: newId(), fields: [...sent].map(([name, value]) => [name, String(value)]) };
}

/**
 * The scores in these fields, row by row: "20–11, 18–13".
 *
 * @param {[string, string][]} fields
 */
export function scoresIn(fields) {
  /** @type {Record<string, string[]>} */
  const rows = {};
  for (const [name, value] of fields) {
    const [kind, row] = name.split("-");
    if (kind === "score" && value) rows[row] = [...(rows[row] ?? []), value];
  }
  return Object.values(rows)
    .map((row) => row.join("–"))
    .join(", ");
}
