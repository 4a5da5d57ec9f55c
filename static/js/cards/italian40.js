// The forty Italian cards, in all games that are played with them: their names, the order of a hand, their keys.

import { fill, listed } from "../table/dom.js";

export const SUITS = ["B", "C", "D", "S"];
export const suitNames = {
  B: gettext("batons"),
  C: gettext("cups"),
  D: gettext("coins"),
  S: gettext("swords"),
};

const DIGITS = { 1: "A", 8: "F", 9: "C", 0: "R" };
const RANKS = "A234567FCR";

const rankNames = () => ({
  A: gettext("Ace"),
  2: gettext("Two"),
  3: gettext("Three"),
  4: gettext("Four"),
  5: gettext("Five"),
  6: gettext("Six"),
  7: gettext("Seven"),
  F: gettext("Jack"),
  C: gettext("Knight"),
  R: gettext("King"),
});

/** The names in the middle of a sentence. */
const theRankNames = () => ({
  A: gettext("the ace"),
  2: gettext("the two"),
  3: gettext("the three"),
  4: gettext("the four"),
  5: gettext("the five"),
  6: gettext("the six"),
  7: gettext("the seven"),
  F: gettext("the jack"),
  C: gettext("the knight"),
  R: gettext("the king"),
});

const rankOf = (card) => card[0];
export const suitOf = (card) => card[1];
const named = (ranks) => (card) =>
  fill(gettext("%(rank)s of %(suit)s"), { rank: ranks()[rankOf(card)], suit: suitNames[suitOf(card)] });
/** A card by itself, "Ace of batons", and inside a sentence, "the ace of batons". */
export const cardName = named(rankNames);
export const theCard = named(theRankNames);

/** Return a function that sorts a hand by suit, the trumps last; `ranks` are from the strongest. */
export function makeSorter(ranks) {
  return (cards, view) => {
    const suits = [...SUITS.filter((suit) => suit !== view?.trump), view?.trump];
    const place = (card) => suits.indexOf(suitOf(card)) * ranks.length + ranks.indexOf(rankOf(card));
    return [...cards].sort((a, b) => place(a) - place(b));
  };
}

/** True if a key (upper case) means this card: a digit or a figure its rank, a letter its suit. */
export function isMeant(key, card) {
  const rank = DIGITS[key] ?? key;
  if (SUITS.includes(key)) return suitOf(card) === key;
  return RANKS.includes(rank) && rank !== "A" ? rankOf(card) === rank : key === "1" && rankOf(card) === "A";
}

/** The keys of the cards, for the help. */
export const cardKeys = () => [
  ["1 … 7", gettext("Ace to Seven")],
  ["8 9 0, F R", listed(["F", "C", "R"].map((rank) => rankNames()[rank]))],
  ["B C D S", Object.values(suitNames).join(", ")],
];
