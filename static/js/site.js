// On every page: the theme, menus, toasts that disappear, buttons that wait for an answer, strips of links,
// the service worker.

import { token } from "./csrf.js";
import { SITE_PATH, storeCookie, SUFFIX } from "./site-path.js";
import { followPreference, setPreference } from "./table/prefs.js";

const root = document.documentElement;
const night = matchMedia("(prefers-color-scheme: dark)");

const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : night.matches);

function paintThemeButtons() {
  for (const button of document.querySelectorAll("[data-theme-toggle]")) {
    const use = button.querySelector("use");
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, isDark() ? "#sun" : "#moon"));
    button.setAttribute("aria-label", isDark() ? button.dataset.toLight : button.dataset.toDark);
    button.removeAttribute("data-waits");
  }
}

function changeTheme() {
  setPreference("theme", isDark() ? "light" : "dark");
}

function showTheme(theme) {
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  else delete root.dataset.theme;
  for (const meta of document.querySelectorAll("meta[data-of]")) {
    meta.media = root.dataset.theme
      ? meta.dataset.of === theme
        ? "all"
        : "print"
      : `(prefers-color-scheme: ${meta.dataset.of})`;
  }
  paintThemeButtons();
}

function closeMenus(except) {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (menu !== except) menu.open = false;
}

// A form is not sent again before its answer has come.
function waitForAnswer(event) {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.target === "_blank") return freshenToken(form); // the answer is another page, and this one goes on
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  freshenToken(form);
  event.submitter?.setAttribute("aria-busy", "true");
}

// Signing in, as a guest too, renews the token; a page in another tab still holds the old one.
function freshenToken(form) {
  const newest = token();
  const field = form.elements.csrfmiddlewaretoken;
  if (newest && field) field.value = newest;
}

function stopWaiting() {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const button of document.querySelectorAll('button[aria-busy="true"]'))
    button.removeAttribute("aria-busy");
}

const TOAST_MS = 8000;
const LATER_MS = 3000; // when the page is there, and nobody waits for it

// In a strip of links that is wider than the window, centre the link of this page.
const inSight = new ResizeObserver((strips) => {
  for (const { target } of strips) {
    const here = target.querySelector("[aria-current]");
    target.scrollLeft =
      here.getBoundingClientRect().left -
      target.getBoundingClientRect().left +
      target.scrollLeft -
      (target.clientWidth - here.offsetWidth) / 2;
  }
});
for (const strip of document.querySelectorAll(".toc ol, nav.tabs"))
  if (strip.querySelector("[aria-current]")) inSight.observe(strip);

// The server learns the device's time zone from a cookie, unless another was chosen, which has a mark. A page with
// times that was made for another zone is loaded again; any other has time, as a browser takes long to find the name
// of its zone, which a page does not look for again while the time is that of the cookie's.
const here = -new Date().getTimezoneOffset();
const hasMoved = Number(root.dataset.offset ?? here) !== here;
const isOfElsewhere = hasMoved && document.querySelector("main :is(time, [type=datetime-local])") !== null;
const ZONE = `zona${SUFFIX}=`;
function tellZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const knowsZone = () =>
    document.cookie
      .split("; ")
      .some((each) => each === ZONE + timeZone || each.replace('"', "").startsWith(`${ZONE}!`));
  if (timeZone && !knowsZone()) {
    storeCookie("zona", timeZone);
    if (knowsZone() && isOfElsewhere && root.dataset.once === undefined) {
      history.replaceState({ isLoadedAgain: true }, "");
      location.reload();
    }
  }
}
if (history.state?.isLoadedAgain) {
  history.replaceState(null, "");
  document.getElementById(location.hash.slice(1))?.scrollIntoView(); // a page that is loaded again stays at its top
}
if (isOfElsewhere) tellZone();
else if (hasMoved || !document.cookie.includes(ZONE)) setTimeout(tellZone, LATER_MS);

// Open the fold into which the address leads; newer browsers have done so themselves.
function openFold() {
  const target = document.getElementById(location.hash.slice(1));
  const fold = target?.closest("details:not([open])");
  if (!fold) return;
  fold.open = true;
  target?.scrollIntoView();
}
openFold();
addEventListener("hashchange", openFold);

// A page that waits for the end of some work looks whether it has ended, ever more rarely, and is loaded again then.
const UNFINISHED = "data-unfinished";
const lookAgain = (pause) =>
  setTimeout(async () => {
    const text = document.hidden
      ? UNFINISHED
      : await fetch(location.href).then(
          (page) => page.text(),
          () => UNFINISHED,
        );
    if (text.includes(UNFINISHED)) lookAgain(pause * 1.3);
    else location.reload();
  }, pause);
if (document.querySelector(`[${UNFINISHED}]`)) lookAgain(3_000);

function revealPassword(button) {
  const id = button.getAttribute("aria-controls");
  const field = /** @type {HTMLInputElement} */ (document.getElementById(id));
  const isShown = field.type === "text";
  field.type = isShown ? "password" : "text";
  button.setAttribute("aria-pressed", !isShown);
}

document.addEventListener("click", (event) => {
  const target = /** @type {EventTarget} */ (event.target);
  const revealer = target.closest(".reveal");
  if (revealer) revealPassword(revealer);
  if (target.closest("[data-theme-toggle]")) changeTheme();
  closeMenus(target.closest("details.menu"));
});
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
document.addEventListener("submit", waitForAnswer);
// A table opens at once: to take the picture of the page before would only delay it.
addEventListener("pageswap", (/** @type {Sent} */ { activation, viewTransition }) => {
  const path = activation?.entry.url.slice(`${location.origin}${SITE_PATH}`.length) ?? "";
  if (/^tavol(o|i\/gioca)\//.test(path)) viewTransition?.skipTransition();
});
addEventListener("pageshow", stopWaiting);
night.addEventListener("change", paintThemeButtons);
followPreference("theme", showTheme);
for (const toast of document.querySelectorAll('.toasts .toast:not([data-level="error"])'))
  setTimeout(() => toast.remove(), TOAST_MS);

// What a page has kept for a session goes with it: signing in or out renews the token.
for (const key of Object.keys(sessionStorage))
  if (key.startsWith("ludopoli-session-") && JSON.parse(sessionStorage[key]).session !== token())
    sessionStorage.removeItem(key);

// The form is filled in; if it is in a dialog, open that.
document.querySelector("[popover]:has([data-refused], [aria-invalid=true])")?.showPopover();

// The service worker shows a page when offline; see static/js/worker.js. Browsers allow it on secure
// connections only. It is registered late, so that filling its cache does not slow down the page itself.
const register = () =>
  navigator.serviceWorker
    ?.register(`${SITE_PATH}sw.js`)
    .catch((error) => console.warn(`no worker: ${error.message}`));
const registerSoon = () => setTimeout(register, LATER_MS);
if (document.readyState === "complete") registerSoon();
else addEventListener("load", registerSoon);
