// The score sheet of a real table on a phone. What is written is first kept in the browser, and then sent, once
// there is a network. It has an id of its own, so that it is stored once however often it is sent.

const EVERY_MS = 8_000;
const REFUSED = [400, 404, 409];
const ID_BYTES = 12;

const page = /** @type {HTMLElement} */ (document.querySelector("[data-parts]"));
const note = /** @type {HTMLElement} */ (document.querySelector("[data-scores-note]"));
const key = `ludopoli-scores-${page.dataset.event}`;

/** @type {{ id: string, fields: [string, string][] }[]} */
const queue = JSON.parse(localStorage.getItem(key) ?? "[]");
let isSending = false;

function keep() {
  try {
    localStorage.setItem(key, JSON.stringify(queue));
  } catch {
    // without storage they are kept as long as the page
  }
}

function say(text = "") {
  note.textContent = text;
  note.hidden = !text;
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function send() {
  if (isSending || !queue.length) return;
  isSending = true;
  try {
    while (queue.length) await sendOne(queue[0]);
  } catch {
    say(note.dataset.waiting);
  }
  isSending = false;
}

/** Throws if the server has to be asked again later. */
async function sendOne({ id, fields }) {
  const body = new URLSearchParams(fields);
  body.set("sent_as", id);
  const answer = await fetch(location.pathname, {
    method: "POST",
    headers: { Accept: "application/json", "X-CSRFToken": token() },
    body,
  });
  if (!answer.ok && !REFUSED.includes(answer.status)) throw new Error(String(answer.status));
  const { message } = await answer.json();
  queue.shift();
  keep();
  if (answer.ok) showAgain();
  say(answer.ok ? note.dataset.written : `${message} ${numbers(fields)}`);
}

const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";

/** The scores that were refused, row by row. */
function numbers(fields) {
  const rows = Map.groupBy(
    fields.filter(([name, value]) => name.startsWith("score-") && value),
    ([name]) => name.split("-")[1],
  );
  return [...rows.values()].map((row) => row.map(([, value]) => value).join("–")).join(", ");
}

/** Let the page show what is stored: it leaves fields alone in which something else is written. */
function showAgain() {
  for (const field of page.querySelectorAll("input")) field.defaultValue = field.value;
}

page.addEventListener("submit", (event) => {
  event.preventDefault();
  const sent = new FormData(/** @type {HTMLFormElement} */ (event.target));
  sent.delete("csrfmiddlewaretoken");
  queue.push({ id: newId(), fields: [...sent].map(([name, value]) => [name, String(value)]) });
  keep();
  send();
});
addEventListener("online", send);
setInterval(send, EVERY_MS);
send();
