// Questions that a worker thinks about: they are asked again until the answer is there.

import { fill } from "../table/dom.js";
import { SITE_PATH } from "../site-path.js";
import { sendRequest } from "../table/people.js";

const SOON = 250; // ms
const LATER = 5_000; // ms, after too many requests
const PATIENCE = 240; // times
const LONG = 2; // s, worth a word

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Ask `/api/v1/analysis/<what>/`; resolves to the answer, to `{refused}`, or to null if it is not wanted any
 * more. `showWait` gets a sentence if answers take long at the moment.
 */
export async function fetchThought(what, fields, isWanted, showWait) {
  for (let times = 0; times < PATIENCE; times += 1) {
    const { body, refused } = await sendRequest(`${SITE_PATH}api/v1/analysis/${what}/`, "POST", fields);
    if (!isWanted()) return null;
    if (refused && refused.code !== "throttled") return { refused };
    if (body?.status === "done") return body;
    if (body?.wait > LONG)
      showWait(
        fill(gettext("Many people are asking: the last answer took %(seconds)s s."), {
          seconds: Math.round(body.wait),
        }),
      );
    await pause(refused ? LATER : SOON);
    if (!isWanted()) return null;
  }
  return { refused: { message: gettext("There is no answer. Try again in a moment.") } };
}
