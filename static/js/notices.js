// The bell: the number of unread notices, and a toast for a new one where the page has room for toasts. A
// toast replaces an older one with the same link. The page of a table shows none: only the bell and its dot
// change.

import { makePauses } from "./reconnecting.js";
import { openSocket } from "./site-path.js";

const LAST_RETRY_MS = 60_000;
const TOAST_MS = 8_000;
const SIGNED_OUT = [4401, 4403];

const bells = [...document.querySelectorAll("[data-bell]")];
const dots = [...document.querySelectorAll("[data-bell-dot]")];
const toasts = document.querySelector(".toasts");

/** @type {WebSocket | null} */
let socket = null;
const retries = makePauses(LAST_RETRY_MS);
let again = 0;

function paint({ n, shown, label }) {
  for (const bell of bells) {
    const count = bell.querySelector(".bell-count");
    bell.setAttribute("aria-label", label);
    count.textContent = shown;
    count.hidden = n === 0;
  }
  for (const dot of dots) dot.hidden = n === 0;
}

function ring() {
  for (const bell of bells) {
    bell.removeAttribute("data-rings");
    requestAnimationFrame(() => bell.setAttribute("data-rings", ""));
  }
}

function toast({ text, icon, url }) {
  const picture = bells[0].querySelector(".icon").cloneNode(true);
  const use = picture.querySelector("use");
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${icon}`));
  const link = document.createElement("a");
  link.href = url;
  link.textContent = text;
  for (const old of toasts.querySelectorAll("a")) if (old.href === link.href) old.closest(".toast").remove();
  const slip = document.createElement("p");
  slip.className = "toast";
  slip.append(picture, link);
  toasts.append(slip);
  const goes = () => (slip.matches(":hover, :focus-within") ? setTimeout(goes, TOAST_MS) : slip.remove());
  setTimeout(goes, TOAST_MS);
}

function hear({ data }) {
  const frame = JSON.parse(data);
  paint(frame);
  if (!frame.notice) return;
  ring();
  if (toasts) toast(frame.notice);
}

function connect() {
  clearTimeout(again);
  const line = openSocket("ws/notices/");
  socket = line;
  line.addEventListener("message", hear);
  line.addEventListener("open", retries.succeeded);
  line.addEventListener("close", ({ code }) => {
    if (socket !== line || SIGNED_OUT.includes(code)) return;
    again = setTimeout(connect, retries.after(code));
  });
}

if (bells.length) {
  connect();
  if (localStorage.getItem("ludopoli-push"))
    import("./push-renewal.js").then(({ renew }) => renew(bells[0].dataset.renew));
  // A page in the back/forward cache must not hold a socket.
  addEventListener("pagehide", () => {
    const line = socket;
    socket = null;
    line?.close();
    clearTimeout(again);
  });
  addEventListener("pageshow", (event) => event.persisted && connect());
}
