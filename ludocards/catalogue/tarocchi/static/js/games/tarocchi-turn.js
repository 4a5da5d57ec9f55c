// The rules that bind a card played at Tarocchi, in words: the suit led, trumps, forced cards.

import { dutySentence } from "../cards/turn.js";
import { fill, listed } from "../table/dom.js";
import { suitName, theCard, TRUMPS } from "./tarocchi-cards.js";

const withTrumps = (what) => [what, gettext("with a trump")];
const mustPlay = (what) => [gettext("you must play"), what];

/** The words in the empty place for the player's card, by the rule that binds the turn. */
export const dutyLines = {
  must_follow_suit: ({ suit }) =>
    suit === TRUMPS
      ? withTrumps(gettext("follow"))
      : [gettext("follow"), fill(gettext("with %(suit)s"), { suit: suitName(suit) })],
  must_trump: () => withTrumps(gettext("trump")),
  must_overtrump: () => withTrumps(gettext("trump")),
  must_play_re: () => mustPlay(gettext("the king")),
  must_play_cavallo: () => mustPlay(gettext("the knight")),
  must_play_fanta: () => mustPlay(gettext("the maid")),
};

/** The rule that binds this turn to one card, shown while the player looks for it; otherwise empty. */
export const hint = (store) =>
  store.duty?.code.startsWith("must_play") ? dutySentence(store, { theCard, suitName }) : "";

/** The announcement of a turn that asks for no card or leaves a free lead; null for any other turn. */
export function question({ view, duty }) {
  if (view.phase === "bid") return gettext("the bidding is open: vado, offro or tengo, one word each");
  if (view.phase === "discard")
    return fill(gettext("your turn: discard %(n)s cards"), { n: view.discard.count });
  if (duty) return null;
  if (view.trick.cards.length && !view.led)
    return gettext("your turn: the Fuggitivo was led, your card sets the suit");
  if (!view.trick.cards.length && view.forced.length) {
    const cards = listed(view.forced.map(({ card }) => theCard(card)));
    return `${gettext("your turn")}. ${fill(gettext("If you lead their suit, you must lead %(cards)s."), { cards })}`;
  }
  return null;
}
