// The score sheet of a real table on a phone. What is written is first kept in the browser, and then sent, once
// there is a network. So is the sheet, for when the page is loaded again without network (kept_sheet.js).

import { token } from "../csrf.js";
import { eventHere, keepSheet, keepUnsent, unsent } from "./kept_scores.js";
import { filledIn, scoresIn } from "./unsent_forms.js";

const EVERY_MS = 8_000;
const REFUSED = [400, 404, 409];
const REFUSED_AS = "not_your_table"; // a status of 403 alone may also be the end of a session

const page = /** @type {HTMLElement} */ (document.querySelector("[data-parts]"));
const note = /** @type {HTMLElement} */ (document.querySelector("[data-scores-note]"));
const event = eventHere();
const queue = unsent(event);
let isSending = false;
let refusals = []; // since the reader has written last

function say(text = "") {
  note.textContent = text;
  note.hidden = !text;
}

async function send() {
  if (isSending || !queue.length) return;
  isSending = true;
  try {
    while (queue.length) await sendOne(queue[0]);
  } catch {
    say([...refusals, note.dataset.waiting].join(" "));
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
  const { code, message } = await answer.json();
  const isOver = answer.ok || REFUSED.includes(answer.status) || code === REFUSED_AS;
  if (!isOver) throw new Error(String(answer.status));
  queue.shift();
  keepUnsent(event, queue);
  if (answer.ok) showAgain();
  else refusals.push(`${message} ${scoresIn(fields)}`);
  say(refusals.join(" ") || note.dataset.written);
}

/** Let the page show what is stored: it leaves fields alone in which something else is written. */
function showAgain() {
  for (const field of page.querySelectorAll("input")) field.defaultValue = field.value;
}

/** Keep the sheet as it stands here, without the names of the others. */
function keep() {
  const columns = [...page.querySelectorAll(".score-sheet thead th")].slice(1, -1);
  const rows = [...page.querySelectorAll(".score-sheet tbody tr")].map((row) => {
    const cells = [...row.querySelectorAll("td")].slice(0, -1);
    return {
      number: /** @type {HTMLElement} */ (row).dataset.row ?? "",
      head: row.querySelector("th")?.textContent?.trim() ?? "",
      title: /** @type {HTMLElement} */ (row).dataset.title ?? "",
      values: cells.map((cell) => cell.querySelector("input")?.value ?? cell.textContent?.trim() ?? ""),
      writes: cells.some((cell) => cell.querySelector("input")),
    };
  });
  const { own, others, deal, write, waiting, kept } = note.dataset;
  keepSheet(event, {
    lang: document.documentElement.lang,
    name: page.querySelector("h1")?.textContent ?? "",
    heading: page.querySelector("h2")?.textContent?.trim() ?? "",
    table: page.querySelector("[name=table]")?.value ?? "",
    entry: page.querySelector("[name=entry]")?.value ?? "",
    brokenOff: page.querySelector("[type=checkbox][name=broken_off]")?.closest("label")?.textContent?.trim(),
    own: columns.findIndex((column) => column.classList.contains("own")),
    rows,
    texts: { own, others, deal, write, waiting, kept },
  });
}

page.addEventListener("submit", (submitted) => {
  submitted.preventDefault();
  refusals = [];
  queue.push(filledIn(/** @type {HTMLFormElement} */ (submitted.target)));
  keepUnsent(event, queue);
  send();
});
page.addEventListener("input", keep);
new MutationObserver(keep).observe(page, { childList: true, subtree: true });
addEventListener("online", send);
setInterval(send, EVERY_MS);
keep();
send();
