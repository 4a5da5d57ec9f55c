// Hints for a newcomer's first tricks, each shown once when it is needed: how to play a card, which may be
// played, who took the trick and why, what counts, and in some games one thing more about that. A hint goes when the reader plays on, or turns the
// hints off.

import { el, find, setHidden, icon, setAttribute } from "./dom.js";
import { setPreference, prefs } from "./prefs.js";

const FIRST = "raise"; // the hint without which no card is played

/** `hint(text)` shows a text beside the hand. */
export function makeLessons({ store, lastTrick, hint, say }) {
  const root = find(".lesson");
  const felt = find(".felt");
  const isTouched = matchMedia("(pointer: coarse)").matches;
  let current = null; // the name of the hint that is shown
  let held = 0; // the number of cards in hand when it was shown

  const rule = (name) => find(`[data-hint="${name}"]`)?.textContent ?? "";

  const plays = () => store.legal.filter((command) => command.do === "play").length;

  /** The number of tricks so far; without tricks the largest pile separates one capture from more. */
  const taken = () => store.view.tricks?.length ?? Math.max(...store.view.taken) - 1;

  /** The text of each hint, or a falsy value until its time has come; in this order, one a turn. */
  const lessons = {
    raise: () =>
      !prefs.one_tap &&
      (isTouched
        ? gettext("Tap a card to lift it; tap it again to play it.")
        : gettext("Choose a card to lift it; choose it again to play it.")),
    follow: () => plays() < store.view.hand.length && rule("follow"),
    takes: () => taken() > 0 && rule("takes") && `${lastTrick.story()}. ${rule("takes")}`,
    points: () => taken() > 1 && rule("points"),
    detail: () => taken() > 2 && rule("detail"),
  };

  /** Show the first hint that this reader does not know yet, on their turn. */
  function teach() {
    if (!store.seated || !plays()) return;
    const next = Object.keys(lessons).find((name) => !prefs.learned.includes(name) && lessons[name]());
    if (next) show(next, lessons[next]());
  }

  function show(name, text) {
    [current, held] = [name, store.view.hand.length];
    root.replaceChildren(
      icon("info"),
      el("p", {}, text),
      el(
        "button.btn.ghost",
        {
          type: "button",
          "aria-label": gettext("Got it: close this tip"),
          onclick: () => learn(name),
        },
        gettext("Got it"),
      ),
      el(
        "button.btn.ghost",
        {
          type: "button",
          onclick: () => learn(...Object.keys(lessons)),
        },
        gettext("No more tips"),
      ),
    );
    setHidden(root, false);
    const words = find("p", root);
    if (words.scrollHeight > words.clientHeight) words.tabIndex = 0; // on low phones a long one scrolls
    const isSeen = root.checkVisibility();
    if (isSeen || name === FIRST) say(text);
    if (isSeen) return;
    putAway(); // its place is taken: it waits for another turn
    if (name !== FIRST) return;
    current = name;
    hint(text);
  }

  function learn(...names) {
    setPreference("learned", [...new Set([...prefs.learned, ...names])]);
    putAway();
  }

  function putAway() {
    current = null;
    setHidden(root, true);
  }

  /** Playing a card counts as having learned the hint. */
  function render() {
    if (current && (!plays() || store.view.hand.length < held)) learn(current);
  }

  /** Keep the place of a hint free while some are to come; before a deal, so that no card moves. */
  function reserve() {
    const isToCome = (name) => (name === "raise" ? !prefs.one_tap : rule(name));
    setAttribute(
      felt,
      "data-hints",
      store.seated && Object.keys(lessons).some((name) => !prefs.learned.includes(name) && isToCome(name)),
    );
  }

  reserve();
  return { teach, render, reserve };
}
