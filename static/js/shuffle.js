// This browser's part in the shuffle: a random number for each match or tournament. It keeps the number, and
// the commitment that the number answered, to check later that the number was used. See docs/record.md.

const KEPT = "shuffles";
const MOST = 60; // matches and tournaments that are remembered
const NEXT = "next"; // key of a number that was sent before its match was known
const FRESH_MS = 3_000_000; // how long the ticket of a page is used: less than it is valid (TICKET_HOLDS)

/** Return 32 random bytes, in hex, kept under the id of a match with the commitment that they answer. */
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

/**
 * Return `{commitment, nonce}` as kept for a match, or null. One kept before its match was known must be in
 * `nonces`.
 */
export function answeredNonce(match, nonces) {
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
    // Without storage the number is used all the same, but this page cannot check it.
  }
}

/**
 * Add a number to a form that takes a seat or enters a tournament. A form that starts a match needs the
 * commitment first: it came with the page, or is fetched now.
 */
async function bringNonce(event) {
  const form = event.target;
  const kind = form.dataset?.shuffle;
  if (!kind || form.elements.nonce) return;
  if (kind === "sit") return add(form, { nonce: fresh("") });
  if (kind === "enter") return add(form, { nonce: answerTo(form.dataset.match, form.dataset.commitment) });
  if (hasTicket(form)) return add(form, { nonce: fresh(form.dataset.commitment) });
  form.elements.ticket?.remove();
  event.preventDefault();
  const promised = await ask(form.dataset.promise);
  add(form, promised ? { ticket: promised.ticket, nonce: fresh(promised.commitment) } : { nonce: "" });
  form.requestSubmit(event.submitter);
}

/** Return whether the page came with a ticket that is neither too old nor used, as that of a page gone back to. */
function hasTicket({ dataset, elements }) {
  const isFresh = Date.now() - performance.timeOrigin < FRESH_MS;
  return elements.ticket && isFresh && read()[NEXT]?.commitment !== dataset.commitment;
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
    return null; // without a commitment the match begins all the same
  }
}

document.addEventListener("submit", bringNonce, { capture: true });
// On a page from the back/forward cache, the next match needs another number.
addEventListener("pageshow", (event) => {
  if (event.persisted)
    for (const field of document.querySelectorAll("form[data-shuffle] :is([name=nonce], [name=ticket])"))
      field.remove();
});
