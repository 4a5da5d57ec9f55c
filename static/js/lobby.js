// The script of pages with the live list of tables. The socket only says that something changed; the page
// then fetches the list. Without a socket it polls every 15 seconds and keeps reconnecting. A page hidden for a
// while disconnects, because everybody who has opened or touched it lately is shown to the others as being here.

import "./site.js";
import "./shuffle.js";
import { listenToCopying } from "./copying.js";
import { followPreset } from "./presets.js";
import { reportTouches } from "./presence.js";
import { makePauses } from "./reconnecting.js";
import { openSocket } from "./site-path.js";
import "./table/choices.js";

const POLL_MS = 15_000;
const SHARED_MS = 1_100; // a list may be read this long before it is fetched (SECONDS in listing.py), and a bit
const AWAY_MS = 60_000;
const LAST_RETRY_MS = 30_000;
const LINES_AHEAD = 2;

const places = [...document.querySelectorAll("[data-live]")];
const note = document.querySelector("[data-live-note]");
const calm = note?.textContent;

/** @type {WebSocket | null} */
let socket = null;
const retries = makePauses(LAST_RETRY_MS);
let retrying = 0;
let pending = 0;
let changed = 0; // when the latest change was announced
let spread = 900; // not all pages fetch at the same moment; the server names a longer time if there are many
let isAway = false;
let isOpened = false; // the server knows that somebody has opened the page
let isBehind = false; // changes may have been missed while the socket was lost
let leaving = 0;

async function refresh() {
  if (document.hidden) return;
  try {
    await Promise.all(places.map(refreshOne));
    showNote(calm);
  } catch {
    showNote(note?.dataset.lost);
  }
}

async function refreshOne(place) {
  const answer = await fetch(place.dataset.live, { headers: { Accept: "text/html" }, cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const counts = page.querySelector("[data-counts]");
  const shown = document.querySelector("[data-counts]");
  if (shown && counts && shown.textContent !== counts.textContent) shown.textContent = counts.textContent;
  const around = page.querySelector("[data-around]");
  const people = document.querySelector("[data-around]");
  if (people && around && picture(people) !== picture(around)) replaceKeepingFocus(people, around);
  const list = page.querySelector("ul.tables");
  const here = place.querySelector("ul.tables");
  if (list && here) reconcile(here, list);
  else if (list || here) place.replaceChildren(list ?? page.querySelector(".empty"));
}

// Tables on the page keep their place, new ones are appended, closed ones removed.
function reconcile(here, fresh) {
  const coming = new Map([...fresh.children].map((item) => [item.dataset.code, item]));
  for (const item of [...here.children]) {
    const newer = coming.get(item.dataset.code);
    coming.delete(item.dataset.code);
    if (!newer) item.remove();
    else if (picture(item) !== picture(newer)) replaceKeepingFocus(item, newer);
  }
  for (const item of coming.values()) {
    item.dataset.new = "";
    here.append(item);
  }
}

const picture = (item) => item.innerHTML.replace(/name="csrfmiddlewaretoken" value="[^"]*"/g, "");

function replaceKeepingFocus(item, newer) {
  const focused = item.contains(document.activeElement) ? document.activeElement : null;
  item.replaceWith(newer);
  if (!focused) return;
  const same = [...newer.querySelectorAll("a, button")].find(
    (each) => each.getAttribute("aria-label") === focused.getAttribute("aria-label"),
  );
  (same ?? newer.querySelector("a, button"))?.focus();
}

function showNote(text) {
  if (note && text && note.textContent !== text) note.textContent = text;
}

// Changes while a fetch is pending share it, unless the fetched list may be older than the last of them.
function soon() {
  changed = performance.now();
  if (!pending) pending = setTimeout(fetchSoon, SHARED_MS + Math.random() * spread);
}

function fetchSoon() {
  const left = changed + SHARED_MS - performance.now();
  pending = left > 0 ? setTimeout(fetchSoon, left + Math.random() * spread) : 0;
  refresh();
}

function connect() {
  const line = openSocket("ws/lobby/");
  socket = line;
  socket.addEventListener("open", () => {
    if (isBehind) soon();
    isBehind = false;
    retries.succeeded();
    if (!isOpened && !document.hidden) isOpened = send({ t: "touched" });
  });
  socket.addEventListener("message", ({ data }) => {
    spread = 1000 * (JSON.parse(data).within ?? 1);
    soon();
  });
  socket.addEventListener("close", ({ code }) => {
    if (socket !== line) return; // another one has taken its place
    socket = null;
    if (isAway) return;
    isBehind = true;
    retrying = setTimeout(connect, retries.after(code));
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

if (places.length) {
  connect();
  reportTouches(send);
  if (document.hidden) leaveSoon();
  setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) refresh();
  }, POLL_MS);
  document.addEventListener("visibilitychange", () => {
    clearTimeout(leaving);
    if (document.hidden) leaveSoon();
    else soon();
    if (!document.hidden && isAway) {
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
