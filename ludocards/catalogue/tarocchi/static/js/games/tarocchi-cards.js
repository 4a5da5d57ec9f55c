// The deck of Tarocchi: names, suits, the order of a hand, and the words that the server has sent.

import { fill, figure, find, listed } from "../table/dom.js";

export const words = JSON.parse(find("#words").textContent);

const SUITS = ["O", "C", "S", "B"];
export const TRUMPS = "T";
export const FUGGITIVO = "F";

export const suitNames = { O: "oro", C: "coppe", S: "spade", B: "bastoni" };

const isTrump = (card) => card.startsWith(TRUMPS);
const suitOf = (card) => (isTrump(card) ? TRUMPS : card.slice(-1)); // the Fuggitivo is a suit of its own
const rankOf = (card) => (isTrump(card) ? card.slice(1) : card.slice(0, -1));
export const suitName = (suit) => (suit === TRUMPS ? "trionfi" : suitNames[suit]);
export const cardName = (card) => words.cards[card];
/** A card inside a sentence: trumps are called by their number, without an article. */
export const theCard = (card) =>
  isTrump(card) ? cardName(card) : fill(gettext("the %(card)s"), { card: cardName(card) });
export const cardNames = (cards) => listed(cards.map(cardName));
export const pointsOf = (n) => fill(ngettext("%(n)s point", "%(n)s points", Math.abs(n)), { n: figure(n) });

/** Sort a hand: the trumps, the Fuggitivo, then suit by suit, each from the strongest. */
export function sorted(cards) {
  const place = (card) => {
    if (card === FUGGITIVO) return 100;
    if (isTrump(card)) return 50 - Number(rankOf(card));
    return 200 + SUITS.indexOf(suitOf(card)) * words.ranks.length + words.ranks.indexOf(rankOf(card));
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

/**
 * True if a key (upper case) means this card: a digit its number, R Q D a figure, another letter its suit.
 */
export function isMeant(key, card) {
  if ([FUGGITIVO, TRUMPS, ...SUITS].includes(key)) return suitOf(card) === key;
  return rankOf(card) === (key === "0" ? "10" : key);
}
