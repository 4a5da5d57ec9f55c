// What is particular to Tre prese: the names and the order of its cards, and the lines of its score.

import { find } from "../table/dom.js";

const words = JSON.parse(find("#words").textContent); // `page` of the texts
const order = Object.keys(words.cards); // by suit, the strongest first

export default {
  cardName: (card) => words.cards[card],
  suitName: (suit) => words.suits[suit],
  sorted: (cards) => [...cards].sort((a, b) => order.indexOf(a) - order.indexOf(b)),
  summaryRows: (line) => [[words.tricks, line.scores]],
  keys: () => [
    ["A 2 … 7, F C R", words.ranks],
    ["B C D S", Object.values(words.suits).join(", ")],
  ],
};
