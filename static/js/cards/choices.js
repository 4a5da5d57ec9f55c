// Choices in words.

import { fill, listed } from "../table/dom.js";

/**
 * The cards of a choice, with those that they take, since one card may take this or that; "" if it has none. `nameOf`
 * is the `cardName` of the game or, inside a sentence, its `theCard`.
 */
export function choiceName({ card, cards = card ? [card] : [], take }, nameOf) {
  const played = listed(cards.map(nameOf));
  if (!take?.length) return played;
  return fill(gettext("%(card)s taking %(cards)s"), { card: played, cards: listed(take.map(nameOf)) });
}
