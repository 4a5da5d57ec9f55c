// The script of pages with the live list of tables. The socket is told what the page shows, and sends what changes;
// without a socket the page polls every 15 seconds and keeps reconnecting. A page hidden for a while disconnects,
// because everybody who has opened or touched it lately is shown to the others as being here.

import "./site.js";
import "./shuffle.js";
import { listenToCopying } from "./copying.js";
import { linesOf, showLines, statesOf } from "./live-lists.js";
import { followPreset } from "./presets.js";
import { reportTouches } from "./presence.js";
import { makePauses } from "./reconnecting.js";
import { openSocket } from "./site-path.js";
import "./table/choices.js";

const POLL_MS = 15_000;
const AWAY_MS = 60_000;
const LAST_RETRY_MS = 30_000;
const LINES_AHEAD = 2;

const place = document.querySelector("[data-live]");
const around = document.querySelector("[data-around]");
const counts = document.querySelector("[data-counts]");
const note = document.querySelector("[data-live-note]");
const calm = note?.textContent;

/** @type {WebSocket | null} */
let socket = null;
const retries = makePauses(LAST_RETRY_MS);
let retrying = 0;
let isAway = false;
let isOpened = false; // the server knows that somebody has opened the page
let leaving = 0;

async function poll() {
  if (document.hidden) return;
  try {
    const answer = await fetch(place.dataset.live, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    showLines(place, "tables", linesOf(place, "tables", page.body, page.body.querySelectorAll(".empty")));
    const people = page.querySelector("[data-around]");
    if (around && people)
      showLines(around, "people", linesOf(around, "people", people, people.querySelectorAll(":scope > p")));
    showCounts(page.querySelector("[data-counts]")?.textContent);
    showNote(calm);
  } catch {
    showNote(note?.dataset.lost);
  }
}

function showCounts(text) {
  if (counts && text && counts.textContent !== text) counts.textContent = text;
}

function showNote(text) {
  if (note && text && note.textContent !== text) note.textContent = text;
}

const hearers = {
  tables: (frame) => showLines(place, "tables", frame),
  people: (frame) => around && showLines(around, "people", frame),
  counts: ({ text }) => showCounts(text),
};

function connect() {
  const line = openSocket(`ws/lobby/${new URL(place.dataset.live, location.href).search}`);
  socket = line;
  socket.addEventListener("open", () => {
    retries.succeeded();
    send({ t: "have", tables: statesOf(place, "tables"), people: around && statesOf(around, "people") });
    if (!isOpened && !document.hidden) isOpened = send({ t: "touched" });
    showNote(calm);
  });
  socket.addEventListener("message", ({ data }) => {
    const frame = JSON.parse(data);
    hearers[frame.t]?.(frame);
  });
  socket.addEventListener("close", ({ code }) => {
    if (socket !== line) return; // another one has taken its place
    socket = null;
    if (!isAway) retrying = setTimeout(connect, retries.after(code));
  });
}

function send(frame) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(frame));
  return true;
}

function hangUp() {
  isAway = true;
  clearTimeout(retrying);
  socket?.close();
  socket = null;
}

function leaveSoon() {
  leaving = setTimeout(hangUp, AWAY_MS);
}

function showCopying(isCopied, link) {
  if (isCopied) link.querySelector("span").textContent = link.dataset.done;
  else link.hidden = true;
}

// Preload what every table needs once this page is there, a few files at a time and the largest first: what is still on
// its way when the table comes is lost. Once a game is asked for, no more of them and nothing of this page is loaded.
const ahead = document.querySelector("template[data-ahead]")?.content;
function preloadNext() {
  const link = ahead.querySelector("link");
  if (!link) return;
  link.onload = link.onerror = preloadNext;
  document.head.append(link);
}
function leaveLineFree({ submitter, defaultPrevented }) {
  if (submitter?.name !== "game" || defaultPrevented) return; // it waits for the promise of the shuffle
  ahead.replaceChildren();
  if (document.readyState !== "complete") stop();
}
if (ahead && !navigator.connection?.saveData) {
  addEventListener("load", () => {
    for (let line = 0; line < LINES_AHEAD; line += 1) preloadNext();
  });
  addEventListener("submit", leaveLineFree, { capture: true });
}

// Back from the match that begins here, the page shows its top, where the table waits.
document.addEventListener("submit", (/** @type {Sent} */ { target }) => {
  if (target.dataset.shuffle) history.scrollRestoration = "manual";
});

if (place) {
  connect();
  reportTouches(send);
  if (document.hidden) leaveSoon();
  setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) poll();
  }, POLL_MS);
  document.addEventListener("visibilitychange", () => {
    clearTimeout(leaving);
    if (document.hidden) leaveSoon();
    else if (isAway) {
      isAway = false;
      connect();
    }
  });
}
const opener = document.getElementById("apri");
if (opener) {
  followPreset(opener);
  listenToCopying(opener, showCopying);
  const named =
    new URLSearchParams(location.search).has("casa") && opener.querySelector("[data-name]:checked");
  if (named) named.closest("label").scrollIntoView({ block: "center" });
}
