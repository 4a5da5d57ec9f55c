// What people do to a table by the addresses of its page, which answer with a refusal or with nothing.

import { post, sendRequest } from "./people.js";

/** `table` is the address of the table, `explain` shows a refusal, `reopen` begins the conversation anew. */
export function makeRequests({ table, lobby, explain, nonce, reopen }) {
  async function change(action, fields) {
    const refused = await post(table + action, fields);
    if (refused) explain(refused.message);
    return refused;
  }

  async function sitDown(seat, name) {
    const refused = await post(`${table}siediti/`, { seat, name, nonce: nonce() });
    if (!refused) reopen();
    else if (refused.code !== "bad_person_name") explain(refused.message);
    return refused;
  }

  /** Choose the name of a seated guest who has none of their own. */
  const chooseName = (name) => post(`${table}nome/`, { name });

  /** Go on at another table with bots, where this one is closed. */
  async function playAgain() {
    const { body, refused } = await sendRequest(`${table}ancora/`, "POST");
    if (!refused) location.assign(body.url);
    return refused;
  }

  async function leave() {
    if (!(await change("lascia/"))) location.assign(lobby);
  }

  return { change, sitDown, chooseName, playAgain, leave };
}
