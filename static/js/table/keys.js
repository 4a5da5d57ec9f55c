// The whole table from the keyboard. Letters can be switched off (a speech-input user would trip over them).

import { find, isTyping } from "./dom.js";
import { prefs } from "./prefs.js";

export function listenToKeys({ hand, prompt, menus, summary, finale, actions }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (find("dialog[open]")) return;
    if (isTyping(event.target)) {
      if (event.key === "Escape") /** @type {EventTarget} */ (event.target).blur();
      return;
    }
    if (handle(event)) event.preventDefault();
  });

  function handle(event) {
    if (event.key === "Escape") return stepBack();
    if (event.key === "Enter" && !event.target.closest("a, button, select, summary"))
      return summary.isOpen() ? done(summary.close()) : finale.goOn();
    if (isInHandOrNowhere(event.target)) {
      if (event.key === "ArrowRight") return done(hand.move(1));
      if (event.key === "ArrowLeft") return done(hand.move(-1));
      if (event.key === "Home" || event.key === "End") return done(hand.ends(event.key === "End"));
    }
    if (!prefs.keys || event.key.length !== 1 || event.key === " ") return false;
    if (prompt.press(event.key)) return true;
    const action = actions[event.key.toUpperCase()];
    return action ? done(action()) : hand.jump(event.key.toUpperCase());
  }

  function stepBack() {
    if (summary.isOpen()) return done(summary.close());
    return menus.closeSheet() || prompt.back() || hand.lower();
  }
}

/** Return true, as the key was handled, whatever its action returned. */
const done = (_outcome) => true;

const isInHandOrNowhere = (target) =>
  target === document.body || (target.closest(".hand, .felt") !== null && target.type !== "radio");
