// The cards on the cloth: they fly in from their seats, the best is marked, the winner sweeps them up.

import { invitation } from "../cards/turn.js";
import { face } from "./deck.js";
import { el, find, hide, listed, renew, set } from "./dom.js";

export function makeTrick({ store, game, names }) {
  const root = find(".trick");
  const slot = el("span.tslot", { "data-pos": 0, hidden: true });
  root.append(slot);
  const cards = new Map(); // seat → span

  function lay(seat, card) {
    cards.get(seat)?.remove();
    const node = el(
      "span.tcard",
      { "data-pos": names.position(seat), "data-card": card },
      face(card, game.cardName(card)),
    );
    cards.set(seat, node);
    root.append(node);
    label();
    return node;
  }

  /** A card comes from its seat, or from where it was in the hand: `from` is that rectangle. */
  function fly(seat, card, from) {
    const node = lay(seat, card);
    if (from) {
      const to = node.getBoundingClientRect();
      node.style.setProperty("--fx", `${from.left + from.width / 2 - to.left - to.width / 2}px`);
      node.style.setProperty("--fy", `${from.top + from.height / 2 - to.top - to.height / 2}px`);
      node.style.setProperty("--fs", from.width / (to.width || from.width));
      node.classList.add("own");
    }
    node.classList.add("flying");
  }

  /** The whole trick lies there, and this seat takes it. */
  function mark(trick, winner) {
    trick.cards.forEach((card, i) => {
      const seat = (trick.leader + i) % store.table.players;
      if (cards.get(seat)?.dataset.card !== card) lay(seat, card);
    });
    const best = cards.get(winner);
    best.dataset.word = gettext("takes");
    best.classList.add("win");
  }

  function gather(winner) {
    const goal = getComputedStyle(cards.get(winner) ?? root);
    for (const node of cards.values()) {
      node.style.setProperty("--wx", goal.getPropertyValue("--vx"));
      node.style.setProperty("--wy", goal.getPropertyValue("--vy"));
      node.classList.remove("flying");
      node.classList.add("gathered");
    }
  }

  /** The movements under way are over: everything lies where it belongs. */
  function finish() {
    for (const node of cards.values()) node.classList.remove("flying", "own");
  }

  function clear() {
    for (const node of cards.values()) node.remove();
    cards.clear();
    label();
  }

  /** Exactly the cards of the view's trick, or of one that was `taken`, lie there, without a movement. */
  function show(view, taken = null) {
    const trick = taken ?? view?.trick;
    const now = new Map(
      (trick?.cards ?? []).map((card, i) => [(trick.leader + i) % store.table.players, card]),
    );
    for (const [seat, node] of [...cards]) {
      if (now.get(seat) === node.dataset.card && !node.matches(".gathered, .win")) {
        set(node, "data-pos", names.position(seat));
        continue;
      }
      node.remove();
      cards.delete(seat);
    }
    for (const [seat, card] of now) if (!cards.has(seat)) lay(seat, card);
    label();
  }

  /** Where one's own card will lie, with what is expected of it, if it `isOn`. */
  function invite(isOn) {
    hide(slot, !isOn || !store.legal.some((command) => command.do === "play"));
    if (!slot.hidden)
      renew(slot, ...invitation(store, game).flatMap((line, i) => (i ? [el("br"), line] : [line])));
  }

  function label() {
    const there = [...cards.values()].map((node) => game.cardName(node.dataset.card));
    set(
      root,
      "aria-label",
      there.length ? `${gettext("On the table:")} ${listed(there)}` : gettext("No cards on the table"),
    );
  }

  /** The view is of a deal in which nobody has played. */
  const isFresh = ({ tricks, trick }) => tricks.length === 0 && trick.cards.length === 0;

  label();
  return { fly, mark, gather, finish, clear, show, invite, isFresh };
}
