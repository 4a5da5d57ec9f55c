// The sentence for each event, the same for the voice, the chat and the replay.

import { capital, fill, listed } from "./dom.js";

/**
 * `sentence(event, view)` describes the events that every game has, and is null for others; `begun(deal,
 * dealer, view)` announces a new deal.
 */
export function makeSentences({ game, names }) {
  const say = (seat, ofMe, ofAnother, values) =>
    fill(names.isMe(seat) ? ofMe : ofAnother, { name: names.name(seat), ...values });

  function begun(deal, dealer, view) {
    const dealt = gettext("deal %(n)s, dealt by %(name)s");
    const text = say(dealer, gettext("deal %(n)s, dealt by you"), dealt, { n: deal + 1 });
    const note = game.dealNote?.(view);
    return note ? `${text}: ${note}` : text;
  }

  const sentences = {
    dealt(event, view) {
      if (event.more)
        return fill(ngettext("%(n)s more card each", "%(n)s more cards each", event.more), { n: event.more });
      return game.dealtMore(event, view) ? null : begun(event.deal, event.dealer, view);
    },
    played: ({ seat, card }) =>
      say(seat, gettext("you play %(card)s"), gettext("%(name)s plays %(card)s"), {
        card: game.theCard(card),
      }),
    taken: ({ seat }) => say(seat, gettext("you take the trick"), gettext("%(name)s takes the trick")),
    teamed: ({ teams }) => names.against(teams),
    captured: ({ seat, cards }) =>
      say(seat, gettext("you take %(cards)s"), gettext("%(name)s takes %(cards)s"), {
        cards: listed(cards.map(game.theCard)),
      }),
    drawn: ({ seat, cards }) =>
      say(
        seat,
        cards ? gettext("you draw %(cards)s") : gettext("you draw a card"), // a replay does not say which
        gettext("%(name)s draws a card"),
        { cards: cards && listed(cards.map(game.theCard)) },
      ),
    scored(event) {
      const scores = names
        .order()
        .map((side) => `${names.short(side)} ${game.dealScore(event)[side]}`)
        .join(", ");
      return fill(gettext("deal %(n)s: %(scores)s"), { n: event.deal + 1, scores });
    },
    timed_out: ({ seat }) =>
      say(
        seat,
        gettext("your time ran out: a move was made for you"),
        gettext("%(name)s ran out of time: a move was made for them"),
      ),
    away: ({ seat }) =>
      say(seat, gettext("the bot plays for you"), gettext("%(name)s is away: the bot plays")),
    left: ({ seat }) =>
      say(seat, gettext("you have left: the bot plays"), gettext("%(name)s has left: the bot plays")),
    returned: ({ seat, by }) =>
      by === undefined
        ? say(seat, gettext("you are back"), gettext("%(name)s is back"))
        : say(seat, gettext("the table waits for you"), gettext("the table waits for %(name)s")),
    paused: ({ ms }) =>
      fill(gettext("nobody could play for %(n)s s: the clocks have waited"), { n: Math.round(ms / 1000) }),
    stopped: ({ because }) =>
      ({
        nobody: gettext("nobody is at the table: the match waits for ten minutes"),
        agreed: gettext("a pause: the clocks are stopped for ten minutes at most"),
      })[because] ?? gettext("the director has stopped the clocks: play is paused"),
    resumed: () => gettext("the clocks run again: play goes on"),
    broken_off: ({ because }) =>
      ({
        nobody: gettext("nobody has come back to the table: the match ends here, without a winner"),
        agreed: gettext("you have all agreed to call the match off: it counts for nothing"),
      })[because] ?? gettext("the director has ended the match: the score stands"),
    proposed: ({ seat, what }) => proposed(names, seat, what),
    agreed: ({ seat }) => say(seat, gettext("you agree"), gettext("%(name)s agrees")),
    declined: ({ seat }) =>
      say(seat, gettext("you decline: play goes on"), gettext("%(name)s declines: play goes on")),
    undone: ({ seat }) =>
      say(seat, gettext("you take your card back"), gettext("%(name)s takes their card back")),
    substituted: ({ seat }) => fill(gettext("seat %(n)s: somebody else plays from now on"), { n: seat + 1 }),
    finished: ({ places, conceded }) =>
      [concessionSentence(names, conceded), resultSentence(names, places)].filter(Boolean).join(". "),
  };

  return { sentence: (event, view) => sentences[event.kind]?.(event, view) ?? null, begun };
}

function proposed(names, seat, what) {
  const texts = names.isMe(seat)
    ? {
        claim: gettext("you claim the remaining tricks"),
        undo: gettext("you ask to take your card back"),
        pause: gettext("you ask for a pause"),
        concede: names.inPairs()
          ? gettext("you want to concede the match")
          : gettext("you concede the match"),
        win: gettext("you want to end the match as won"),
        annul: gettext("you want to call the match off"),
      }
    : {
        claim: gettext("%(name)s claims the remaining tricks"),
        undo: gettext("%(name)s asks to take a card back"),
        pause: gettext("%(name)s asks for a pause"),
        concede: names.inPairs()
          ? gettext("%(name)s wants to concede the match")
          : gettext("%(name)s concedes the match"),
        win: gettext("%(name)s wants to end the match as won"),
        annul: gettext("%(name)s wants to call the match off"),
      };
  return fill(texts[what], { name: names.name(seat) });
}

/** The sentence about the player who conceded a match, or their pair, since both agreed; empty if nobody did. */
export function concessionSentence(names, seat) {
  if (seat === undefined) return "";
  if (names.inPairs()) {
    const side = names.side(seat);
    return side === names.mySide()
      ? gettext("You two concede the match")
      : capital(fill(gettext("%(names)s concede the match"), { names: names.together(side) }));
  }
  return capital(
    names.isMe(seat)
      ? gettext("you concede the match")
      : fill(gettext("%(name)s concedes the match"), { name: names.name(seat) }),
  );
}

/** The side that has won, or the sides that share the first place. */
export const winners = (names, places) => names.order().filter((side) => places?.[side] === 1);

/** Whether the player's side alone is first. */
export function hasWon(names, places) {
  const best = winners(names, places);
  return best.length === 1 && best[0] === names.mySide();
}

/** The result in a sentence: "You two have won", "Anna has won", "Anna and Vito share first place". */
export function resultSentence(names, places, isAnnulled = false) {
  if (!places) return isAnnulled ? gettext("The match is annulled") : gettext("The match was abandoned");
  const best = winners(names, places);
  if (best.length === names.order().length) return gettext("A tie");
  if (best.length > 1)
    return fill(gettext("%(names)s share first place"), { names: capital(listed(best.map(names.together))) });
  if (hasWon(names, places)) return names.inPairs() ? gettext("You two have won") : gettext("You have won");
  const values = { names: capital(names.together(best[0])) };
  return names.inPairs()
    ? fill(gettext("%(names)s have won"), values)
    : fill(gettext("%(names)s has won"), values);
}
