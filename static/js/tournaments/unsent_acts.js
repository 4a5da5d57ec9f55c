// What a director has entered in the console and the server has not answered yet: it waits in the browser, and is
// sent in order. What the server refuses stays until the director decides about it.

import { newId } from "./unsent_forms.js";

const FINAL = [400, 403, 404, 409, 413, 422];
const LONGEST_MS = 20_000;
const NOT_NOW = ["csrf", "forbidden"]; // another session has begun: the person may sign in again

/**
 * @typedef {{ code: string, message: string, details?: Sent }} Refused
 * @typedef {{ id: string, url: string, fields: [string, string][], says: string, refused?: Refused }} Act
 */

/**
 * The acts of one person in one event. Each reading and change goes through the browser's storage, which the
 * person's other pages share.
 *
 * @param {string} event
 * @param {string} person
 */
export function openUnsent(event, person) {
  const key = `ludopoli-acts-${event}-${person}`;
  /** @type {Act[]} */
  let inPage = []; // without storage they are kept as long as the page

  /** @returns {Act[]} */
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "[]");
    } catch {
      return inPage;
    }
  };

  /** @param {(acts: Act[]) => Act[]} change */
  function store(change) {
    inPage = change(read());
    try {
      localStorage.setItem(key, JSON.stringify(inPage));
    } catch {
      // see above
    }
  }

  return {
    read,
    /** @param {Act} act */
    add: (act) => store((acts) => [...acts, act]),
    /** @param {string} id */
    remove: (id) => store((acts) => acts.filter((act) => act.id !== id)),
    /**
     * @param {string} id
     * @param {Refused} refused
     */
    refuse: (id, refused) => store((acts) => acts.map((act) => (act.id === id ? { ...act, refused } : act))),
    /**
     * Send an act again that was refused, after those that wait. The `reason` is of a ruling: the table may be over.
     * @param {string} id
     * @param {string} reason
     */
    insist: (id, reason) =>
      store((acts) => [
        ...acts.filter((act) => act.id !== id),
        ...acts.filter((act) => act.id === id).map((act) => insisting(act, reason)),
      ]),
  };
}

/**
 * The fields of the latest act at an address, by name.
 *
 * @param {Act[]} acts
 * @param {string} url
 * @returns {Record<string, string>}
 */
export const writtenLast = (acts, url) =>
  Object.fromEntries(acts.findLast((act) => act.url === url)?.fields ?? []);

/** By the code of a refusal the field that says that a director has seen it. */
const INSISTED = {
  goes_on_instead: "confirmed",
  possible_double: "homonym",
  licence_not_valid: "unlicensed",
};

/** The refusals of a name that is like one of somebody known. */
const LIKE_ANOTHER = ["similar_person", "account_or_other"];

/**
 * A refused act as it is sent again, by a director who has seen what counts now, who else goes on, or who has nearly
 * the same name.
 *
 * @param {Act} act
 * @param {string} reason
 * @returns {Act}
 */
function insisting({ refused, fields, ...act }, reason) {
  const { code, details = {} } = refused ?? {};
  const seen = Object.fromEntries(fields);
  seen.reason ||= reason;
  const field = LIKE_ANOTHER.includes(code ?? "") ? `${details.field}-named` : INSISTED[code ?? ""];
  if (field) seen[field] = "1";
  if (code === "changed_meanwhile") seen[`was-${details.field}`] = String(details.theirs);
  /** @type {number[] | undefined} */ (details.now)?.forEach((value, side) => {
    seen[`was-${details.deal}-${side}`] = String(value);
  });
  return { ...act, id: newId(), fields: Object.entries(seen) };
}

/**
 * Send all acts that were not refused, the earliest first, each until it is answered. `post` sends one and throws
 * if it has to be sent again later; it returns what was refused. Returns what was carried out.
 *
 * @param {ReturnType<typeof openUnsent>} unsent
 * @param {(act: Act) => Promise<Refused | null>} post
 */
export async function sendInOrder(unsent, post) {
  const done = [];
  for (;;) {
    const act = unsent.read().find(({ refused }) => !refused);
    if (!act) return done;
    const refused = await post(act);
    if (refused) unsent.refuse(act.id, refused);
    else {
      unsent.remove(act.id);
      done.push(act);
    }
  }
}

/**
 * Post one act; see `sendInOrder`.
 *
 * @param {Act} act
 * @param {string} token
 * @returns {Promise<Refused | null>}
 */
export async function postAct({ id, url, fields }, token) {
  const body = new URLSearchParams(fields);
  body.set("sent_as", id);
  const headers = { Accept: "application/json", "X-CSRFToken": token };
  const answer = await fetch(url, {
    method: "POST",
    headers,
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(LONGEST_MS),
  });
  if (answer.ok) return null;
  const refused = FINAL.includes(answer.status) ? await answer.json() : null;
  if (!refused || NOT_NOW.includes(refused.code)) throw new Error(String(answer.status));
  return refused;
}
