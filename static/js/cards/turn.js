// The player's turn, and the rule that binds it, in words. The server names the rule (`duty`), the page has
// the texts of the refusals; no rule is known here.

import { capital, fill, find } from "../table/dom.js";

const { duties } = JSON.parse(find("#words").textContent);

/**
 * The rule that binds this turn as a sentence; empty if none does.
 * @param {{ duty: Duty | null }} store
 * @param {Pick<CardNames, "theCard" | "suitName">} names
 */
export function dutySentence({ duty }, { theCard, suitName }) {
  if (!duty) return "";
  const { code, card, suit, ...values } = duty;
  const named = { ...values, card: card && theCard(card), suit: suit && suitName(suit) };
  return capital(fill(duties[code], named));
}

/**
 * The lines of text in the empty place for the player's card.
 * @type {(store: { duty: Duty | null }, game: TurnWords) => string[]}
 */
export const invitation = ({ duty }, game) =>
  (duty && game.dutyLines[duty.code]?.(duty, game)) ?? [gettext("your"), gettext("turn")];

/**
 * The announcement of the player's turn, for the voice.
 * @type {(store: { duty: Duty | null }, game: TurnWords) => string}
 */
export const turnSentence = (store, game) =>
  game.question(store) ?? [gettext("your turn"), dutySentence(store, game)].filter(Boolean).join(". ");
