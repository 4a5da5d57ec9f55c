// What is particular to Terzetto: its cards, the call, the lines of its score.

import { el, fill, find } from "../table/dom.js";

const words = JSON.parse(find("#words").textContent); // `page` of the texts
const order = Object.keys(words.cards);

/** The cards that may be called, each a button. */
function prompt(store, give) {
  const calls = store.legal.filter((command) => command.do === "call");
  if (!calls.length) return null;
  const buttons = calls.map((command) =>
    el("button.btn", { type: "button", onclick: () => give(command) }, words.cards[command.card]),
  );
  return {
    node: el("div.slip", {}, el("p", {}, words.call), el("div.row.g-1", {}, ...buttons)),
    press: () => false,
  };
}

export default {
  deck: "italian40",
  cardName: (card) => words.cards[card],
  sorted: (cards) => [...cards].sort((a, b) => order.indexOf(a) - order.indexOf(b)),
  question: ({ view }) => (view.phase === "call" ? words.call : null),
  prompt,
  describe: ({ kind, seat, card }, names) =>
    kind === "called"
      ? { voice: fill(words.called, { name: names.name(seat), card: words.cards[card] }) }
      : null,
  changes: {
    dealt: (view) => Object.assign(view, { phase: "call", called: null }),
    called: (view, { card }) => Object.assign(view, { phase: "play", called: card }),
  },
  summaryRows: (line) => [[words.tricks, line.scores]],
  keys: () => [],
};
