// The page of an event keeps itself up to date: its socket announces a new revision and whom it concerns. The
// page then fetches the changes in the common parts, and the reader's own part if they are concerned. Without
// a socket it polls every 15 seconds. The content of a fold is fetched when it is opened.
//
// The directors' console has one address for all of its parts.

import { makePauses } from "../reconnecting.js";
import { openSocket } from "../site-path.js";
import { morphPart } from "./morph.js";
import { sayMine } from "./nonces.js";
import { searchEntries } from "./search.js";
import { countDown, localiseTimes } from "./times.js";

const POLL_MS = 15_000;
const CALM_MS = 250; // changes closer together than this share one fetch
const LAST_RETRY_MS = 30_000;

const page = document.querySelector("[data-parts]");
const note = document.querySelector("[data-event-note]");
const directors = document.querySelector("[data-directors]");

/** @type {WebSocket | null} */
let socket = null;
const retries = makePauses(LAST_RETRY_MS);
let pending = 0;
let heard = Number(page?.dataset.revision); // the latest revision announced
let isConcerned = false;
let isStale = false;

const isHeard = () => socket?.readyState === WebSocket.OPEN;
const reader = () => page.querySelector('[data-part="reader"]')?.dataset ?? {};

async function refresh() {
  if (document.hidden) {
    isStale = true;
    return;
  }
  const isOwn = isConcerned || page.querySelector("details[data-own][open]") !== null;
  isStale = isConcerned = false;
  try {
    const { common } = reader();
    const address = isOwn || !common ? page.dataset.parts : common;
    const since = common ? `&da=${page.dataset.version}&fino=${isHeard() ? heard : ""}` : "";
    const fresh = await fetched(address + since);
    if (fresh) showNewer(fresh); // otherwise the page is up to date
    showNote("");
  } catch {
    isConcerned ||= isOwn;
    showNote(note?.dataset.lost ?? "");
  }
}

function showNewer(fresh) {
  show(fresh);
  const newer = fresh.querySelector("[data-version]");
  if (!newer) return;
  page.dataset.version = newer.dataset.version;
  if (!page.querySelector("[data-same]")) return;
  page.dataset.version = ""; // placeholders are left of rows that the page lacks: fetch all of them
  for (const row of page.querySelectorAll("[data-same]")) row.remove();
  soon();
}

async function fetched(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.status === 204 ? null : new DOMParser().parseFromString(await answer.text(), "text/html");
}

function show(fresh) {
  localiseTimes(fresh);
  countDown(fresh);
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const here = page.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!here || isBeingWritten(here)) continue;
    morphPart(here, part);
    for (const fold of here.querySelectorAll("details[data-load][open]")) unfold(fold);
  }
  markOwn();
  page.dispatchEvent(new CustomEvent("shown"));
}

/** Mark the reader's own lines. */
function markOwn() {
  const { me } = reader();
  const { myTable } = page.querySelector("[data-my-table]")?.dataset ?? {};
  const own = new Set(
    page.querySelectorAll(
      [me && `[data-entry="${me}"]`, myTable && `[data-table="${myTable}"]`].filter(Boolean).join() || "none",
    ),
  );
  for (const line of page.querySelectorAll("[data-entry], [data-table]"))
    line.classList.toggle("me", own.has(line));
}

/** Fetch the content of a fold from its own page, of which `solo` asks for the content only. */
async function unfold(fold) {
  const address = new URL(fold.dataset.load, location.href);
  const fresh = await fetched(`${address.pathname}?solo=1`).catch(() => null);
  if (!fresh) return; // the link to it stays
  localiseTimes(fresh);
  const found = address.hash ? fresh.querySelector(`${address.hash} ul`) : fresh.body;
  if (!found) return;
  const [summary] = fold.children;
  fold.replaceChildren(summary, ...(address.hash ? [found] : found.childNodes));
  fold.dataset.unfolded = "";
  sayMine(fold);
  markOwn();
  page.dispatchEvent(new CustomEvent("shown"));
}

/**
 * True if a change may concern the reader's own part; null concerns everybody. A reader with an entry but no
 * seat at its table is concerned by each change.
 */
function isMine(concerned) {
  const { me, unseated } = reader();
  return concerned === null || unseated !== undefined || concerned.includes(Number(me));
}

/** True while the reader writes something in this part: it waits until they are done. */
const isBeingWritten = (part) =>
  part.querySelector("[data-refused], [aria-invalid=true]") ||
  [...part.querySelectorAll("input:not([type=hidden], [data-search]), textarea, select")].some(
    (field) => field === document.activeElement || field.value !== (field.defaultValue ?? field.value),
  );

function showNote(text) {
  if (note && note.textContent !== text) note.textContent = text;
}

/** Name the other directors who have the console open. */
function showDirectors(names) {
  directors.hidden = !names.length;
  directors.querySelector("b").textContent = new Intl.ListFormat(document.documentElement.lang).format(names);
}

function soon() {
  clearTimeout(pending);
  pending = setTimeout(refresh, CALM_MS * (1 + Math.random()));
}

function connect() {
  socket = openSocket(`ws/event/${page.dataset.event}/${directors ? "console/" : ""}`);
  socket.addEventListener("open", retries.succeeded);
  socket.addEventListener("message", ({ data }) => {
    const { t, revision, concerned, names } = JSON.parse(data);
    if (t === "directors") showDirectors(names);
    if (t !== "changed" || revision === heard) return;
    isConcerned ||= revision !== heard + 1 || isMine(concerned);
    heard = revision;
    soon();
  });
  socket.addEventListener("close", ({ code }) => {
    socket = null;
    if (directors) showDirectors([]);
    setTimeout(connect, retries.after(code));
  });
}

if (page) {
  connect();
  searchEntries(page);
  const unfolds = ({ target }) => {
    if (!target.open) return;
    if (target.matches("details[data-load]")) unfold(target);
    if (target.matches("details[data-own]")) refresh(); // it also changes without concerning the reader
  };
  page.addEventListener("toggle", unfolds, true); // it does not bubble
  setInterval(() => {
    if (isHeard()) return;
    isConcerned = true;
    refresh();
  }, POLL_MS);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && isStale) soon();
  });
}
