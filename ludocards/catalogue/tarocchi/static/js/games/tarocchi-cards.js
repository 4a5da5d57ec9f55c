// The deck of Tarocchi: names of cards and suits, the order of a hand; and the texts that the page has from the server.

import { fill, figure, find, listed } from "../table/dom.js";

/** What `page_words` of the game's `texts.py` returns. */
export const pageWords = JSON.parse(find("#words").textContent);

export const SUITS = ["O", "C", "S", "B"];
export const TRUMPS = "T";
export const FUGGITIVO = "F";

const isTrump = (card) => card.startsWith(TRUMPS);
const suitOf = (card) => (isTrump(card) ? TRUMPS : card.slice(-1)); // the Fuggitivo is a suit of its own
const rankOf = (card) => (isTrump(card) ? card.slice(1) : card.slice(0, -1));
export const suitName = (suit) => pageWords.suits[suit];
export const cardName = (card) => pageWords.cards[card];
/** A card inside a sentence, with its article. */
export const theCard = (card) => pageWords.theCards[card];
export const cardNames = (cards) => listed(cards.map(cardName));
export const pointsText = (n) => fill(ngettext("%(n)s point", "%(n)s points", Math.abs(n)), { n: figure(n) });

/** The cards of a hand in order: trumps, Fuggitivo, then suit by suit, each from the strongest card. */
export function sorted(cards) {
  const order = (card) => {
    if (card === FUGGITIVO) return 100;
    if (isTrump(card)) return 50 - Number(rankOf(card));
    return 200 + SUITS.indexOf(suitOf(card)) * pageWords.ranks.length + pageWords.ranks.indexOf(rankOf(card));
  };
  return [...cards].sort((a, b) => order(a) - order(b));
}

/**
 * True if a key (in upper case) selects this card. A digit selects by the number (0 for the 10), R, Q and D by the
 * court card, any other letter by the suit.
 */
export function isMeant(key, card) {
  if ([FUGGITIVO, TRUMPS, ...SUITS].includes(key)) return suitOf(card) === key;
  return rankOf(card) === (key === "0" ? "10" : key);
}
