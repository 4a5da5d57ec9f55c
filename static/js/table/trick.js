// The cards on the cloth: they fly in from their seats, the best is marked, the winner sweeps them up.

import { inviteTo, labelCloth, sweepCards } from "./cloth.js";
import { cardFace } from "./deck.js";
import { el, find, setAttribute } from "./dom.js";

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
      cardFace(card, game.cardName(card)),
    );
    cards.set(seat, node);
    root.append(node);
    relabel();
    return node;
  }

  /** Animate a card from `from`, its rectangle in the hand, or else from its seat. */
  function fly(seat, card, from) {
    const node = lay(seat, card);
    if (from) {
      const to = node.getBoundingClientRect();
      node.style.setProperty("--fx", `${from.left + from.width / 2 - to.left - to.width / 2}px`);
      node.style.setProperty("--fy", `${from.top + from.height / 2 - to.top - to.height / 2}px`);
      node.style.setProperty("--fs", String(from.width / (to.width || from.width)));
      node.classList.add("own");
    }
    node.classList.add("flying");
  }

  /** Show the whole trick, and mark the card of the seat that takes it. */
  function mark(trick, winner) {
    trick.cards.forEach((card, i) => {
      const seat = trick.seats[i];
      if (cards.get(seat)?.dataset.card !== card) lay(seat, card);
    });
    const best = cards.get(winner);
    best.dataset.word = gettext("takes");
    best.classList.add("win");
  }

  const gather = (winner) => sweepCards(cards.values(), cards.get(winner) ?? root);

  /** End the running animations: put every card where it belongs. */
  function finish() {
    for (const node of cards.values()) node.classList.remove("flying", "own");
  }

  function clear() {
    for (const node of cards.values()) node.remove();
    cards.clear();
    relabel();
  }

  /** Show exactly the cards of the view's trick, or of one that was `taken`, without animation. */
  function show(view, taken = null) {
    const trick = taken ?? view?.trick;
    const now = new Map((trick?.cards ?? []).map((card, i) => [trick.seats[i], card]));
    for (const [seat, node] of [...cards]) {
      if (now.get(seat) === node.dataset.card && !node.matches(".gathered, .win")) {
        setAttribute(node, "data-pos", names.position(seat));
        continue;
      }
      node.remove();
      cards.delete(seat);
    }
    for (const [seat, card] of now) if (!cards.has(seat)) lay(seat, card);
    for (const [i, seat] of [...now.keys()].entries()) setAttribute(cards.get(seat), "data-order", i + 1);
    relabel();
  }

  const invite = (isOn) => inviteTo(slot, isOn, store, game);

  function relabel() {
    labelCloth(
      root,
      [...cards.values()].map((node) => node.dataset.card),
      game,
    );
  }

  /** True if nobody has played in the deal of this view. */
  const isFresh = ({ tricks, trick }) => tricks.length === 0 && trick.cards.length === 0;

  relabel();
  return { fly, mark, gather, finish, clear, show, invite, isFresh };
}
