// The hooks that a table and a replay call in a game's module, with their defaults (docs/add-a-game.md).

import { fill, listed } from "../table/dom.js";

const nothing = () => null;
const none = () => [];

const hooks = {
  suitName: (suit) => suit,
  isMeant: (key, card) => card.includes(key),
  keys: none,
  actions: {},
  sounds: {},
  windowName: "", // of `Game.window`

  // one's turn
  question: nothing,
  dutyLines: {
    must_follow_suit: ({ suit }, { suitName }) => [
      gettext("follow"),
      fill(gettext("with %(suit)s"), { suit: suitName(suit) }),
    ],
  },
  hint: nothing,
  asks: nothing,
  prompt: nothing,
  waysTitle: () => gettext("What do you take?"),
  wayName: ({ take = [] }, { cardName }) => listed(take.map(cardName)) || gettext("nothing"),
  slips: none,
  extras: nothing,
  saidName: ({ signal }) => signal, // the name of the words beside a card, as fields of its command
  look: nothing,
  mark: nothing,

  isOnTurn: (view, seat) => view.to_act.includes(seat),

  // what happens
  changes: {},
  pauses: {},
  dealtMore: ({ more, hand = [] }) => (more ? hand.slice(-more) : null),
  describe: nothing,
  said: none,
  opened: (event) => event,
  laidAway: none,

  // on the cloth and around it
  area: null, // makes the place where cards lie; by default the trick
  tags: none,
  about: null,
  hasPiles: true,
  pileName: (count) => ngettext("trick", "tricks", count),
  lastTaken: ({ tricks }) => tricks && (tricks.at(-1) ?? null), // {cards, winner}, for a trick also its seats
  lastTitle: "",
  upcard: nothing,
  notice: nothing,
  recap: nothing,
  dealNote: null,

  // the score
  dealScore: (line) => line.scores,
  countsBy: 1,
  amount: nothing,
  sheetNote: nothing,
  sheetRows: (line, deal, { dealScore }) => [[fill(gettext("Deal %(n)s"), { n: deal + 1 }), dealScore(line)]],
  summary: null,
  board: null,
  bar: null,
  parts: nothing,
  payment: nothing,
  totalLabel: () => gettext("Total"),

  // the review
  commandName: ({ do: verb }) => verb,
  missed: nothing,
};

export async function loadGame(name) {
  const { default: own } = await import(`../games/${name}.js`);
  return { ...hooks, ...own, dutyLines: { ...hooks.dutyLines, ...own.dutyLines } };
}
