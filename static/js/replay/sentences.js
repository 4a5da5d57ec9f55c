// The events of a position in words: sentences for the reader, and what the players said.

import { capital } from "../table/dom.js";
import { makeSentences } from "../table/sentences.js";

/**
 * `wordsOf(position)` returns what players said there, `sentencesOf(position)` everything that happened,
 * sentence by sentence. `quotesOf(position, player)` has the words as texts: the player's own, and those of others,
 * who are named. `isSeen(seat)` is true if its cards lie open.
 */
export function makeStory({ game, names, isSeen }) {
  const { sentence } = makeSentences({ game, names });
  const opened = (event, { own }) => (isSeen(event.seat) ? game.opened(event, own[event.seat]) : event);
  const described = (event, view) => [game.describe(event, names, view)].flat().filter(Boolean);

  const wordsOf = ({ events, view }) =>
    events.flatMap((event) => described(event, view)).filter(({ said }) => said);

  return {
    wordsOf,
    quotesOf: (position, player) => {
      const words = wordsOf(position);
      const others = words.filter(({ seat }) => seat !== player);
      return {
        own: words.filter(({ seat }) => seat === player).map(({ said }) => said),
        others: others.map(
          ({ seat, said }) => `${names.isMe(seat) ? gettext("You") : names.name(seat)}: ${said}`,
        ),
      };
    },
    sentencesOf: ({ events, view }) =>
      events
        .flatMap((event) => [
          sentence(event, view),
          ...described(opened(event, view), view).map(({ voice }) => voice),
        ])
        .filter(Boolean)
        .map(capital),
  };
}
