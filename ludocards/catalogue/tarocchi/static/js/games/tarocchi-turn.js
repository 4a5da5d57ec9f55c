// What a card played at Tarocchi is bound by: the suit led, the trumps, the forced cards; in words.

import { fill } from "../table/dom.js";
import { cardName, cardNames, FUGGITIVO, suitNames, suitOf, TRUMPS } from "./tarocchi-cards.js";

const ledSuit = ({ trick }) => {
  const led = trick.cards.find((card) => card !== FUGGITIVO);
  return led && suitOf(led);
};

/** What the card must be: of the suit in `follow`, or a trump where the suit is void; the Fuggitivo always may. */
function duty({ view, legal }) {
  const led = ledSuit(view);
  const suits = legal.filter(({ card }) => card && card !== FUGGITIVO).map(({ card }) => suitOf(card));
  if (!led || !suits.length || suits.some((suit) => suit !== suits[0])) return {};
  if (suits[0] === led) return led === TRUMPS ? { follow: TRUMPS } : { follow: led };
  return suits[0] === TRUMPS ? { trump: true } : {};
}

/** The card that this trick forces, `{card, suit, why}`; who leads may still choose another suit. */
const forcedNow = (view) => (ledSuit(view) ? view.forced?.[0] : undefined);

const theForced = () => ({
  re: gettext("the King"),
  cavallo: gettext("the Knight"),
  fanta: gettext("the Maid"),
});

/** The words in the empty place of one's own card, in lines. */
export function invitation(state) {
  const force = forcedNow(state.view);
  if (force) return [gettext("you must play"), theForced()[force.why]];
  const { follow, trump } = duty(state);
  if (follow === TRUMPS) return [gettext("follow"), gettext("with a trump")];
  if (follow) return [gettext("follow"), fill(gettext("with %(suit)s"), { suit: suitNames[follow] })];
  return trump ? [gettext("trump"), gettext("with a trump")] : [gettext("your"), gettext("turn")];
}

const whyForced = () => ({
  re: gettext("First trick of %(suit)s: the player who has the King must play it."),
  cavallo: gettext("First trick of %(suit)s: from the Knight and one numeral, the Knight must be played."),
  fanta: gettext("The King of %(suit)s has been played: your Maid must follow it."),
});

/** What binds this turn, while the card is looked for. */
export function hint({ view }) {
  const force = forcedNow(view);
  return force ? fill(whyForced()[force.why], { suit: suitNames[force.suit] }) : "";
}

/** The same for the voice. */
export function turnSentence(state) {
  const { view } = state;
  if (view.phase === "bid") return gettext("the bidding is open: vado, offro or tengo, one word each");
  if (view.phase === "discard")
    return fill(gettext("your turn: discard %(n)s cards"), { n: view.discard.count });
  const force = forcedNow(view);
  if (force) return `${gettext("your turn")}: ${cardName(force.card)}. ${hint(state)}`;
  const { follow, trump } = duty(state);
  if (follow === TRUMPS || trump)
    return follow ? gettext("your turn: follow with a trump") : gettext("your turn: you must trump");
  if (follow) return fill(gettext("your turn: follow with %(suit)s"), { suit: suitNames[follow] });
  if (view.trick.cards.length && !ledSuit(view))
    return gettext("your turn: the Fuggitivo was led, your card sets the suit");
  if (!view.trick.cards.length && view.forced.length) {
    return `${gettext("your turn")}. ${fill(gettext("If you lead their suit, you must lead: %(cards)s."), { cards: cardNames(view.forced.map(({ card }) => card)) })}`;
  }
  return gettext("your turn");
}
