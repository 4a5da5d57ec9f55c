// What is particular to Tre prese: the names and the order of its cards, and the lines of its score.

import { fill, find } from "../table/dom.js";

const words = JSON.parse(find("#words").textContent); // `page` of the texts
const order = Object.keys(words.cards); // by suit, the strongest first

export default {
  deck: "italian40",
  cardName: (card) => words.cards[card],
  sorted: (cards) => [...cards].sort((a, b) => order.indexOf(a) - order.indexOf(b)),
  isMeant: (key, card) => card.includes(key),
  invitation: () => [gettext("your"), gettext("turn")],
  turnSentence: () => gettext("your turn"),
  slips: () => [],
  tell: () => null,
  dealScore: (line) => line.scores,
  sheetRows: (line, deal) => [[fill(gettext("Deal %(n)s"), { n: deal + 1 }), line.scores]],
  summaryRows: (line) => [[words.tricks, line.scores]],
  totalLabel: () => gettext("Total"),
  keys: () => [
    ["A 2 … 7, F C R", words.ranks],
    ["B C D S", words.suits],
  ],
};
