// The cards that lie open on the cloth, in rows, in a game without tricks. Like the trick (trick.js) this is
// an `area` of the table; `table` in the view lists the cards.

import { inviteTo, labelCloth, sweepCards } from "./cloth.js";
import { cardFace } from "./deck.js";
import { el, find } from "./dom.js";

const COLUMNS = 6;
const FEW = 4; // columns of a table on a phone, for two rows of larger cards
const phone = matchMedia("(max-width: 30rem)");
const inTurn = (cards) => cards;

/** `ordered(cards)` returns the cards as they lie, by default in the order in which they came. */
export function makeOpenCards({ store, game, names, ordered = inTurn }) {
  const root = find(".trick");
  const slot = el("span.tslot", { hidden: true });
  const cards = new Map(); // card → span
  root.append(slot);
  root.classList.add("open-cards");

  function lay(card) {
    const node = el("span.tcard", { "data-card": card }, cardFace(card, game.cardName(card)));
    cards.set(card, node);
    root.append(node);
    arrange();
    return node;
  }

  /** Lay everything in rows around the middle; the place for the player's card comes last. */
  function arrange() {
    const order = ordered([...cards.keys()]);
    const nodes = [...order.map((card) => cards.get(card)), ...(slot.hidden ? [] : [slot])];
    const isFew = phone.matches && nodes.length <= 2 * FEW && root.closest(".room");
    const rows = Math.max(1, Math.ceil(nodes.length / (isFew ? FEW : COLUMNS)));
    const columns = Math.ceil(nodes.length / rows);
    nodes.forEach((node, i) => {
      const row = Math.floor(i / columns);
      const inRow = Math.min(columns, nodes.length - row * columns);
      node.style.setProperty("--place", i - (nodes.length - 1) / 2);
      node.style.setProperty("--vx", 1.1 * ((i % columns) - (inRow - 1) / 2));
      node.style.setProperty("--vy", 2 * (row - (rows - 1) / 2));
    });
    root.style.setProperty("--columns", columns);
    root.style.setProperty("--tiers", rows);
    root.style.setProperty("--total", nodes.length);
    labelCloth(root, order, game);
  }

  /** Animate a card from `from`, its rectangle in the hand, or else from its seat. */
  function fly(seat, card, from) {
    for (const [each, { classList }] of [...cards]) if (classList.contains("win")) drop(each); // taken before
    const node = cards.get(card) ?? lay(card);
    const start = from ?? placeOf(seat)?.getBoundingClientRect();
    if (!start) return;
    const to = node.getBoundingClientRect();
    node.style.setProperty("--fx", `${start.left + start.width / 2 - to.left - to.width / 2}px`);
    node.style.setProperty("--fy", `${start.top + start.height / 2 - to.top - to.height / 2}px`);
    node.style.setProperty("--fs", from ? from.width / (to.width || from.width) : 1);
    node.classList.add("flying", "own");
  }

  const placeOf = (seat) =>
    document.querySelector(`:is(.seat, .open-hand)[data-pos="${names.position(seat)}"]`);

  /** Mark the cards that are taken. */
  function mark({ cards: taken }) {
    for (const card of taken) (cards.get(card) ?? lay(card)).classList.add("win");
  }

  const gather = (seat) => sweepCards(root.querySelectorAll(".win"), placeOf(seat) ?? root);

  /** End the running animations: put every card where it belongs, and remove those taken. */
  function finish() {
    for (const [card, node] of [...cards]) {
      node.classList.remove("flying", "own");
      if (node.matches(".gathered")) drop(card);
    }
    arrange();
  }

  function drop(card) {
    cards.get(card).remove();
    cards.delete(card);
  }

  function clear() {
    for (const card of [...cards.keys()]) drop(card);
    arrange();
  }

  /** Show exactly the cards of the view, without animation. */
  function show(view) {
    const now = view?.table ?? [];
    for (const [card, node] of [...cards])
      if (!now.includes(card) || node.matches(".gathered, .win")) drop(card);
    for (const card of now) if (!cards.has(card)) lay(card);
    arrange();
  }

  /** Show the empty place for the player's card if `isOn`, and hide it otherwise. */
  function invite(isOn) {
    inviteTo(slot, isOn, store, game);
    arrange();
  }

  /** True if nobody has played in the deal of this view. */
  const isFresh = (view) =>
    view.counts.every((count) => count === view.counts[0]) && !view.taken.some(Boolean);

  arrange();
  return { fly, mark, gather, finish, clear, show, invite, isFresh };
}
