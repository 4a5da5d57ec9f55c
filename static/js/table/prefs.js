// The preferences of this reader: with an account they are kept on the server, for every device; otherwise in
// this browser. Names, values and defaults are those of `ludopoli/accounts/preferences.py`, and come with the
// page.

import { token } from "../csrf.js";
import { SITE_PATH, storeCookie } from "../site-path.js";

const KEY = "ludopoli.table";
const ADDRESS = `${SITE_PATH}api/v1/me/settings/`;
/** @type {Record<string, number>} */
const SPEEDS = { fast: 0.5, normal: 1, slow: 1.6, still: 0 };
const still = matchMedia("(prefers-reduced-motion: reduce)");

const changed = new EventTarget();
const sent = JSON.parse(document.getElementById("preferences")?.textContent ?? '{"values": {}}');
/** @type {(name: string) => boolean} */
const isKept = (name) => sent.account && name in sent.values;

export const prefs = { muted: [], dialect: true, ...sent.values, ...here() };
prefs.contrast ??= matchMedia("(prefers-contrast: more)").matches;
let brought = sent.fresh ? chosenHere() : null; // preferences being copied from this browser to the account
if (brought) handOver();

/**
 * The preferences kept in this browser; with an account only those that the account does not keep, or all of
 * them if the account is new.
 */
function here() {
  const known = stored();
  return sent.fresh ? known : Object.fromEntries(Object.entries(known).filter(([name]) => !isKept(name)));
}

function stored() {
  try {
    return {
      ...(localStorage.theme && { theme: localStorage.theme }),
      ...JSON.parse(localStorage.getItem(KEY) ?? "{}"),
    };
  } catch {
    return {};
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function store(name, value) {
  if (name === "deck") storeCookie("deck", String(value)); // its drawing is preloaded
  try {
    if (name === "theme") localStorage.theme = value;
    else
      localStorage.setItem(
        KEY,
        JSON.stringify({ ...JSON.parse(localStorage.getItem(KEY) ?? "{}"), [name]: value }),
      );
  } catch {
    // without storage the preference lasts as long as the page
  }
}

/** @param {object} values */
function send(values, { query = "", keepalive = true } = {}) {
  const newest = token() || document.querySelector("[name=csrfmiddlewaretoken]")?.value;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": newest ?? "" };
  return fetch(ADDRESS + query, { method: "PATCH", headers, body: JSON.stringify(values), keepalive }).catch(
    () => null,
  );
}

function chosenHere() {
  const differs = (/** @type {[string, unknown]} */ [name, value]) =>
    name in sent.values && JSON.stringify(value) !== JSON.stringify(sent.values[name]);
  const chosen = Object.entries(stored()).filter(differs);
  return chosen.length ? Object.fromEntries(chosen) : null;
}

/**
 * Copy the preferences of this browser to a new account, once. If the request is cut off, the next page
 * repeats it.
 */
async function handOver() {
  const answer = await send(brought ?? {}, { query: "?unless_chosen=true", keepalive: false });
  if (answer?.ok || answer?.status === 400) brought = null; // it would be refused again
}

/**
 * Send a choice, together with those still on their way: whichever request comes first, none is lost.
 * @param {string} name
 * @param {unknown} value
 */
function keep(name, value) {
  if (brought) brought[name] = value;
  send(brought ?? { [name]: value });
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function setPreference(name, value) {
  prefs[name] = value;
  if (isKept(name)) keep(name, value);
  else store(name, value);
  changed.dispatchEvent(new Event(name));
}

/**
 * Call `action` with the value now, and whenever it changes.
 * @param {string} name
 * @param {(value: Sent) => void} action
 */
export function followPreference(name, action) {
  changed.addEventListener(name, () => action(prefs[name]));
  action(prefs[name]);
}

/** The factor on the duration of every animation: 0 for none. */
export const speed = () => (still.matches ? 0 : (SPEEDS[prefs.speed] ?? 1));

const showSpeed = () => document.documentElement.style.setProperty("--speed", String(speed()));
followPreference("speed", showSpeed);
still.addEventListener("change", showSpeed);
