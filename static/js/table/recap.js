// The state of the deal in a few sentences, read out on request to players who cannot see the table.

import { turnSentence } from "../cards/turn.js";
import { capital, fill } from "./dom.js";

export function makeRecap({ store, game, names }) {
  /**
   * The deal, the score, what has been said, the cards on the table, whose turn it is, and the player's hand.
   */
  function inWords() {
    const { view } = store;
    if (!view) return gettext("The match has not begun.");
    const parts = [standing(view), game.recap(view, names), onTheTable(view), turn(view), ...hand(view)];
    return parts
      .filter(Boolean)
      .map((part) => `${capital(part).replace(/[.:]$/, "")}.`)
      .join(" ");
  }

  function standing(view) {
    const scores = names
      .order()
      .map((side) => `${names.short(side)} ${view.totals[side]}`)
      .join(", ");
    const values = { n: view.deal + 1, scores, note: game.dealNote?.(view) };
    return fill(
      game.dealNote
        ? gettext("deal %(n)s, %(note)s; score: %(scores)s")
        : gettext("deal %(n)s; score: %(scores)s"),
      values,
    );
  }

  function onTheTable({ trick, table = [] }) {
    const cards = trick
      ? trick.cards.map((card, i) => `${who(trick.seats[i])} ${game.cardName(card)}`)
      : table.map(game.cardName);
    if (!cards.length) return gettext("no card is on the table");
    return fill(gettext("on the table: %(cards)s"), { cards: cards.join(", ") });
  }

  const who = (seat) => (names.isMe(seat) ? gettext("you") : names.name(seat));

  function turn({ to_act: acting }) {
    if (store.myTurn) return turnSentence(store, game);
    if (acting.length !== 1) return "";
    return fill(gettext("it is %(name)s’s turn"), { name: names.name(acting[0]) });
  }

  /** The player's cards, and those that may be played if not all may. */
  function hand(view) {
    if (!view.hand?.length) return [];
    const listed = (cards) => game.sorted(cards, view).map(game.cardName).join(", ");
    const playable = store.legal.filter((command) => command.do === "play").map(({ card }) => card);
    const isBound = playable.length > 0 && playable.length < view.hand.length;
    return [
      fill(gettext("your cards: %(cards)s"), { cards: listed(view.hand) }),
      isBound && fill(gettext("you may play: %(cards)s"), { cards: listed(playable) }),
    ];
  }

  return { inWords };
}
