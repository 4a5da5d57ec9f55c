// The deck of Whist: names of cards and suits, the order of a hand, the keys that mean a card.

import { asset, fill, find, svg } from "../table/dom.js";

const SUITS = ["S", "H", "C", "D"]; // black and red alternate
/** @type {string[]} */
export const RANKS = JSON.parse(find("#words").textContent).ranks; // from the strongest
/** @type {Record<string, string>} */
export const LETTERS = { P: "S", C: "H", D: "D", F: "C" };
/** @type {Record<string, string>} */
const DIGITS = { 1: "A", 0: "10", R: "K" };
/** @type {Record<string, string>} */
const PIPS = { S: "picche", H: "cuori", D: "quadri", C: "fiori" };
/** @type {Record<string, string>} */
export const suitNames = {
  S: gettext("spades"),
  H: gettext("hearts"),
  D: gettext("diamonds"),
  C: gettext("clubs"),
};
/** @type {() => Record<string, string>} */
export const rankNames = () => ({
  A: gettext("Ace"),
  2: gettext("Two"),
  3: gettext("Three"),
  4: gettext("Four"),
  5: gettext("Five"),
  6: gettext("Six"),
  7: gettext("Seven"),
  8: gettext("Eight"),
  9: gettext("Nine"),
  10: gettext("Ten"),
  J: gettext("Jack"),
  Q: gettext("Queen"),
  K: gettext("King"),
});

/**
 * The names in the middle of a sentence.
 * @type {() => Record<string, string>}
 */
const theRankNames = () => ({
  A: gettext("the ace"),
  2: gettext("the two"),
  3: gettext("the three"),
  4: gettext("the four"),
  5: gettext("the five"),
  6: gettext("the six"),
  7: gettext("the seven"),
  8: gettext("the eight"),
  9: gettext("the nine"),
  10: gettext("the ten"),
  J: gettext("the jack"),
  Q: gettext("the queen"),
  K: gettext("the king"),
});

/** @type {(card: string) => string} */
const rankOf = (card) => card.slice(0, -1);
/** @type {(card: string) => string} */
export const suitOf = (card) => card.slice(-1);
/** @type {(suit: string) => string} */
export const suitName = (suit) => suitNames[suit];
/** @type {(ranks: () => Record<string, string>) => (card: string) => string} */
const named = (ranks) => (card) =>
  fill(gettext("%(rank)s of %(suit)s"), { rank: ranks()[rankOf(card)], suit: suitNames[suitOf(card)] });
/** A card by itself, "Ace of spades", and inside a sentence, "the ace of spades". */
export const cardName = named(rankNames);
export const theCard = named(theRankNames);

/**
 * Sort by suit, the strongest first and the trumps last.
 * @param {string[]} cards
 * @param {{ trump: { suit: string } | null } | null} view
 */
export function sorted(cards, view) {
  const suits = [...SUITS.filter((suit) => suit !== view?.trump?.suit), view?.trump?.suit];
  const place = (/** @type {string} */ card) =>
    suits.indexOf(suitOf(card)) * RANKS.length + RANKS.indexOf(rankOf(card));
  return [...cards].sort((a, b) => place(a) - place(b));
}

/**
 * True if a key (upper case) means this card: a digit or a figure its rank, a letter its suit, T the trumps.
 * @param {string} key
 * @param {string} card
 * @param {{ trump: { suit: string } | null } | null} view
 */
export function isMeant(key, card, view) {
  if (key === "T") return suitOf(card) === view?.trump?.suit;
  if (key in LETTERS) return suitOf(card) === LETTERS[key];
  return rankOf(card) === (DIGITS[key] ?? key);
}

/** @type {(suit: string) => SVGElement} */
export const sign = (suit) =>
  svg(
    "icon sign",
    { "aria-hidden": "true", "data-suit": suit },
    `${asset("cards/pips.svg")}#pip-${PIPS[suit]}`,
  );
