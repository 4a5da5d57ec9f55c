// The hooks that a table and a replay call in a game's module, with their defaults. A game must have
// `cardName(card)`, by default also the card's name inside a sentence (`theCard`), and `sorted(cards, view)`; `store` has the view, the legal commands and the duty.

import { fill, listed } from "../table/dom.js";

const nothing = () => null;
const none = () => [];

const hooks = {
  suitName: (suit) => suit,
  isMeant: (key, card) => card.includes(key), // (key, card, view): whether a key means the card
  keys: none, // the keys of this game for the help
  actions: {}, // what other keys do
  sounds: {}, // the game's own sounds by name
  windowName: "", // of `Game.window`

  // one's turn
  question: nothing, // (store): the question of a turn, if it is not for a card
  // by the code of a duty: the lines in the empty place for the player's card
  dutyLines: {
    must_follow_suit: ({ suit }, { suitName }) => [
      gettext("follow"),
      fill(gettext("with %(suit)s"), { suit: suitName(suit) }),
    ],
  },
  hint: nothing, // (store): further text beside the hand
  // a question before a card is played: a word that identifies it, and an element, kept while the word is the same
  asks: nothing, // (store)
  prompt: nothing, // (store, give, tools)
  // the question where a card can be played in several ways, and the name of each
  waysTitle: () => gettext("What do you take?"),
  wayName: ({ take = [] }, { cardName }) => listed(take.map(cardName)) || gettext("nothing"),
  slips: none, // (store, give, tools): other possible actions
  extras: nothing, // (card): fields that are sent with a card
  saidName: ({ signal }) => signal, // the name of the words beside a card, as fields of its command
  look: nothing, // (card): called when the player looks at a card
  mark: nothing, // (card, view): what is special about a card of the hand, {is, label}

  // whether a seat alone is on turn
  isOnTurn: (view, seat) => view.to_act.includes(seat),

  // what happens
  changes: {}, // by kind of event: its changes to the view
  pauses: {}, // by kind: how long its text is shown, in ms, or a function of the event
  // the cards of the hand that are dealt later in a deal
  dealtMore: ({ more, hand = [] }) => (more ? hand.slice(-more) : null),
  describe: nothing, // (event, names, view): the text of an event of this game
  said: none, // (view): the words of this deal so far
  opened: (event) => event, // (event, own): as a viewer of the hand sees it
  laidAway: none, // (own): the cards of an open hand that were put aside

  // on the cloth and around it
  area: null, // makes the place where cards lie; by default the trick
  tags: none, // (view, seat, names): the tags on the plate of a seat
  about: null, // (view, seat): its description
  hasPiles: true, // whether the plate has a pile of the side's tricks
  pileName: (count) => ngettext("trick", "tricks", count),
  lastTaken: ({ tricks }) => tricks && (tricks.at(-1) ?? null), // {cards, winner}, for a trick also its seats
  lastTitle: "", // the title of the panel of the last cards taken, in a game without tricks
  upcard: nothing, // (view): a card turned up beside the play
  notice: nothing, // (view, names): what everybody should see for a moment
  recap: nothing, // (view, names): the state of the deal in words
  dealNote: null, // (view): a note about the deal

  // the score
  dealScore: (line) => line.scores,
  countsBy: 1, // the step in which the points of a deal are counted up
  amount: nothing, // (points): as text
  sheetNote: nothing, // (view)
  dealTitle: (deal) => fill(gettext("Deal %(n)s"), { n: deal + 1 }),
  sheetRows: (line, deal, { dealTitle, dealScore }) => [[dealTitle(deal), dealScore(line)]],
  result: nothing, // (event, names): the result of a deal in a sentence, above its rows
  // `summaryRows(line)`, which a game must have: the rows of a deal's result, [title, by side]
  summary: null, // (event, names): the result of a deal in words
  board: null, // (view, names): another score board
  bar: null, // (view, names): another line of the score
  parts: nothing, // (view): the components of the score at the end
  payment: nothing, // (view, side)
  totalLabel: () => gettext("Total"),

  // the review
  commandName: ({ do: verb }) => verb, // of a command without cards
  missed: nothing, // (missed): words that a player missed
};

export async function loadGame(name) {
  const { default: own } = await import(`../games/${name}.js`);
  return { ...hooks, theCard: own.cardName, ...own, dutyLines: { ...hooks.dutyLines, ...own.dutyLines } };
}
