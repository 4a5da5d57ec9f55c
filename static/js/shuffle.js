// What this browser adds to the cards: a random number for each match or tournament, which it keeps, so that it can
// say later whether the number is in the cards, and the promise that it was an answer to. See docs/record.md.

const KEPT = "shuffles";
const MOST = 60; // matches and tournaments that are remembered
const NEXT = "next"; // sent before it was known for which match

/** A number of 32 random bytes, kept under the id of a match with the commitment that it answers. */
export function answerTo(match, commitment) {
  const kept = read();
  const known = kept[match];
  if (known?.commitment === commitment) return known.nonce;
  const nonce = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  write({ ...kept, [match]: { commitment, nonce } });
  return nonce;
}

/** The number sent for a match, `{commitment, nonce}`; the nonce alone if it was sent from the list of tables. */
export function answered(match, nonces) {
  const kept = read();
  const known = kept[match] ?? kept[NEXT];
  return known && (kept[match] || nonces.includes(known.nonce)) ? known : null;
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

function write(kept) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(Object.entries(kept).slice(-MOST))));
  } catch {
    // Without storage the number is in the cards all the same; only this page cannot say so.
  }
}

/** A form that sits down, or enters a tournament, sends a number along; one that opens a match at once asks for its
 * promise first. */
async function bringNonce(event) {
  const form = event.target;
  const kind = form.dataset?.shuffle;
  if (!kind || form.elements.nonce) return;
  if (kind === "sit") return add(form, { nonce: fresh("") });
  if (kind === "enter") return add(form, { nonce: answerTo(form.dataset.match, form.dataset.commitment) });
  event.preventDefault();
  const promised = await ask(form.dataset.promise);
  add(form, promised ? { ticket: promised.ticket, nonce: fresh(promised.commitment) } : { nonce: "" });
  form.requestSubmit(event.submitter);
}

function fresh(commitment) {
  const kept = read();
  delete kept[NEXT];
  write(kept);
  return answerTo(NEXT, commitment);
}

function add(form, fields) {
  for (const [name, value] of Object.entries(fields)) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    form.append(field);
  }
}

async function ask(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // without a promise the match begins all the same
  }
}

document.addEventListener("submit", bringNonce, { capture: true });
// Back on a page that the browser has kept: the next match wants another number.
addEventListener("pageshow", (event) => {
  if (event.persisted)
    for (const field of document.querySelectorAll("form[data-shuffle] :is([name=nonce], [name=ticket])"))
      field.remove();
});
