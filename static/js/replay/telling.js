// What happened in a frame: the sentences for everybody, and the words of the players.

import { capital } from "../table/dom.js";
import { makeTelling } from "../table/telling.js";

/** `wordsOf(position)` what players said there; `sentencesOf(position)` everything, sentence by sentence. */
export function makeStory({ game, names }) {
  const sentence = makeTelling({ game, names });
  const toldBy = (event) => [game.tell(event, names)].flat().filter(Boolean);

  return {
    wordsOf: ({ events }) => events.flatMap(toldBy).filter(({ said }) => said),
    sentencesOf: ({ events, view }) =>
      events.flatMap((event) => [sentence(event, view), ...toldBy(event).map(({ voice }) => voice)]).filter(Boolean).map(capital),
  };
}
