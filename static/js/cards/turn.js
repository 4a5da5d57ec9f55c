// Whose turn it is, and what binds it, in words. The server says which rule does (`duty`), the page has the texts, those
// of the refusals; no rule is known here.

import { fill, find } from "../table/dom.js";

const { duties } = JSON.parse(find("#words").textContent);

/** The rule that binds this turn; empty where none does. */
export function dutySentence({ duty }, { cardName, suitName }) {
  if (!duty) return "";
  const { code, card, suit, ...values } = duty;
  return fill(duties[code], { ...values, card: card && cardName(card), suit: suit && suitName(suit) });
}

/** The words in the empty place of one's own card, in lines. */
export const invitation = ({ duty }, game) =>
  game.dutyLines[duty?.code]?.(duty, game) ?? [gettext("your"), gettext("turn")];

/** The same for the voice. */
export const turnSentence = (store, game) =>
  game.question(store) ?? [gettext("your turn"), dutySentence(store, game)].filter(Boolean).join(". ");
