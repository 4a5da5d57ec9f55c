// What the game asks before a card is played: a window in a row of its own, so that it covers no seat.

import { find, set } from "./dom.js";

/** `give(command)` sends a command and resolves with its refusal, told already, or null. */
export function makePrompt({ store, game, give, onClosed }) {
  const root = find(".prompt");
  let key = "";
  let current = null;

  /** Made anew only when something else is asked: what was chosen stays chosen, and keeps the focus. */
  function render() {
    const fresh = store.view && store.myTurn ? `${store.match} ${store.view.deal} ${JSON.stringify(store.legal)}` : "";
    if (key === fresh) return;
    key = fresh;
    const hadFocus = root.contains(document.activeElement);
    current = (fresh && game.prompt?.(store, give)) || null;
    root.replaceChildren(...(current ? [current.node] : []));
    set(root, "hidden", current === null);
    if (hadFocus) onClosed();
  }

  return { render, press: (pressed) => current?.press(pressed) ?? false, isOpen: () => current !== null };
}
