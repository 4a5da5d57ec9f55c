// Choices in words.

import { fill, listed } from "../table/dom.js";

/**
 * The cards of a choice by name, with those that they take, since one card may take this or that; "" if it has
 * none.
 */
export function choiceName({ card, cards = card ? [card] : [], take }, { cardName }) {
  const played = listed(cards.map(cardName));
  if (!take?.length) return played;
  return fill(gettext("%(card)s taking %(cards)s"), { card: played, cards: take.map(cardName).join(" + ") });
}
