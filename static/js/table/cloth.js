// What a trick and open cards share: the label of the cloth, the place for the player's card, the sweep.

import { invitation } from "../cards/turn.js";
import { el, setHidden, listed, renewChildren, setAttribute } from "./dom.js";

export function labelCloth(root, cards, { cardName }) {
  const there = [...cards].map(cardName);
  setAttribute(
    root,
    "aria-label",
    there.length ? `${gettext("On the table:")} ${listed(there)}` : gettext("No cards on the table"),
  );
}

/** If `isOn`, show the empty place for the player's card, with the rule that it must follow; else hide it. */
export function inviteTo(slot, isOn, store, game) {
  setHidden(slot, !isOn || !store.legal.some((command) => command.do === "play"));
  if (!slot.hidden)
    renewChildren(slot, ...invitation(store, game).flatMap((line, i) => (i ? [el("br"), line] : [line])));
}

/** Sweep cards up to where a node lies. */
export function sweepCards(nodes, goal) {
  const style = getComputedStyle(goal);
  for (const node of nodes) {
    node.style.setProperty("--wx", style.getPropertyValue("--vx"));
    node.style.setProperty("--wy", style.getPropertyValue("--vy"));
    node.classList.remove("flying", "own");
    node.classList.add("gathered");
  }
}
