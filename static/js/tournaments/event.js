// The page of an event keeps itself up to date: its socket says that something is newer, the page fetches its
// parts and changes what differs. Without a socket it asks every 15 seconds.

import { morph } from "./morph.js";
import { count, localise } from "./times.js";

const POLL_MS = 15_000;
const CALM_MS = 250; // several changes at once are one fetch
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

const page = document.querySelector("[data-parts]");
const note = document.querySelector("[data-event-note]");

let socket = null;
let retry = FIRST_RETRY_MS;
let pending = 0;
let heard = null; // the revision that the server has spoken of
let isStale = false;

async function refresh() {
  if (document.hidden) return void (isStale = true);
  isStale = false;
  try {
    const answer = await fetch(page.dataset.parts, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    tell("");
  } catch {
    tell(note?.dataset.lost ?? "");
  }
}

function show(fresh) {
  localise(fresh);
  count(fresh);
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const here = page.querySelector(`[data-part="${part.dataset.part}"]`);
    if (here && !isBeingWritten(here)) morph(here, part);
  }
  page.dispatchEvent(new CustomEvent("shown"));
}

/** A part in which the reader writes something waits until he is done. */
const isBeingWritten = (part) => [...part.querySelectorAll("input:not([type=hidden]), textarea, select")].some((field) => field === document.activeElement || field.value !== (field.defaultValue ?? field.value));

function tell(text) {
  if (note && note.textContent !== text) note.textContent = text;
}

function soon() {
  clearTimeout(pending);
  pending = setTimeout(refresh, CALM_MS * (1 + Math.random()));
}

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/event/${page.dataset.event}/`);
  socket.addEventListener("open", () => (retry = FIRST_RETRY_MS));
  socket.addEventListener("message", ({ data }) => {
    const { t, revision } = JSON.parse(data);
    if (t !== "changed" || revision === heard) return;
    heard = revision;
    if (revision !== Number(page.dataset.revision)) soon();
  });
  socket.addEventListener("close", () => {
    socket = null;
    setTimeout(connect, retry * (0.75 + Math.random() / 2));
    retry = Math.min(retry * 2, LAST_RETRY_MS);
  });
}

if (page) {
  connect();
  setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) refresh();
  }, POLL_MS);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && isStale) soon();
  });
}
