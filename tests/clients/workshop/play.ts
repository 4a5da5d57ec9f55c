// Play a match with the types of openapi-typescript: `node play.js SERVER TOKEN GAME RULES`.
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";

import createClient from "openapi-fetch";

import type { components, paths } from "./api.js";

type Schemas = components["schemas"];

const [server, token, game, rules] = process.argv.slice(2) as [
  string,
  string,
  Schemas["OpenTable"]["game"],
  string,
];
const client = createClient<paths>({
  baseUrl: server,
  headers: { Authorization: `Bearer ${token}` },
  fetch: fetchPatiently,
});

/** The answer to a request, sent again after the time that the server asks for if there were too many. */
async function fetchPatiently(request: Request): Promise<Response> {
  for (;;) {
    const answer = await fetch(request.clone());
    if (answer.status !== 429) return answer;
    await setTimeout(1000 * Number(answer.headers.get("Retry-After")));
  }
}

/** The last command offered; where the view alone says what may be done, three cards to lay away. */
function choose(state: Schemas["StateShape"]): Schemas["Command"] | undefined {
  const { view } = state;
  if (view.game === "tarocchi" && view.discard) {
    const { barred, count } = view.discard;
    const cards = (view.hand ?? []).filter((card) => !barred.includes(card)).slice(0, count);
    return { do: "discard", cards: cards as Schemas["DiscardCommand"]["cards"] };
  }
  return state.legal.at(-1);
}

const opened = await client.POST("/api/v1/tables/", {
  body: { game, rules: JSON.parse(rules) as Schemas["Rules"], private: true, pace: 0 },
});
if (!opened.data) throw new Error(JSON.stringify(opened.error));
const begun = await client.POST("/api/v1/tables/{code}/bots/", {
  params: { path: { code: opened.data.code } },
  body: {},
});
const match = begun.data?.match;
if (!match) throw new Error(JSON.stringify(begun.error));
const params = { path: { match } };
for (;;) {
  const { data: state, error } = await client.GET("/api/v1/matches/{match}/state/", { params });
  if (!state) throw new Error(JSON.stringify(error));
  if (state.view.places) {
    console.log(JSON.stringify({ match, places: state.view.places }));
    break;
  }
  const command = choose(state);
  if (!command) {
    await setTimeout(50);
    continue;
  }
  const body = { id: randomUUID(), version: state.version, command };
  const sent = await client.POST("/api/v1/matches/{match}/commands/", { params, body });
  if (sent.error && sent.error.code !== "stale") throw new Error(JSON.stringify(sent.error));
}
