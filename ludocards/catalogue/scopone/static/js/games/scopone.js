// What is particular to Scopone and Scopa: the open cards and what takes them, scope, and the points of a deal.

import { cardKeys, cardName, isMeant, sorter, suitNames } from "../cards/italian40.js";
import { el, fill, find } from "../table/dom.js";
import { makeOpenCards } from "../table/opencards.js";

const words = JSON.parse(find("#words").textContent);

const changes = {
  dealt(view, { table, stock }) {
    if (table) Object.assign(view, { table, stock, turns: [], scope: view.scope.map(() => 0), last: null });
  },
  captured(view, { seat, side, cards, scopa, rest }) {
    const card = rest ? null : cards.at(-1);
    const take = rest ? cards : cards.slice(0, -1);
    view.turns = [...view.turns, { seat, card, take, scopa }];
    view.last = seat;
    if (scopa) view.scope = view.scope.with(side, view.scope[side] + 1);
  },
};

/** The last capture of the deal, as its cards and the seat that has them. */
function lastTaken({ turns }) {
  const turn = turns.findLast(({ take }) => take.length);
  return turn ? { cards: turn.card ? [...turn.take, turn.card] : turn.take, winner: turn.seat } : null;
}

/** The announcements of an event: a scopa. */
const describe = ({ kind, seat, scopa }) =>
  kind === "captured" && scopa ? { seat, said: words.scopa, voice: words.scopa, key: `${seat} scopa` } : null;

/** The scope of the side of a seat in this deal. */
function tags(view, seat) {
  const count = view.scope[view.sides[seat]];
  return view.phase === "play" && count
    ? [el("span.tag.scope", {}, fill(ngettext("%(n)s scopa", "%(n)s scope", count), { n: count }))]
    : [];
}

/** What a deal has scored: for each point the side that has it. */
function summaryRows({ points, scored }) {
  if (!scored) return [[words.void, points.map(() => "–")]];
  const row = (value) => (Array.isArray(value) ? value : points.map((_, side) => (side === value ? 1 : "–")));
  return Object.entries(scored).map(([name, value]) => [words.scored[name], row(value)]);
}

export default {
  area: makeOpenCards,
  cardName,
  suitName: (suit) => suitNames[suit],
  sorted: sorter(words.ranks),
  isMeant,
  changes,
  describe,
  lastTaken,
  lastTitle: words.last,
  tags,
  pileName: () => words.taken.toLocaleLowerCase(),
  summaryRows,
  keys: cardKeys,
};
