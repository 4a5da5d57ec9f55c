// The window for what the game asks before a card is played. It has a row of its own, so that it covers no
// seat.

import { find, setAttribute } from "./dom.js";
import { makeWays } from "./ways.js";

const CHOICE = "ways ";

/**
 * `give(command)` sends a command and resolves to its refusal, which has been shown already, or null. `tools`
 * are for the prompt: `say`, `sound`, `explain`, `redraw` for the hand, `leave` to give up the focus.
 */
export function makePrompt({ store, game, give, tools }) {
  const root = find(".prompt");
  let key = "";
  /** @type {Asking | null} */
  let current = null;
  /** @type {{ ways: Sent[], legal: string, onChoose: (command: Sent) => void } | null} */
  let choice = null; // the ways to play a card, until one is chosen or something else happens

  /**
   * Draw the prompt, anew only if something else is asked: what was chosen stays chosen, and keeps the focus.
   */
  function render(isOn = true) {
    const fresh = isOn && store.view ? question() : "";
    if (key === fresh) return void current?.update?.();
    key = fresh;
    const hadFocus = root.contains(document.activeElement);
    current?.close?.();
    if (choice && !fresh.startsWith(CHOICE)) choice = null;
    current = choice ? ask(choice) : fresh ? game.prompt(store, give, tools) : null;
    root.replaceChildren(...(current ? [current.node] : []));
    setAttribute(root, "hidden", current === null);
    if (hadFocus) tools.leave();
  }

  const ask = ({ ways, onChoose }) =>
    makeWays(ways, {
      game,
      say: tools.say,
      onChoose(command) {
        back();
        if (command) onChoose(command);
      },
    });

  /** Ask in which of these ways a card is played. */
  function choose(ways, onChoose) {
    choice = { ways, onChoose, legal: JSON.stringify(store.legal) };
    render();
    current?.begin?.();
  }

  /** Close the choice between ways to play a card; return false if none was open. */
  function back() {
    if (!choice) return false;
    choice = null;
    render();
    tools.leave();
    return true;
  }

  /** A key that identifies the question: that of the game, or else one that changes every turn. */
  function question() {
    if (choice?.legal === JSON.stringify(store.legal)) return CHOICE + JSON.stringify(choice.ways);
    const asked = game.asks(store) ?? (store.myTurn && JSON.stringify(store.legal));
    return asked ? `${store.match} ${store.view.deal} ${asked}` : "";
  }

  return {
    render,
    choose,
    back,
    press: (pressed) => current?.press(pressed) ?? false,
    isOpen: () => current !== null,
    /** `{has, bars, take}`, each for a card, if the prompt asks for cards of the hand; otherwise null. */
    picks: () => current?.picks ?? null,
  };
}
