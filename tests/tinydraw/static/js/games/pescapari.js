// What is particular to Pescapari: the names and the order of its cards, what was taken last, the lines of its score.

import { find } from "../table/dom.js";
import { makeOpenCards } from "../table/opencards.js";

const words = JSON.parse(find("#words").textContent); // `page` of the texts
const order = Object.keys(words.cards);

export default {
  area: makeOpenCards,
  cardName: (card) => words.cards[card],
  sorted: (cards) => [...cards].sort((a, b) => order.indexOf(a) - order.indexOf(b)),
  changes: {
    dealt: (view, { table, stock }) => table && Object.assign(view, { table, stock, captured: null }),
    captured: (view, { seat, cards }) => Object.assign(view, { captured: { winner: seat, cards } }),
  },
  lastTaken: ({ captured }) => captured,
  lastTitle: words.last,
  pileName: () => words.taken.toLocaleLowerCase(),
  summaryRows: (line) => [[words.taken, line.scores]],
  keys: () => [
    ["A 2 … 7, F C R", words.ranks],
    ["B C D S", words.suits],
  ],
};
