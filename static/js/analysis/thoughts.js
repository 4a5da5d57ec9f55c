// Questions that a worker thinks about: they are asked again until the answer is there.

import { ask } from "../table/people.js";

const SOON = 250; // ms
const LATER = 5_000; // ms, after too many requests
const PATIENCE = 240; // times

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Ask `/api/v1/analysis/<what>/`; resolves to the answer, to `{refused}`, or to null if it is not wanted any
 * more.
 */
export async function think(what, fields, isWanted) {
  for (let times = 0; times < PATIENCE; times += 1) {
    const { body, refused } = await ask(`/api/v1/analysis/${what}/`, "POST", fields);
    if (!isWanted()) return null;
    if (refused && refused.code !== "throttled") return { refused };
    if (body?.status === "done") return body;
    await pause(refused ? LATER : SOON);
    if (!isWanted()) return null;
  }
  return { refused: { message: gettext("There is no answer. Try again in a moment.") } };
}
